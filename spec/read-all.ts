import {UsageError} from './usage-error.ts';

/** The most mistakes that one message lists. */
const MAX_LISTED = 20;

/** Sorts messages that begin with `FILE:LINE` by file, then by line. */
const BY_LINE = new Intl.Collator('en', {numeric: true});

/**
 * Calls every reader, also after a mistake, so that all mistakes are reported at once.
 * @returns what the readers return, in their order
 * @throws UsageError with the mistakes of all readers
 */
export function readAll<T>(readers: readonly (() => T)[]): T[] {
  const {values, errors} = calledEach(readers);
  if (errors.length) throw asOneError(errors);
  return values;
}

/** The mistakes of all readers, of which one at least finds one, as one error. */
export const mistakesOf = (readers: readonly (() => unknown)[]): UsageError =>
  asOneError(calledEach(readers).errors);

function calledEach<T>(readers: readonly (() => T)[]): {values: T[]; errors: UsageError[]} {
  const values: T[] = [];
  const errors: UsageError[] = [];
  for (const read of readers) {
    try {
      values.push(read());
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      errors.push(error);
    }
  }
  return {values, errors};
}

/**
 * Like `readAll`, for readers by name.
 * @throws UsageError with the mistakes of all readers
 */
export function readEach<R extends Record<string, () => unknown>>(
  readers: R,
): {[name in keyof R]: ReturnType<R[name]>} {
  const values = readAll(Object.values(readers));
  const entries = Object.keys(readers).map((name, index) => [name, values[index]]);
  return Object.fromEntries(entries) as {[name in keyof R]: ReturnType<R[name]>};
}

/** One error with the different mistakes of several, sorted by line. Its message has a line for each. */
export function asOneError(errors: readonly UsageError[]): UsageError {
  const mistakes = [...new Set(errors.flatMap((error) => error.mistakes))].sort(BY_LINE.compare);
  const [first = '', ...others] = mistakes;
  if (!others.length) return new UsageError(first);
  const more = mistakes.length - MAX_LISTED;
  const lines = [
    `${mistakes.length} mistakes:`,
    ...mistakes.slice(0, MAX_LISTED).map((text) => text.replaceAll('\n', String.raw`\n`)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  return new UsageError(lines.join('\n  '), mistakes);
}
