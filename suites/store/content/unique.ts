import type {Exchange, Val} from '../../../spec/step.ts';
import {check, type AnyProperty, type Check} from '../../check.ts';
import {all, holds, is, overlapped, summaryOf, whenRaced} from '../../judge.ts';
import {property} from '../../property.ts';
import {text, type Handle} from '../../script.ts';
import {classesOf, type Values} from '../../values/values.ts';
import {issueIn} from '../issue-rows.ts';
import {findIssues, newIssue, readByReference, send, upload} from '../issuing.ts';
import {isNotListed} from './refused.ts';

/** The external_id of an upload is unique (Content, Upload body). */

const areCreated = (race: Exchange[]): Exchange[] =>
  race.filter(({situations}) => situations.includes('created'));

/** Makes texts around a name that no other has, or around digits. */
type Around = (name: Val, digits: Val) => Val;

/**
 * Pairs of references that a careless comparison takes for one: as numbers, by their beginnings.
 * Whether letters of another case or with accents are others is left open.
 */
const PAIRS: Record<string, [has: Around, given: Around]> = {
  'a leading zero': [(_, digits) => text('0', digits), (_, digits) => digits],
  'a decimal of the same number': [(_, digits) => digits, (_, digits) => text(digits, '.0')],
  'an exponent of the same number': [
    (_, digits) => text(digits, '0'),
    (_, digits) => text(digits, 'e1'),
  ],
  'a letter more': [(name) => name, (name) => text(name, 'x')],
  'a letter less': [(name) => text(name, 'x'), (name) => name],
  'another dash': [(name) => text(name, '-a'), (name) => text(name, '_a')],
  'a sign of patterns': [(name) => text(name, 'a'), (name) => text(name, '%')],
};

type Pair = keyof typeof PAIRS;

const pairs: Values<Pair> = classesOf<Pair>(...(Object.keys(PAIRS) as [Pair, ...Pair[]]));

const DIGITS = {valueClass: 'digits beyond 2^53'} as const;

/** References that differ in little are two references. */
export const nearlyEqual: AnyProperty = property<
  {pair: Pair},
  Record<'first' | 'second' | 'again', Handle>
>({
  rule: 'store.content.external-id-is-unique',
  place: 'what differs in little',
  onShared: 1,
  times: 2,
  forAll: {pair: pairs},
  act: (s, {pair}) => {
    const [has, given] = PAIRS[pair] ?? [];
    const [name, digits] = [s.fresh('content-id'), {...s.fresh('content-id'), ...DIGITS}];
    const [current, other] = [has?.(name, digits) ?? name, given?.(name, digits) ?? name];
    return {
      first: send(s, newIssue(s, {external_id: current}), {expects: 'created'}),
      second: send(s, newIssue(s, {external_id: other})),
      again: send(s, newIssue(s, {external_id: current})),
    };
  },
  judge: ({second, again}, {pair}) =>
    all(is(second, 'created', `refused: ${pair}`), is(again, 'invalid', 'the same accepted')),
});

/** No two uploads have one external_id, one after the other or at the same moment. */
export const unique: Check[] = [
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
        free: upload(s).created,
      };
    },
    judge: ({again, otherFile}) =>
      all(
        is(again, 'invalid', 'a taken one is accepted'),
        is(otherFile, 'invalid', 'a taken one is accepted with other members'),
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
        () => isNotListed(again, listed),
        () =>
          holds(issueIn(kept).name === issueIn(first).name, {
            branch: 'a refused upload replaced the first',
            expected: 'the first content by its reference',
            got: String(issueIn(kept).name),
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
        holds(areCreated(race).length < 2, {
          branch: 'both created with one external_id',
          expected: 'one upload with this external_id',
          got: 'two',
          at: race[1],
        }),
        whenRaced(overlapped(race), 'the requests did not overlap', () =>
          holds(
            areCreated(race).length === 1 &&
              race.some(({situations}) => situations.includes('invalid')),
            {
              branch: 'not one of two with one external_id',
              expected: 'one created, one answered 422',
              got: race.map(summaryOf).join('; '),
              at: race[0],
            },
          ),
        ),
      ),
  }),
];
