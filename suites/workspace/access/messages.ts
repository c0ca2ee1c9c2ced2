import {check, type Check} from '../../check.ts';
import {all, equal, holds, is, memberIs, noServerError, summaryOf} from '../../judge.ts';
import {column} from '../../rows.ts';
import {sum, type Handle} from '../../script.ts';
import {
  account,
  land,
  listed,
  publish,
  register,
  registrationOf,
  reservationOf,
  reserve,
} from '../publishing.ts';

/** Bodies, reasons and paths. */
export const messages: Check[] = [
  check({
    rule: 'workspace.access.reason-is-stable',
    act: (s) => {
      const reservation = reserve(s);
      const read = (expects?: string) =>
        s.call('getPublication', {
          path: {publication: reservation.at('/publication_id')},
          ...(expects && {expects}),
        });
      const unkeyed = () => s.call('getAccount', {as: 'nobody'});
      const sample = reservationOf(s);
      const landed = land(s);
      const body = registrationOf(s, landed);
      // Refused in place, every one of them: nothing is made, and the same may be asked again.
      const twice = (ask: () => Handle) => [ask(), ask()] as const;
      const [unfit, unfitAgain] = twice(() =>
        s.call('createUpload', {
          body: {...sample, original_filename: s.sample('unsupported', '/filename')},
        }),
      );
      const [large, largeAgain] = twice(() =>
        s.call('createUpload', {
          body: {...sample, size_bytes: s.sample('oversize', '/size_bytes')},
        }),
      );
      const [cut, cutAgain] = twice(() => s.call('createUpload', {raw: '{'}));
      const [forbidden, forbiddenAgain] = twice(() =>
        s.call('createUpload', {as: 'read-only', body: sample}),
      );
      const [early, earlyAgain] = twice(() => register(s, reservation));
      const [other, otherAgain] = twice(() =>
        register(s, landed, {
          body: {...body, original_filename: s.sample('unsupported', '/filename')},
        }),
      );
      const [larger, largerAgain] = twice(() =>
        register(s, landed, {body: {...body, size_bytes: sum(sample.size_bytes, 1)}}),
      );
      const [bare, bareAgain] = twice(() => s.call('createPublication', {raw: '{'}));
      return {
        first: read('publication-not-found'),
        second: read(),
        unkeyed: unkeyed(),
        unkeyedAgain: unkeyed(),
        unfit,
        unfitAgain,
        large,
        largeAgain,
        cut,
        cutAgain,
        forbidden,
        forbiddenAgain,
        early,
        earlyAgain,
        other,
        otherAgain,
        larger,
        largerAgain,
        bare,
        bareAgain,
      };
    },
    judge: ({first, second, unkeyed, unkeyedAgain, ...seen}) =>
      all(
        equal(second.body?.reason, first.body?.reason, 'reason-changed', second),
        equal(
          unkeyedAgain.body?.reason,
          unkeyed.body?.reason,
          'reason-of-401-changed',
          unkeyedAgain,
        ),
        // What is accepted instead is another rule's.
        ...Object.entries(seen).flatMap(([name, exchange]) => {
          const again = seen[`${name}Again` as keyof typeof seen];
          return again && exchange.status >= 400 && again.status >= 400
            ? [equal(again.body?.reason, exchange.body?.reason, `reason of ${name} changed`, again)]
            : [];
        }),
      ),
  }),
  check({
    rule: 'workspace.access.malformed-body-is-refused',
    act: (s) => {
      // The newest is listed: nothing that was registered earlier will still show late.
      const before = listed(s, publish(s));
      return {
        before,
        spare: account(s),
        cut: s.call('createUpload', {raw: '{"original_filename": "tides.epub", "size'}),
        bare: s.call('createPublication', {raw: '{'}),
        followed: s.call('createUpload', {body: reservationOf(s), tail: '}'}),
        left: account(s),
        after: s.call('listPublications', {expects: 'page'}),
        sound: s.call('createUpload', {body: reservationOf(s), expects: 'reserved'}),
      };
    },
    judge: ({before, spare, cut, bare, followed, left, after}) =>
      all(
        is(cut, 'body-refused', 'cut-off-json-accepted'),
        is(bare, 'body-refused', 'open-brace-accepted'),
        is(followed, 'body-refused', 'brace-behind-accepted'),
        memberIs(left, '/publications_left', spare.body.publications_left, 'something-was-spent'),
        equal(column([after], '/id'), column([before], '/id'), 'something-was-made', after),
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
    judge: ({account: one, list, reservation, registered, read}) =>
      all(
        is(one, 'account', 'not-under-the-prefix'),
        is(list, 'page', 'not-under-the-prefix'),
        is(reservation, 'reserved', 'not-under-the-prefix'),
        ...(reservation.situations.includes('reserved')
          ? [
              is(registered, 'registered', 'not-under-the-prefix'),
              is(read, 'publication', 'not-under-the-prefix'),
            ]
          : []),
      ),
  }),
  check({
    rule: 'workspace.access.store-paths-are-not-here',
    act: (s) => ({
      orders: s.call('getAccount', {elsewhere: '/integration-api/v1/orders'}),
      own: account(s),
    }),
    judge: ({orders}) =>
      all(
        holds(orders.status >= 300, {
          branch: 'answered',
          expected: 'no success',
          got: summaryOf(orders),
          at: orders,
        }),
        noServerError(orders, 'server-error'),
      ),
  }),
];
