import type {Judgement} from '../../../language/check.ts';
import {all, expectThat, expectOutcome, undecided, nothing} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {isSameText} from '../../../values/normalized.ts';
import {text} from '../../../language/sent-values.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {AnyProperty, Check} from '../../../language/check.ts';
import {property, propertiesOf} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import {checksOfCases, ofEach, sceneOfCases} from '../../../tables/cases.ts';
import {booleans} from '../../../values/values.ts';
import {createPlan, find, newPlan, PREPAID, TRIAL} from '../plan-steps.ts';
import {
  expectNotShown,
  expectShown,
  nameIn,
  expectRowAsGiven,
  rowsOf,
  type PlanRow,
} from '../plan-rows.ts';
import {bodyOf, PLAN_VALUES, type DrawnPlan} from './plan-values.ts';
import {toText} from '../../../../spec/json.ts';

/**
 * The row whose description contains the word in the first paragraph of a creation's description.
 */
export const rowByWord = (list: Exchange, created: Exchange): PlanRow | undefined => {
  const [, word] = /^<p>([^<]+)/.exec(toText(created.requestBody?.details)) ?? [];
  if (word === undefined) return undefined;
  return rowsOf(list).find(({details}) => typeof details === 'string' && details.includes(word));
};

/** The name in a row is the one that was given, apart from changes that the document allows. */
export function expectNameKept(
  list: Exchange,
  created: Exchange,
  branch = 'another name',
): Judgement {
  const row = rowByWord(list, created);
  const [given, got] = [nameIn(created), row?.name];
  if (typeof got !== 'string' || typeof given !== 'string')
    return undecided('a word of the description does not find the plan');
  return expectThat(isSameText(given, got), {
    branch,
    expected: `\`name\` of the listed plan to be "${given}"`,
    got,
    at: list,
  });
}

/** The list shows the values of a creation and of an update. */
export const written: AnyProperty[] = [
  ...propertiesOf<DrawnPlan, {created: Handle; list: Handle}>(
    {
      scene: 'store: any plan',
      forAll: PLAN_VALUES as never,
      act: (s, values) => {
        // The search by this word finds the plan even if its name is changed.
        const word = s.fresh('text');
        const details = text('<p>', word, '</p>', values.details);
        const created = s.call('createPlan', {body: {...bodyOf(values), details}});
        return {created, list: find(s, word)};
      },
    },
    {
      'store.plans.created-is-as-given': ({created, list}, values) =>
        all(expectOutcome(created, 'created', 'refused'), () => {
          const given = {...bodyOf(values), details: created.requestBody?.details as unknown};
          return expectRowAsGiven(list, created, given, rowByWord(list, created));
        }),
      'store.plans.name-is-as-given': ({created, list}) =>
        isCreated(created) ? expectNameKept(list, created) : nothing(),
    },
  ),
  property<DrawnPlan & {renames: boolean}, Record<'created' | 'updated' | 'list' | 'old', Handle>>({
    rule: 'store.plans.update-is-kept',
    forAll: {...PLAN_VALUES, renames: booleans} as never,
    act: (s, values) => {
      const {type, duration} = values.terms;
      const before = createPlan(s, {type: type ?? null, duration: duration ?? null});
      const name = values.renames ? values.name : before.body.name;
      const updated = s.call('updatePlan', {
        path: before.path,
        body: {...bodyOf(values), name},
      });
      return {
        created: before.created,
        updated,
        list: find(s, name),
        old: find(s, before.body.name),
      };
    },
    judge: ({created, updated, list, old}, values) =>
      all(
        expectOutcome(updated, 'updated', 'refused'),
        () => expectShown(list, updated, 'not found by the new name'),
        () => expectRowAsGiven(list, updated, bodyOf(values)),
        () =>
          values.renames
            ? expectNotShown(old, nameIn(created), 'found by the old name still')
            : nothing(),
      ),
  }),
];

/** One flag each, with what it needs. */
const FLAGS_ALONE: Record<string, Val>[] = [
  {recommended: true, private: false},
  {private: true, ...TRIAL},
  {download_files: true, private: false, ...PREPAID, duration: 12},
];

const flagsAlone = sceneOfCases({
  id: 'store.plans.created-is-as-given each flag alone',
  cases: FLAGS_ALONE,
  act: (s, more) => {
    const body = newPlan(s, more);
    // Lists at the end of a scene are read again if they show changes late.
    return {created: s.call('createPlan', {body}), listed: () => find(s, body.name)};
  },
});

/** Each flag is set alone once: setting one does not set another. */
export const flags: Check[] = checksOfCases(flagsAlone, 'each flag alone', {
  'store.plans.created-is-as-given': ofEach(({created, listed}) =>
    expectRowAsGiven(listed, created, created.requestBody),
  ),
});
