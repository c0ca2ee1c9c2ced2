import type {Violation} from '../../../spec/run-record.ts';
import {isFailed, type CheckAttempt} from './check-attempt.ts';
import {explainedOneByOne, type Explanation} from '../judge/explanation.ts';
import {comeAgain} from '../judge/others-at-work.ts';

/** The number of attempts with repeated readings before an unconfirmed violation counts. */
const MAX_ATTEMPTS_READING_AGAIN = 3;

const LATE_LIST: Explanation = {
  reason: 'lists or figures show changes late: read again some seconds later, they were right',
};

const NOT_READ_AGAIN: Explanation = {
  reason:
    'a list may show changes late, and the run ended before it could be read again: run again',
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
 * readings do not show them, while the first readings do, or lists of another scene were late. Where the run ended before
 * another attempt could read them again, nothing is known.
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
  const isCutShort = !again.length && attempts.some(wasNotMade);
  const mayBe = (violation: Violation): boolean =>
    isCutShort ? late.includes(violation) : isLate(violation);
  if (!isFailed(one) || !late.some(mayBe)) return one;
  const explanation = isCutShort ? NOT_READ_AGAIN : LATE_LIST;
  return {
    ...one,
    verdict: explainedOneByOne(verdict, (each) => (mayBe(each) ? explanation : undefined)),
    notFromReuse: notFromReuse.filter((each) => !mayBe(each)),
  };
}

/** Whether the run ended before an attempt could be made. */
const wasNotMade = ({verdict}: CheckAttempt): boolean => verdict.verdict === 'not-exercised';

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
