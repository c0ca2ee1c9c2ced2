/** What the account shows after the plan was unresolved for a while, or was changed. */

import {isNothingLeft} from '../../language/allowance-left.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectOutcome,
  hidden,
  expectMember,
  notApplicable,
  undecided,
  when,
} from '../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {readAccount, reservationOf} from '../publishing.ts';

const leftIn = ({body}: Exchange): unknown => body?.publications_left;

/** What the account shows, and whether a reservation is then accepted. */
function readAndReserve(s: Script): {shown: Handle; tried: Handle} {
  // Figures may lag a moment behind.
  s.advance(seconds(5));
  return {shown: readAccount(s), tried: s.call('createUpload', {body: reservationOf(s)})};
}

/** A reservation is accepted if the account shows a place, and refused if it shows none. */
function expectAgreement(shown: Exchange, tried: Exchange, branch: string): Judgement {
  if (leftIn(shown) === null) return hidden('NS-WS-53', 'unlimited', 'the allowance is unlimited');
  if (typeof leftIn(shown) !== 'number') return undecided('the account shows no number of places');
  const outcome = isNothingLeft(shown.body) ? 'allowance-spent' : 'reserved';
  return expectOutcome(tried, outcome, branch);
}

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
        () => expectMember(after, '/plan', before.body.plan, 'another-plan-than-before'),
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
      const to = (index: 0 | 1) =>
        s.control('set-plan', {role: 'full', plan: plans.at(`/plans/${index}`)});
      to(0);
      s.control('leave-places', {role: 'full', places: 0});
      const spent = readAndReserve(s);
      to(1);
      const other = readAndReserve(s);
      s.control('leave-places', {role: 'full', places: 0});
      const spentAgain = readAndReserve(s);
      to(0);
      const first = readAndReserve(s);
      return {
        shownSpent: spent.shown,
        triedSpent: spent.tried,
        shownOther: other.shown,
        triedOther: other.tried,
        shownSpentAgain: spentAgain.shown,
        triedSpentAgain: spentAgain.tried,
        shownFirst: first.shown,
        triedFirst: first.tried,
      };
    },
    judge: (seen) =>
      [seen.shownSpent, seen.shownOther, seen.shownSpentAgain, seen.shownFirst].every(({body}) =>
        isNothingLeft(body),
      )
        ? notApplicable('no place is left with either plan')
        : all(
            () => expectAgreement(seen.shownSpent, seen.triedSpent, 'spent-by-the-first-plan'),
            () => expectAgreement(seen.shownOther, seen.triedOther, 'by-the-second-plan'),
            () =>
              expectAgreement(
                seen.shownSpentAgain,
                seen.triedSpentAgain,
                'spent-by-the-second-plan',
              ),
            () => expectAgreement(seen.shownFirst, seen.triedFirst, 'by-the-first-plan'),
          ),
  }),
];
