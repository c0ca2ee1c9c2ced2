/** Orders are named by the caller's references, whatever those are (Orders, Read; Update; Cancel). */

import * as fc from 'fast-check';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  check,
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {all, expectMember, expectOutcome, notApplicable, nothing} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfCases, ofEach, sceneOfCases} from '../../../tables/cases.ts';
import {classesOf, freshValues, type ValueClasses} from '../../../values/values.ts';
import {expectStatus} from '../../order-rows.ts';
import {
  byId,
  byReference,
  content,
  daysAfter,
  order,
  permission,
  createOrder,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {keptOrder, type KeptOrder} from '../change/kept-order.ts';
import {expectOrder} from './reading.ts';

const FINDS = 'store.orders.external-reference-finds-the-order';

/** The operations that name an order by its reference, and their success. */
const WAYS = [
  {rule: FINDS, step: 'read', situation: 'order'},
  {rule: 'store.orders.update-by-external-reference', step: 'updated', situation: 'updated'},
  {rule: 'store.orders.cancel-by-external-reference', step: 'cancelled', situation: 'cancelled'},
] as const;

type Way = (typeof WAYS)[number];

/** Judges by the rules of the operations. */
const judges = <J>(judge: (way: Way) => J): Record<string, J> =>
  Object.fromEntries(WAYS.map((way) => [way.rule, judge(way)]));

/** The body of an order of a reader with a reference. */
export const orderNamed = (
  s: Script,
  {reader, title}: Pick<KeptOrder, 'reader' | 'title'>,
  reference: Val,
): Record<string, Val> => ({...permission(s, reader, [title]), external_reference: reference});

/** Records the operations on a created order, which name it by its reference. */
function nameBy(s: Script, created: Handle, reference: Val, args: Args = {}) {
  const name = {...byReference(reference), ...args};
  const later = {expiration_date: daysAfter(created, 40)};
  return {
    created,
    read: s.call('getOrder', name),
    updated: s.call('updateOrder', {...name, body: later}),
    cancelled: s.call('cancelOrder', name),
  };
}

type Named = Record<'created' | Way['step'], Exchange>;

/** A response is the success of its operation and shows the created order. */
export const expectDone = (
  response: Exchange,
  situation: string,
  created: Exchange,
  branch = 'not-found',
): Judgement =>
  all(expectOutcome(response, situation, branch), () =>
    response.situations.includes(situation)
      ? expectOrder(response, created, 'another-order')
      : nothing(),
  );

/** A reference with an ending that has another meaning if it is not percent-encoded. */
const endingWith = (ending: string) =>
  fc.constant({$text: [{$fresh: 'external-id'}, ending]} as never);

/** References of every kind, some of which have to be percent-encoded in a path. */
const references: ValueClasses<never> = {
  plain: {$fresh: 'external-id'} as never,
  classes: {
    ...freshValues('external-id').classes,
    'a percent-encoded slash': endingWith('%2Fa'),
    'the end of a query': endingWith('?id_type=internal&'),
    'a dot at the end': endingWith('.'),
    'a blank within': endingWith(' a'),
    'a plus at the end': endingWith('a+'),
  },
};

/** An order can be read, changed and cancelled by any reference of the caller, however a path is percent-encoded. */
export const namedByReference: AnyProperty[] = propertiesOf(
  {
    scene: 'store: orders named by any reference',
    place: 'whatever it is',
    forAll: {
      reference: references,
      spelling: classesOf('plainly', 'lower-case-hex', 'marks-encoded'),
    },
    given: keptOrder,
    maxDrawsOnShared: 1,
    act: (s, {reference, spelling}, kept) => {
      const created = createOrder(s, orderNamed(s, kept, reference));
      const spelled = spelling === 'plainly' ? {} : {spelling: spelling as Args['spelling']};
      return {
        ...nameBy(s, created, reference, spelled),
        after: s.call('getOrder', {...byReference(reference), ...spelled}),
      };
    },
  },
  judges(
    ({step, situation}) =>
      ({after, ...seen}: Named & {after: Exchange}) =>
        all(expectDone(seen[step], situation, seen.created), () =>
          step === 'cancelled' ? expectStatus(after, 'cancelled', 'not-cancelled') : nothing(),
        ),
  ),
);

/** Endings of references that have another meaning if they are not percent-encoded. */
const SIGNS = ['+1', ' 1', '%2B1', '%', '&b=1', '?b=1', '#1', ';1,2', 'é'];

const withSigns = sceneOfCases({
  id: 'store: orders named by a reference with each sign',
  onlyOnTestTargets: true,
  given: keptOrder,
  cases: SIGNS,
  act: (s, sign, kept: KeptOrder) => {
    const reference = text(s.fresh('external-id'), sign);
    return nameBy(s, createOrder(s, orderNamed(s, kept, reference)), reference);
  },
});

/**
 * An order named by a reference with a slash. Not every gateway passes it on in a path, so it is only judged where the
 * store itself finds something by a text with a slash in a path.
 */
const withSlash = sharedScene({
  id: 'store: orders named by a reference with a slash',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: (s) => {
    const [reference, userId] = [text(s.fresh('text'), '/a'), text(s.fresh('text'), '/a')];
    createUser(s, {external_id: userId});
    const kept = {reader: createUser(s), title: content(s)};
    const created = order(s, orderNamed(s, kept, reference));
    const loggedOut = s.call('forceLogout', {path: {id: userId}});
    return {loggedOut, ...nameBy(s, created, reference, {optional: true})};
  },
});

/** A request finds the order if any request finds something by a text with a slash. */
const expectFoundToo =
  ({step, situation}: Way) =>
  ({loggedOut, ...seen}: Named & {loggedOut: Exchange}): Judgement => {
    const passes =
      loggedOut.situations.includes('logged-out') ||
      WAYS.some((way) => seen[way.step].situations.includes(way.situation));
    return passes && isCreated(seen.created)
      ? expectDone(seen[step], situation, seen.created, 'not found: a slash')
      : notApplicable('nothing is found by a text with a slash');
  };

/** Orders are named by a reference that could be an id, or that has to be encoded in a path. */
export const namedInParticular: Check[] = [
  ...WAYS.flatMap((way) => [
    ...checksOfCases(withSigns, 'with each sign', {
      [way.rule]: ofEach((seen) => expectDone(seen[way.step], way.situation, seen.created)),
    }),
    ...checksOf(withSlash, {[`${way.rule} @ with a slash`]: expectFoundToo(way)}),
  ]),
  check({
    rule: FINDS,
    place: 'in the form of an id',
    onlyOnTestTargets: true,
    act: (s) => {
      const reference = {...s.fresh('idempotency-key'), valueClass: 'a UUID'};
      const kept = {reader: createUser(s), title: content(s)};
      const created = createOrder(s, orderNamed(s, kept, reference));
      return {created, read: s.call('getOrder', byReference(reference))};
    },
    judge: ({created, read}) => expectDone(read, 'order', created),
  }),
  check({
    rule: FINDS,
    place: 'the id of another order',
    onlyOnTestTargets: true,
    given: keptOrder,
    act: (s, kept) => {
      const one = createOrder(s, permission(s, kept.reader, [kept.title]));
      const id = one.at('/data/id');
      return {
        one,
        other: order(s, orderNamed(s, kept, id)),
        byReference: s.call('getOrder', byReference(id)),
        byId: s.call('getOrder', byId(one)),
      };
    },
    judge: ({one, other, byReference: referred, byId: read}) =>
      isCreated(other)
        ? all(
            expectOutcome(referred, 'order', 'not found by its reference'),
            () => expectOrder(referred, other, 'the order with that id'),
            expectOutcome(read, 'order', 'not found by its id'),
            () => expectOrder(read, one, 'the order with that reference'),
          )
        : notApplicable('no reference may be the id of another order'),
  }),
  check({
    rule: FINDS,
    place: 'digits that begin with zeros',
    onlyOnTestTargets: true,
    given: keptOrder,
    act: (s, kept) => {
      const digits = {...s.fresh('content-id'), valueClass: 'digits of an ISBN'};
      const reference = text('00', digits);
      const created = createOrder(s, orderNamed(s, kept, reference));
      return {created, read: s.call('getOrder', byReference(reference))};
    },
    judge: ({created, read}) => {
      const {external_reference: given} = created.requestBody as Record<string, unknown>;
      return all(
        expectOutcome(read, 'order', 'not found by its reference'),
        () => expectOrder(read, created, 'another order'),
        () => expectMember(read, '/external_reference', given, 'another reference'),
      );
    },
  }),
];
