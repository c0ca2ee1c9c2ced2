/** The source of the value of a request member. */
export interface ValueOrigin {
  /** Tells the value from others: what it is, or of a borrowed one what it was taken from. */
  from: string;
  /** The line of the profile by which it was read from the requester's own response. */
  line?: string;
}

/** A request that was refused for a reason of its own operation. */
export interface RefusedRequest {
  /** The operation and who requested it. */
  by: string;
  members: Record<string, ValueOrigin>;
  /** Status and reason. */
  refusal: string;
}

/**
 * Finds lines of a profile that refusals alone show to be right. When two requests differ in one
 * value, and are refused differently, then the deployment knows the value that the line gave: a
 * wrong one would be as unknown as any other.
 */
export class RefusedValues {
  readonly #seen = new Map<string, RefusedRequest>();

  /** Notes a request, and returns the lines that it shows to be right beside earlier ones. */
  note(request: RefusedRequest): string[] {
    const key = JSON.stringify(request);
    if (this.#seen.has(key)) return [];
    const shown = [...this.#seen.values()].flatMap((other) => lineBetween(request, other) ?? []);
    this.#seen.set(key, request);
    return shown;
  }
}

/** The line of the one value in which two requests differ that were refused differently. */
function lineBetween(one: RefusedRequest, other: RefusedRequest): string | undefined {
  if (one.by !== other.by || one.refusal === other.refusal) return undefined;
  const names = Object.keys(one.members);
  if (names.length !== Object.keys(other.members).length) return undefined;
  const different = names.filter((name) => one.members[name]?.from !== other.members[name]?.from);
  const [name = '', ...more] = different;
  if (more.length) return undefined;
  const lines = [one, other].map(({members}) => members[name]?.line);
  const [line] = lines.filter((each) => each !== undefined);
  return lines.includes(undefined) ? line : undefined;
}
