/** The external_id of an upload is unique (Content, Upload body). */

import {check, type AnyProperty, type Check} from '../../../language/check.ts';
import {all, expectOutcome, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {checkOfRaces, expectOneCreated, race} from '../../../tables/races.ts';
import {DIGITS, nearPairs, nearTexts} from '../../../values/near-texts.ts';
import {newIssue, readByReference, send, upload} from '../../issuing.ts';
import {expectRead} from '../shown.ts';

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

const creation = {op: 'createIssue', newBody: (s: Script) => newIssue(s)};

/** No two uploads have the same external_id, neither one after the other nor in parallel. */
export const unique: Check[] = [
  checkOfRaces({
    scene: 'store: uploads with one external_id, race after race',
    rule: 'store.content.external-id-is-unique',
    ...creation,
    members: ['external_id'],
    creations: 3,
    twice: 'more than one created',
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
    rule: 'store.content.external-id-is-unique',
    place: 'at the same moment',
    act: (s) => ({race: race(s, creation, 'external_id')}),
    judge: ({race: uploads}) => expectOneCreated(uploads, 'external_id'),
  }),
];
