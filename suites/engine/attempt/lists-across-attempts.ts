import type {Violation} from '../../../spec/run-record.ts';
import {isFailed, type CheckAttempt} from './check-attempt.ts';
import {explainedOneByOne, type Explanation} from '../judge/explanation.ts';
import {comeAgain} from '../judge/others-at-work.ts';

/** The number of attempts with repeated readings before an unconfirmed violation counts. */
const MAX_ATTEMPTS_READING_AGAIN = 3;

const LATE_LIST: Explanation = {
  reason: 'lists or figures show changes late: read again some seconds later, they were right',
};

/** Whether an attempt read its lists again. */
const readsAgain = ({violationsAtFirst}: CheckAttempt): boolean => violationsAtFirst !== undefined;

/** Whether another attempt may show that a list was late. */
export function mayBeLate(attempts: readonly CheckAttempt[]): boolean {
  const again = attempts.filter(readsAgain);
  return (
    again.length < MAX_ATTEMPTS_READING_AGAIN &&
    lateIn(attempts).some((one) => !isDecided(one, again))
  );
}

/** The operations of the lists of which attempts show that one was late. */
export function listsThatWereLate(attempts: readonly CheckAttempt[]): string[] {
  const again = attempts.filter(readsAgain);
  const shown = attempts.filter((attempt) =>
    lateIn([attempt]).some((one) => wasLate(one, again) && !comesAgain(one, again)),
  );
  return shown.flatMap(({lateLists}) => [...(lateLists?.values() ?? [])]);
}

/**
 * The operations of the lists that an attempt read again and that were on time: the first readings and
 * the last ones show the same violations.
 */
export function listsOnTime({
  late = [],
  lateLists,
  violationsAtFirst: atFirst,
}: CheckAttempt): readonly string[] {
  const isSame = atFirst?.length === late.length && isSeenIn(late, atFirst);
  return late.length && isSame ? [...(lateLists?.values() ?? [])] : [];
}

const isSeenIn = (violations: readonly Violation[], others: readonly Violation[]): boolean =>
  violations.every((one) => comeAgain([one], [others], 1).length > 0);

/**
 * An attempt without violations caused by late lists: in an attempt that read each list again, the last
 * readings do not show them, while the first readings do, or lists of another scene were late.
 * @param listsShowChangesLate whether the run has seen a list that shows changes late
 */
export function withoutLate(
  one: CheckAttempt,
  attempts: readonly CheckAttempt[],
  listsShowChangesLate: boolean,
): CheckAttempt {
  const {verdict, notFromReuse, late = []} = one;
  const again = attempts.filter(readsAgain);
  const isLate = (violation: Violation): boolean =>
    late.includes(violation) &&
    again.length > 0 &&
    (listsShowChangesLate || wasLate(violation, again)) &&
    !comesAgain(violation, again);
  if (!isFailed(one) || !late.some(isLate)) return one;
  return {
    ...one,
    verdict: explainedOneByOne(verdict, (each) => (isLate(each) ? LATE_LIST : undefined)),
    notFromReuse: notFromReuse.filter((each) => !isLate(each)),
  };
}

/** The violations of failed attempts that a late list may have caused. */
const lateIn = (attempts: readonly CheckAttempt[]): Violation[] =>
  attempts.filter(isFailed).flatMap(({late = []}) => late);

const isDecided = (violation: Violation, again: readonly CheckAttempt[]): boolean =>
  wasLate(violation, again) || comesAgain(violation, again);

/** Whether the first readings of a list showed the violation as well. */
const wasLate = (violation: Violation, again: readonly CheckAttempt[]): boolean =>
  again.some(({violationsAtFirst = []}) => isSeenIn([violation], violationsAtFirst));

const comesAgain = (violation: Violation, again: readonly CheckAttempt[]): boolean =>
  again.some(({verdict}) => isSeenIn([violation], verdict.violations));
