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
    const period = Array.from({length}, (_, at) =>
      patternOf(commands.filter((_command, index) => index % length === at)),
    );
    if (period.every((one) => one !== undefined)) return period;
  }
  return undefined;
}

/** Words of a command, between which a value ends. */
const WORD = /([\w+.-]+)/;

/** A value that the run made up, which may be replaced by any other one of the kind. */
const FRESH = /^(pc-[\w+.-]+|IDEMPOTENCY_KEY(_\d+)?)$/;

/** The pattern of commands that are equal but for their fresh values, which are numbered where they differ. */
function patternOf(commands: readonly string[]): string | undefined {
  const [first = [], ...others] = commands.map((command) => command.split(WORD));
  if (others.some(({length}) => length !== first.length)) return undefined;
  const address = first.findLastIndex((word) => word.startsWith('http'));
  // In `$'...'` and `"..."` a value cannot be taken apart.
  const isEscaped = commands.some((command) => command.includes(" $'"));
  const isQuoted = first[address - 1]?.endsWith("'") === true;
  const pattern = first.map((word, at) => {
    if (others.every((other) => other[at] === word)) return word;
    const isFresh = FRESH.test(word) && (at < address || isQuoted) && !isEscaped;
    return isFresh ? `${word}-'$n'` : undefined;
  });
  return pattern.every((word) => word !== undefined) ? pattern.join('') : undefined;
}
