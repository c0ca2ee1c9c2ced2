/** The external_id of an upload is unique (Content, Upload body). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksAt,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  summaryOf,
  when,
  nothing,
  whenTimely,
} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {hasSituation, isCreated} from '../../../language/outcome.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {DIGITS, nearPairs, nearTexts} from '../../../values/near-texts.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, newIssue, readByReference, send, upload} from '../../issuing.ts';
import {expectNotListed} from './refused.ts';
import {expectRead} from '../shown.ts';
import {toText} from '../../../../spec/json.ts';

const acceptedIn = (race: Exchange[]): Exchange[] => race.filter(isCreated);

/** References that differ little are different references. */
export const nearlyEqual: AnyProperty[] = propertiesOf<
  {pair: string},
  Record<'first' | 'second' | 'again' | 'readFirst' | 'readSecond', Handle>,
  undefined
>(
  {
    scene: 'store: content with references that differ in little',
    place: 'what differs in little',
    maxDrawsOnShared: 1,
    drawFactor: 2,
    forAll: {pair: nearPairs},
    act: (s, {pair}) => {
      const digits = {...s.fresh('content-id'), ...DIGITS};
      const [current, other] = nearTexts(pair, s.fresh('content-id'), digits);
      return {
        first: send(s, newIssue(s, {external_id: current}), {expects: 'created'}),
        second: send(s, newIssue(s, {external_id: other})),
        again: send(s, newIssue(s, {external_id: current})),
        readFirst: readByReference(s, current),
        readSecond: readByReference(s, other),
      };
    },
  },
  {
    'store.content.external-id-is-unique': ({second, again}, {pair}) =>
      all(
        expectOutcome(second, 'created', `refused: ${pair}`),
        expectOutcome(again, 'invalid', 'the same accepted'),
      ),
    'store.content.reference-finds-the-issue': ({first, second, readFirst, readSecond}, {pair}) =>
      when(isCreated(second), 'the second reference was refused', () =>
        all(
          expectRead(readFirst, first, `another one is read: ${pair}`),
          expectRead(readSecond, second, `another one is read: ${pair}`),
        ),
      ),
  },
);

/** The number of races: the requests of one race may be some milliseconds apart. */
const RACES = 3;

/** Races of three uploads with one external_id. */
const manyRaces = sharedScene({
  id: 'store: uploads with one external_id, race after race',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) =>
    Object.fromEntries(Array.from({length: RACES}, (_, at) => [`race ${at + 1}`, raceOfThree(s)])),
});

/** Records three uploads with one external_id at the same moment. */
function raceOfThree(s: Script): Handle<Exchange[]> {
  const first = newIssue(s);
  const others = [newIssue(s), newIssue(s)];
  const uploads = [first, ...others.map((one) => ({...one, external_id: first.external_id}))];
  return s.parallel(...uploads.map((one) => (b: Script) => void send(b, one)));
}

/** At most one upload of each race is created. */
const expectOneOfEach = (seen: Record<string, Exchange[]>): Judgement => {
  const races = Object.values(seen);
  return all(
    ...races.map((race) =>
      expectThat(acceptedIn(race).length < 2, {
        branch: 'more than one created with one external_id',
        expected: 'one upload with this external_id',
        got: `${acceptedIn(race).length}`,
        at: race[1],
      }),
    ),
    whenTimely(races.some(overlapped), 'the requests did not overlap', () => nothing()),
  );
};

/** No two uploads have the same external_id, neither one after the other nor in parallel. */
export const unique: Check[] = [
  ...checksAt(manyRaces, 'store.content.external-id-is-unique', {
    'race after race': expectOneOfEach,
  }),
  check({
    rule: 'store.content.external-id-is-unique',
    act: (s) => {
      const first = upload(s, {description: 'The first.'});
      const other = newIssue(s, {external_id: first.body.external_id});
      return {
        first: first.created,
        again: send(s, other),
        otherFile: send(
          s,
          newIssue(s, {external_id: first.body.external_id, lang: 'es', free: true}),
        ),
        kept: readByReference(s, first.body.external_id),
      };
    },
    judge: ({again, otherFile}) =>
      all(
        expectOutcome(again, 'invalid', 'a taken one is accepted'),
        expectOutcome(otherFile, 'invalid', 'a taken one is accepted with other members'),
      ),
  }),
  check({
    rule: 'store.content.refused-create-makes-nothing',
    place: 'with a taken external_id',
    act: (s) => {
      const first = upload(s);
      const again = newIssue(s, {external_id: first.body.external_id});
      return {
        first: first.created,
        again: send(s, again),
        kept: readByReference(s, first.body.external_id),
        listed: findIssues(s, again.name),
      };
    },
    judge: ({first, again, kept, listed}) =>
      all(
        () => expectNotListed(again, listed),
        () =>
          expectThat(issueIn(kept).name === issueIn(first).name, {
            branch: 'a refused upload replaced the first',
            expected: 'the reference to find the first content',
            got: toText(issueIn(kept).name),
            at: kept,
          }),
      ),
  }),
  check({
    rule: 'store.content.external-id-is-unique',
    place: 'at the same moment',
    act: (s) => {
      const [one, other] = [newIssue(s), newIssue(s)];
      return {
        race: s.parallel(
          (b) => void send(b, one),
          (b) => void send(b, {...other, external_id: one.external_id}),
        ),
      };
    },
    judge: ({race}) =>
      all(
        expectThat(acceptedIn(race).length < 2, {
          branch: 'both created with one external_id',
          expected: 'one upload with this external_id',
          got: 'two',
          at: race[1],
        }),
        whenTimely(overlapped(race), 'the requests did not overlap', () =>
          expectThat(acceptedIn(race).length === 1 && race.some(hasSituation('invalid')), {
            branch: 'not one of two with one external_id',
            expected: 'one created, one answered 422',
            got: race.map(summaryOf).join('; '),
            at: race[0],
          }),
        ),
      ),
  }),
];
