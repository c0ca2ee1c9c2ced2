import {isDeepStrictEqual} from 'node:util';
import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check} from '../../language/check.ts';
import {all, expectEqual, expectThat, expectOutcome, summaryOf} from '../../language/judge.ts';
import {column} from '../../language/rows.ts';
import {
  readAccount,
  listUntilShown,
  publish,
  register,
  reservationOf,
  leftIn,
  expectLeft,
} from '../publishing.ts';

const isJson = ({headers}: Exchange): boolean =>
  /^application\/([\w.-]+\+)?json/.test(headers['content-type'] ?? '');

/** The member names of a body at every depth, by which the body is recognized. */
function namesIn(value: unknown): string[] {
  if (!isObject(value)) return [];
  const names = Object.entries(value).flatMap(([name, member]) => [
    name,
    ...namesIn(member).map((inner) => `${name}/${inner}`),
  ]);
  return names.sort();
}

const hasNamesOf = (one: Exchange, other: Exchange): boolean =>
  isDeepStrictEqual(namesIn(one.wire), namesIn(other.wire));

/** Bodies and paths. */
export const messages: Check[] = [
  check({
    rule: 'workspace.access.malformed-body-is-refused',
    act: (s) => {
      // Once the newest publication is listed, all earlier ones are listed, too.
      const before = listUntilShown(s, publish(s));
      return {
        before,
        accountBefore: readAccount(s),
        cutOff: s.call('createUpload', {raw: '{"original_filename": "tides.epub", "size'}),
        openBrace: s.call('createPublication', {raw: '{'}),
        textBehind: s.call('createUpload', {body: reservationOf(s), tail: ' and more'}),
        accountAfter: readAccount(s),
        after: s.call('listPublications', {expects: 'page'}),
        sound: s.call('createUpload', {body: reservationOf(s), expects: 'reserved'}),
      };
    },
    judge: ({before, accountBefore, cutOff, openBrace, textBehind, accountAfter, after}) =>
      all(
        expectOutcome(cutOff, 'body-refused', 'cut-off-json-accepted'),
        expectOutcome(openBrace, 'body-refused', 'open-brace-accepted'),
        expectOutcome(textBehind, 'body-refused', 'text-behind-accepted'),
        expectLeft(accountAfter, leftIn(accountBefore), 'something-was-spent'),
        () =>
          expectEqual(
            column([after], '/id'),
            column([before], '/id'),
            'something-was-made',
            after,
            'the list of publications',
          ),
      ),
  }),
  check({
    rule: 'workspace.access.operations-stand-under-the-prefix',
    act: (s) => {
      const reservation = s.call('createUpload', {body: reservationOf(s)});
      s.upload(reservation, {optional: true});
      return {
        account: s.call('getAccount'),
        list: s.call('listPublications'),
        reservation,
        registered: register(s, reservation, {optional: true}),
        read: s.call('getPublication', {
          path: {publication: reservation.at('/publication_id')},
          until: {other: 404},
          optional: true,
        }),
      };
    },
    judge: ({account, list, reservation, registered, read}) =>
      all(
        expectOutcome(account, 'account', 'not-under-the-prefix'),
        expectOutcome(list, 'page', 'not-under-the-prefix'),
        expectOutcome(reservation, 'reserved', 'not-under-the-prefix'),
        ...(reservation.situations.includes('reserved')
          ? [
              expectOutcome(registered, 'registered', 'not-under-the-prefix'),
              expectOutcome(read, 'publication', 'not-under-the-prefix'),
            ]
          : []),
      ),
  }),
  check({
    rule: 'workspace.access.operations-stand-under-the-prefix',
    place: 'nothing without the prefix',
    act: (s) => ({own: readAccount(s), bare: s.call('getAccount', {elsewhere: '/account'})}),
    judge: ({own, bare}) =>
      // The path may belong to something else than this API.
      expectThat(bare.status >= 300 || !hasNamesOf(bare, own), {
        branch: 'served-without-the-prefix',
        expected: 'no account at `/account`, without the prefix of the API',
        got: summaryOf(bare),
        at: bare,
      }),
  }),
  check({
    rule: 'workspace.access.store-paths-are-not-here',
    act: (s) => ({
      orders: s.call('getAccount', {elsewhere: '/integration-api/v1/orders'}),
      own: readAccount(s),
    }),
    judge: ({orders}) =>
      // A generic page for unknown paths is not a response of the store API.
      expectThat(orders.status >= 300 || !isJson(orders), {
        branch: 'answered',
        expected: 'a path of the store API to be unknown to a workspace key',
        got: summaryOf(orders),
        at: orders,
      }),
  }),
];
