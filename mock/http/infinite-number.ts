/**
 * Whether a JSON value contains a number that is too large, such as `1e999`: `JSON.parse` makes it infinite, and it
 * could not be written again.
 */
export function hasInfiniteNumber(value: unknown): boolean {
  // No recursion: deep values would overflow the stack.
  const rest = [value];
  while (rest.length) {
    const each = rest.pop();
    if (each === Infinity || each === -Infinity) return true;
    if (typeof each !== 'object' || each === null) continue;
    pushMembers(rest, each);
  }
  return false;
}

/** Adds the items of an array or the members of an object, without a list of them in between. */
function pushMembers(rest: unknown[], value: object): void {
  if (Array.isArray(value)) {
    for (const item of value) rest.push(item);
    return;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) rest.push(members[name]);
}
