/** The source of the value of a request member. */
export interface ValueOrigin {
  /** Identifies the value: the value itself, or, for one from a response, its source. */
  from: string;
  /** The line of the profile by which it was read from a response to the same credential. */
  line?: string;
}

/** A request that was refused for a reason of its own operation. */
export interface RefusedRequest {
  /** The operation and the sender. */
  by: string;
  members: Record<string, ValueOrigin>;
  /** Status and reason. */
  refusal: string;
}

/**
 * Finds lines of a profile that refusals alone show to be right. If two requests differ in one value and
 * are refused differently, the deployment knows the value from the line. A wrong value would be as unknown
 * as any other.
 */
export class RefusedValues {
  readonly #seen = new Map<string, RefusedRequest>();

  /** Records a request, and returns the lines that it and earlier ones show to be right. */
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
