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
    for (const member of Object.values(each)) rest.push(member);
  }
  return false;
}
