/** What the account shows after the plan was unresolved for a while, or was changed. */

import {isNothingLeft} from '../../language/allowance-left.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {groupIn, inGroups} from '../../language/groups.ts';
import {
  all,
  expectOutcome,
  expectThat,
  hidden,
  judgeEach,
  notApplicable,
  undecided,
  when,
  expectMemberDifferent,
  summaryOf,
} from '../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {expectPlan, readAccount, reservationOf} from '../publishing.ts';

const leftIn = ({body}: Exchange): unknown => body?.publications_left;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** What the account shows, and whether a reservation is then accepted. */
function readAndReserve(s: Script): {shown: Handle; tried: Handle} {
  // Figures may lag a moment behind.
  s.advance(seconds(5));
  return {shown: readAccount(s), tried: s.call('createUpload', {body: reservationOf(s)})};
}

/** A reservation is accepted if the account shows a place, and refused if it shows none. */
function expectAgreement(shown: Exchange, tried: Exchange, branch: string): Judgement {
  if (leftIn(shown) === null) return hidden('NS-WS-53', 'unlimited', 'the allowance is unlimited');
  if (!isNumber(leftIn(shown))) return undecided('the account shows no number of places');
  const outcome = isNothingLeft(shown.body) ? 'allowance-spent' : 'reserved';
  return expectOutcome(tried, outcome, branch);
}

/** What the account is read after, in this order. */
const MOMENTS = [
  ['spent', 'spent-by-the-first-plan'],
  ['byOther', 'by-the-second-plan'],
  ['spentAgain', 'spent-by-the-second-plan'],
  ['byFirst', 'by-the-first-plan'],
] as const;

/**
 * The plan after it could not be resolved. A deployment that then shows none for good is noticed only
 * where no other scene made it unresolvable before.
 */
export const resolvedAgain: Check[] = [
  check({
    rule: 'workspace.account.unresolved-plan-is-null',
    place: 'until it can be resolved again',
    onlyOnTestTargets: true,
    act: (s) => {
      const before = readAccount(s);
      s.control('unresolve-plan', {role: 'full', unresolved: true});
      const unresolved = readAccount(s);
      s.control('unresolve-plan', {role: 'full', unresolved: false});
      s.advance(seconds(5));
      return {before, unresolved, after: readAccount(s)};
    },
    judge: ({before, unresolved, after}) =>
      when(
        before.body.plan !== null && unresolved.body.plan === null,
        'the plan was not unresolved in between',
        () => expectPlan(after, before.body.plan, 'another-plan-than-before'),
      ),
  }),
];

/** The account after changes of the plan. */
export const afterChanges: Check[] = [
  check({
    rule: 'workspace.account.allowance-left-is-what-can-be-registered',
    place: 'after a change of the plan',
    onlyOnTestTargets: true,
    exhausts: true,
    act: (s) => {
      const plans = s.control('set-plan', {role: 'full'});
      const on = (index: 0 | 1) =>
        s.control('set-plan', {role: 'full', plan: plans.at(`/plans/${index}`)});
      const spend = () => s.control('leave-places', {role: 'full', places: 0});
      on(0);
      spend();
      const spent = readAndReserve(s);
      on(1);
      const byOther = readAndReserve(s);
      spend();
      const spentAgain = readAndReserve(s);
      on(0);
      return inGroups({spent, byOther, spentAgain, byFirst: readAndReserve(s)});
    },
    judge: (seen) => {
      const moments = MOMENTS.map(([name, branch]) => ({
        ...groupIn<'shown' | 'tried'>(seen, name),
        branch,
      }));
      return moments.every(({shown}) => isNothingLeft(shown.body))
        ? notApplicable('no place is left with either plan')
        : judgeEach(moments, ({shown, tried, branch}) => expectAgreement(shown, tried, branch));
    },
  }),
  check({
    rule: 'workspace.account.allowance-left-is-what-can-be-registered',
    place: 'while the plan cannot be resolved',
    onlyOnTestTargets: true,
    act: (s) => {
      s.control('unresolve-plan', {role: 'full', unresolved: true});
      const {shown, tried} = readAndReserve(s);
      s.control('unresolve-plan', {role: 'full', unresolved: false});
      return {shown, tried};
    },
    // What else may be refused without a plan, or whether anything is left then, is not told.
    judge: ({shown, tried}) =>
      isNumber(leftIn(shown)) && !isNothingLeft(shown.body)
        ? expectThat(!tried.situations.includes('allowance-spent'), {
            branch: 'spent-without-a-plan',
            expected: `another answer than that the allowance is spent: ${String(leftIn(shown))} are left`,
            got: summaryOf(tried),
            at: tried,
          })
        : notApplicable('without a plan the account shows no places'),
  }),
];

/** Puts the workspace on one of two plans, and reads the account a moment later. */
function readAccountOn(s: Script, plan: Handle, index: 0 | 1): Handle {
  s.control('set-plan', {role: 'full', plan: plan.at(`/plans/${index}`)});
  s.advance(seconds(5));
  return readAccount(s);
}

/** The account shows the plan that the workspace has, and not one that it had before. */
export const changedPlan: Check[] = [
  check({
    rule: 'workspace.account.has-plan',
    place: 'after a change of the plan',
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s) => {
      const plans = s.control('set-plan', {role: 'full'});
      return {
        first: readAccountOn(s, plans, 0),
        second: readAccountOn(s, plans, 1),
        firstAgain: readAccountOn(s, plans, 0),
      };
    },
    judge: ({first, second, firstAgain}) => {
      const plans = [first, second, firstAgain].map(({body}) => body.plan as unknown);
      if (plans.every((plan) => plan === null)) return notApplicable('no plan is ever resolved');
      return when(!plans.includes(null), 'a plan is not resolved', () =>
        all(
          expectMemberDifferent(second, '/plan', first.body.plan, 'the-plan-before'),
          expectPlan(firstAgain, first.body.plan, 'another-plan-than-at-first'),
        ),
      );
    },
  }),
];
