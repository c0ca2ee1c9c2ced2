/** Commands as one line that sends them several times, one after the other. */
export const inLoop = (commands: readonly string[], times: number): string =>
  times > 1 || commands.length > 1
    ? `for n in $(seq ${times}); do ${commands.join('; ')}; done`
    : commands.join('; ');

/**
 * The commands that a list of commands repeats, with `$n` in the fresh values in which the repetitions differ.
 * @returns undefined if it repeats none, or if they differ in other things
 */
export function periodOf(commands: readonly string[]): string[] | undefined {
  for (let length = 1; length <= commands.length / 2; length += 1) {
    const period = commands.slice(0, length).map((first, at) => {
      const others = commands.filter((_, index) => index > at && (index - at) % length === 0);
      return others.reduce<string | undefined>(
        (pattern, other) => (pattern === undefined ? undefined : patternOf(pattern, first, other)),
        first,
      );
    });
    if (period.every((one) => one !== undefined)) return period;
  }
  return undefined;
}

/** Words of a command, between which a value ends. */
const WORD = /([\w+.-]+)/;

/** A value that the run made up, which may be replaced by any other one of the kind. */
const FRESH = /^(pc-[\w+.-]+|IDEMPOTENCY_KEY(_\d+)?)$/;

/** The pattern of two commands: its fresh values are numbered where they differ. The address has to be the same. */
function patternOf(pattern: string, one: string, other: string): string | undefined {
  const [before, words, others] = [pattern, one, other].map((text) => text.split(WORD));
  if (!before || !words || words.length !== others?.length || one.includes("$'")) return undefined;
  const address = words.findLastIndex((word) => word.startsWith('http'));
  const merged = words.map((word, at) => {
    if (word === others[at]) return before[at];
    const isFresh = FRESH.test(word) && at < address;
    return isFresh ? `${word}-'$n'` : undefined;
  });
  return merged.every((word) => word !== undefined) ? merged.join('') : undefined;
}
