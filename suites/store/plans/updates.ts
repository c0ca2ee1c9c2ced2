import {check, type Check} from '../../language/check.ts';
import {
  all,
  hidden,
  expectThat,
  expectOutcome,
  promisedBy,
  undecided,
  when,
  type Statement,
  whenServed,
  notApplicable,
  whenTimely,
} from '../../language/judge.ts';
import {isUpdated} from '../../language/outcome.ts';
import {createPlan, EVERYTHING, find, PREPAID, type PlanBody} from './plan-steps.ts';
import {
  expectShown,
  expectRowAsBefore,
  expectRowAsGiven,
  rowOf,
  expectRowMember,
} from './plan-rows.ts';
import {expectNotServed, whenObeyed} from '../../language/blocked-by.ts';
import {overlapped} from '../../language/races.ts';
import type {Val} from '../../../spec/value.ts';

/** What an update may leave out, and what it accepts in addition to the members of a creation. */
export const updates: Check[] = [
  check({
    rule: 'store.plans.update-is-kept',
    place: 'every member, to others and back',
    act: (s) => {
      const bystander = createPlan(s, PREPAID);
      const plan = createPlan(s, PREPAID);
      const renamed = s.fresh('plan-name');
      const {concurrency_limit: _limit, ...flags} = EVERYTHING;
      const others = {...plan.body, ...flags, name: renamed};
      const update = (body: PlanBody) => s.call('updatePlan', {path: plan.path, body});
      return {
        bystander: bystander.created,
        before: bystander.list,
        there: update({...others, concurrency_limit: 7, duration: 12}),
        shown: find(s, renamed),
        back: update(plan.body),
        shownBack: find(s, plan.body.name),
        beside: find(s, bystander.body.name),
      };
    },
    judge: ({bystander, before, there, shown, back, shownBack, beside}) =>
      all(
        expectOutcome(there, 'updated', 'refused'),
        expectOutcome(back, 'updated', 'refused back'),
        () => expectShown(shown, there, 'not found by the new name'),
        () => expectRowAsGiven(shown, there, there.requestBody),
        () => expectShown(shownBack, back, 'not found by the first name again'),
        () => expectRowAsGiven(shownBack, back, back.requestBody),
        () => expectRowAsBefore(before, beside, bystander),
      ),
  }),
  check({
    rule: 'store.plans.update-is-kept',
    place: 'what it does not name',
    act: (s) => {
      const plan = createPlan(s, {...PREPAID, recommended: true, download_files: true});
      const body = {type: 'prepaid', name: plan.body.name, duration: 3};
      return {
        created: plan.created,
        bare: s.call('updatePlan', {path: plan.path, body}),
        shown: find(s, plan.body.name),
      };
    },
    // It is open whether an update keeps omitted members or requires them (NS-ST-87).
    judge: ({created, bare, shown}) => {
      const row = rowOf(shown, created);
      if (!isUpdated(bare) || !row)
        return undecided('an update that names a few members was not accepted');
      const given = created.requestBody;
      const names = ['recommended', 'download_files', 'concurrency_limit', 'private'];
      const hasGivenType = (name: string): boolean => typeof row[name] === typeof given?.[name];
      const isChanged = (name: string): boolean => row[name] !== given?.[name];
      const changed = names.filter((name) => hasGivenType(name) && isChanged(name)).join(', ');
      const statement: Statement = {
        branch: `${changed} changed by an update that does not name it`,
        expected: `an update that does not name ${names.join(', ')} to keep them`,
        got: changed === '' ? 'all kept' : `${changed} changed`,
        at: shown,
        of: 'what an update does not name',
      };
      if (changed === '') return expectThat(true, statement);
      const reason = 'an update resets what it does not name';
      return hidden('NS-ST-87', 'reset', reason, promisedBy('kept', statement));
    },
  }),
  check({
    rule: 'store.plans.invalid-update-answers-422',
    act: (s) => {
      const {body, path} = createPlan(s);
      const invalid = {...body, type: 'presscheck-none-of-these'};
      return {invalid: s.call('updatePlan', {path, body: invalid})};
    },
    judge: ({invalid}) =>
      whenObeyed(
        'store.plans.type-is-recurring-or-prepaid',
        expectNotServed(invalid, 'a type that is none'),
        () => expectOutcome(invalid, 'invalid', 'another-status'),
      ),
  }),
  check({
    rule: 'store.plans.refused-update-changes-nothing',
    place: 'of many members',
    act: (s) => {
      const {created, list, body, path} = createPlan(s);
      const {type: _type, duration: _duration, ...flags} = EVERYTHING;
      const refused = {...body, ...flags, type: 'presscheck-none-of-these'};
      return {
        created,
        before: list,
        refused: s.call('updatePlan', {path, body: refused}),
        after: find(s, body.name),
      };
    },
    judge: ({created, before, refused, after}) =>
      when(refused.status >= 400, 'the update was not refused', () =>
        all(expectShown(after, created, 'not found any more'), () =>
          expectRowAsBefore(before, after, created),
        ),
      ),
  }),
  check({
    rule: 'store.plans.external-members-are-taken',
    act: (s) => {
      const {body, path} = createPlan(s);
      const update = (name: string) =>
        s.call('updatePlan', {path, body: {...body, [name]: s.fresh('text')}});
      return {
        customer: update('customer'),
        invoice: update('invoice'),
        fileName: update('file_name'),
      };
    },
    judge: (seen) =>
      all(
        ...Object.entries(seen).map(([name, one]) =>
          expectOutcome(one, 'updated', `${name} refused`),
        ),
      ),
  }),
  check({
    rule: 'store.plans.update-answers-204',
    place: 'the same once more',
    onlyOnTestTargets: true,
    act: (s) => {
      const {path, body} = createPlan(s);
      const update = () => s.call('updatePlan', {path, body: {...body, recommended: true}});
      return {first: update(), again: update()};
    },
    judge: ({first, again}) =>
      whenServed(first, () => expectOutcome(again, 'updated', 'refused the second time')),
  }),
  check({
    rule: 'store.plans.update-is-kept',
    place: 'at the same moment',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, path, body} = createPlan(s, {concurrency_limit: 3});
      const update = (members: Record<string, Val>) => s.call('updatePlan', {path, body: members});
      return {
        created,
        first: update({recommended: true}),
        second: update({concurrency_limit: 4}),
        inTurn: find(s, body.name),
        race: s.parallel(
          (b) => void b.call('updatePlan', {path, body: {recommended: false}}),
          (b) => void b.call('updatePlan', {path, body: {concurrency_limit: 5}}),
        ),
        list: find(s, body.name),
      };
    },
    // Whether an update keeps what it does not name is open (NS-ST-87); where one after the other
    // does, so do two at once.
    judge: ({created, first, second, inTurn, race, list}) => {
      if (!isUpdated(first) || !isUpdated(second))
        return notApplicable('an update has to name more than one member');
      const row = rowOf(inTurn, created);
      const isKept = row?.recommended === true && row.concurrency_limit === 4;
      if (row && !isKept)
        return hidden('NS-ST-87', 'reset', 'an update resets what it does not name');
      return when(isKept && race.every(isUpdated), 'an update was not accepted', () =>
        whenTimely(overlapped(race), 'the requests did not overlap', () => {
          const now = rowOf(list, created);
          return all(
            expectRowMember(now, 'recommended', false, 'recommended lost', list),
            expectRowMember(now, 'concurrency_limit', 5, 'concurrency_limit lost', list),
          );
        }),
      );
    },
  }),
];
