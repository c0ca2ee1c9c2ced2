import type {Exchange} from '../../../spec/step.ts';
import {check, type Chapter} from '../../check.ts';
import {all, column, differs, equal, holds, is, missing, noServerError, refused, told, when} from '../../judge.ts';
import {account, counted, land, listed, publish, registrationOf, reservationOf, reserve, shown} from '../publishing.ts';

const listedIds = (page: Exchange): unknown[] => column([page], '/id');

/** Workspace / access: keys, abilities, tenancy, error envelope. */
export const access: Chapter = {
  chapter: 'workspace/access',
  visits: [],
  provocations: [],
  checks: [
    check({
      rule: 'workspace.access.bearer-key-is-accepted',
      act: (s) => ({with: s.call('getAccount'), without: s.call('getAccount', {as: 'nobody'})}),
      judge: (seen) => all(is(seen.with, 'account', 'key-refused'), is(seen.without, 'unauthenticated', 'no-key-accepted')),
    }),
    check({
      rule: 'workspace.access.missing-key-comes-first',
      act: (s) => {
        const reservation = reserve(s);
        const path = {publication: reservation.at('/publication_id')};
        return {
          without: s.call('getPublication', {as: 'nobody', path}),
          invalid: s.call('createPublication', {as: 'nobody', body: {}}),
          with: s.call('getPublication', {path, expects: 'publication-not-found'}),
        };
      },
      judge: (seen) =>
        all(
          is(seen.without, 'unauthenticated', 'lookup-first'),
          is(seen.invalid, 'unauthenticated', 'validation-first'),
        ),
    }),
    check({
      rule: 'workspace.access.ability-comes-before-lookup',
      act: (s) => {
        const reservation = reserve(s);
        return {
          unknown: s.call('getPublication', {as: 'write-only', path: {publication: reservation.at('/publication_id')}}),
          invalid: s.call('createPublication', {as: 'read-only', body: {}}),
        };
      },
      judge: ({unknown, invalid}) =>
        all(is(unknown, 'forbidden', 'lookup-first'), is(invalid, 'forbidden', 'validation-first')),
    }),
    check({
      rule: 'workspace.access.ability-refusal-has-no-effect',
      act: (s) => {
        const landed = land(s);
        const before = account(s);
        const forbidden = s.call('createPublication', {as: 'read-only', body: registrationOf(s, landed)});
        const after = account(s);
        return {before, forbidden, after, read: s.call('getPublication', {path: {publication: landed.at('/publication_id')}})};
      },
      judge: ({before, forbidden, after, read}) =>
        all(
          is(forbidden, 'forbidden', 'not-refused'),
          equal(after.body.publications_left, before.body.publications_left, 'allowance-moved', after),
          is(read, 'publication-not-found', 'publication-made'),
        ),
    }),
    check({
      rule: 'workspace.access.new-key-has-library-abilities',
      act: (s) => {
        const minted = s.control('mint-key', {role: 'full'});
        const as = minted.at('/key');
        return {read: s.call('listPublications', {as}), write: s.call('createUpload', {as, body: reservationOf(s)})};
      },
      // A spent allowance is said to a key that may write.
      judge: ({read, write}) => all(is(read, 'page', 'cannot-read'), is(write, ['reserved', 'allowance-spent'], 'cannot-write')),
    }),
    check({
      rule: 'workspace.access.key-names-one-workspace',
      act: (s) => ({once: account(s), again: account(s), other: account(s, 'second-workspace')}),
      judge: ({once, again, other}) =>
        all(
          equal(again.body.workspace, once.body.workspace, 'another-workspace-on-the-second-call', again),
          differs(other.body.workspace, once.body.workspace, 'two-keys-one-workspace', other),
        ),
    }),
    check({
      rule: 'workspace.access.no-workspace-parameter',
      act: (s) => {
        const other = account(s, 'second-workspace');
        const own = account(s);
        const query = {
          workspace: other.at('/workspace'), workspace_id: other.at('/workspace'), account: other.at('/workspace'),
          account_id: other.at('/workspace'),
        };
        const theirs = shown(s, 'second-workspace');
        return {
          own, other, theirs,
          asked: s.call('getAccount', {query}),
          list: s.call('listPublications', {query}),
          read: s.call('getPublication', {path: {publication: theirs.at('/id')}, query}),
        };
      },
      judge: ({own, other, theirs, asked, list, read}) =>
        all(
          differs(other.body.workspace, own.body.workspace, 'one-workspace-only', other),
          list.situations.includes('page')
            ? holds(!listedIds(list).includes(theirs.body.id), {
                branch: 'parameter-opened-the-list', expected: "none of the other workspace's publications", got: 'theirs', at: list,
              })
            : refused(list, 'parameter-broke-the-list'),
          refused(read, 'parameter-opened-a-publication'),
          asked.situations.includes('account')
            ? equal(asked.body.workspace, own.body.workspace, 'parameter-was-obeyed', asked)
            : refused(asked, 'parameter-broke-the-read'),
        ),
    }),
    check({
      rule: 'workspace.access.foreign-tells-nothing',
      act: (s) => {
        const there = shown(s);
        const unknown = reserve(s);
        return {
          foreign: s.call('getPublication', {as: 'second-workspace', path: {publication: there.at('/id')}}),
          unknown: s.call('getPublication', {as: 'second-workspace', path: {publication: unknown.at('/publication_id')}}),
          there, reserved: unknown,
        };
      },
      judge: ({foreign, unknown, there, reserved}) =>
        all(
          equal(foreign.status, unknown.status, 'status-tells', foreign),
          equal(foreign.body?.reason, unknown.body?.reason, 'reason-tells', foreign),
          equal(wordsOf(foreign, there.body.id), wordsOf(unknown, reserved.body.publication_id), 'summary-tells', foreign),
          equal(shapeOf(foreign), shapeOf(unknown), 'body-tells', foreign),
          equal(headerNames(foreign), headerNames(unknown), 'headers-tell', foreign),
        ),
    }),
    check({
      rule: 'workspace.access.list-shows-own-only',
      act: (s) => {
        const there = publish(s);
        const here = publish(s, 'second-workspace');
        return {
          there, here,
          list: listed(s, here, '/id', {as: 'second-workspace'}),
          own: listed(s, there),
        };
      },
      judge: ({there, here, list, own}) =>
        when(listedIds(own).includes(there.body.id) && listedIds(list).includes(here.body.id), 'a registered publication was not listed', () =>
          all(
            holds(!listedIds(list).includes(there.body.id), {
              branch: 'foreign-listed', expected: "only the workspace's own publications", got: `${listedIds(list).length} rows`, at: list,
            }),
            equal(missing(listedIds(list), missing(listedIds(list), listedIds(own))).length, 0, 'lists-overlap', list),
          ),
        ),
    }),
    check({
      rule: 'workspace.access.foreign-upload-cannot-be-registered',
      act: (s) => {
        const landed = land(s);
        // Their own bytes landed: only the key is foreign.
        const theirs = land(s, 'second-workspace');
        const whole = s.call('createPublication', {as: 'second-workspace', body: registrationOf(s, landed)});
        const keyOnly = s.call('createPublication', {
          as: 'second-workspace',
          body: {...registrationOf(s, landed), publication_id: theirs.at('/publication_id')},
        });
        const path = {publication: landed.at('/publication_id')};
        return {
          whole, keyOnly,
          there: s.call('getPublication', {path}),
          here: s.call('getPublication', {as: 'second-workspace', path}),
          own: s.call('createPublication', {body: registrationOf(s, landed), expects: 'registered'}),
        };
      },
      judge: ({whole, keyOnly, there, here}) =>
        all(
          refused(whole, 'registered-with-foreign-id-and-key'),
          // What of it is told first is open (NS-WS-32, NS-WS-33); that a key outside has its own reason is another rule's.
          refused(keyOnly, 'registered-with-foreign-key'),
          is(there, 'publication-not-found', 'made-in-the-owner'),
          is(here, 'publication-not-found', 'made-in-the-other'),
        ),
    }),
    check({
      rule: 'workspace.access.allowance-is-own',
      act: (s) => {
        const before = account(s, 'second-workspace');
        const ownBefore = account(s);
        publish(s);
        return {before, ownBefore, after: account(s, 'second-workspace'), ownAfter: account(s)};
      },
      judge: ({before, ownBefore, after, ownAfter}) =>
        counted(ownBefore, () =>
          counted(before, () =>
            when(ownAfter.body.publications_left !== ownBefore.body.publications_left, 'the own allowance did not move', () =>
              equal(after.body.publications_left, before.body.publications_left, 'spent-in-another-workspace', after),
            ),
          ),
        ),
    }),
    check({
      rule: 'workspace.access.reason-is-stable',
      act: (s) => {
        const reservation = reserve(s);
        const read = (expects?: string) => s.call('getPublication', {path: {publication: reservation.at('/publication_id')}, ...(expects && {expects})});
        const unkeyed = () => s.call('getAccount', {as: 'nobody'});
        return {first: read('publication-not-found'), second: read(), unkeyed: unkeyed(), unkeyedAgain: unkeyed()};
      },
      judge: ({first, second, unkeyed, unkeyedAgain}) =>
        all(
          equal(second.body?.reason, first.body?.reason, 'reason-changed', second),
          equal(unkeyedAgain.body?.reason, unkeyed.body?.reason, 'reason-of-401-changed', unkeyedAgain),
        ),
    }),
    check({
      rule: 'workspace.access.malformed-body-is-refused',
      act: (s) => {
        // The newest is listed: nothing that was registered earlier will still show late.
        const before = listed(s, publish(s));
        return {
          before,
          cut: s.call('createUpload', {raw: '{"original_filename": "tides.epub", "size'}),
          bare: s.call('createPublication', {raw: '{'}),
          after: s.call('listPublications', {expects: 'page'}),
          sound: s.call('createUpload', {body: reservationOf(s), expects: 'reserved'}),
        };
      },
      judge: ({before, cut, bare, after}) =>
        all(
          is(cut, 'body-refused', 'cut-off-json-accepted'),
          is(bare, 'body-refused', 'open-brace-accepted'),
          equal(column([after], '/id'), column([before], '/id'), 'something-was-made', after),
        ),
    }),
    check({
      rule: 'workspace.access.operations-stand-under-the-prefix',
      act: (s) => ({account: s.call('getAccount'), list: s.call('listPublications'), reservation: s.call('createUpload', {body: reservationOf(s)})}),
      judge: ({account: one, list, reservation}) =>
        all(
          is(one, 'account', 'not-under-the-prefix'),
          is(list, 'page', 'not-under-the-prefix'),
          is(reservation, 'reserved', 'not-under-the-prefix'),
        ),
    }),
    check({
      rule: 'workspace.access.store-paths-are-not-here',
      act: (s) => ({orders: s.call('getAccount', {elsewhere: '/integration-api/v1/orders'}), own: account(s)}),
      judge: ({orders}) =>
        all(
          holds(orders.status >= 300, {branch: 'answered', expected: 'no success', got: told(orders), at: orders}),
          noServerError(orders, 'server-error'),
        ),
    }),
  ],
};

/** What the summary says, but for the id and for words with a digit, which may be a trace's or an instant's. */
const wordsOf = (exchange: Exchange, id: unknown): string | undefined =>
  typeof exchange.body?.error === 'string' ? exchange.body.error.replaceAll(String(id), '#').replaceAll(/\S*\d\S*/g, '#') : undefined;

/** Names and JSON types of a body's members: what may not differ between a foreign and an unknown id. */
const shapeOf = (exchange: Exchange): unknown =>
  Object.entries((exchange.body ?? {}) as object).map(([name, value]) => `${name}: ${value === null ? 'null' : typeof value}`).sort();

/** Names of the headers that an application sets; those of the transport may come and go. */
const headerNames = (exchange: Exchange): string[] =>
  Object.keys(exchange.headers).filter((name) => !/^(date|connection|keep-alive|content-length|transfer-encoding|via|x-.*|cf-.*|age|server-timing|set-cookie|etag|vary|traceparent)$/.test(name)).sort();

