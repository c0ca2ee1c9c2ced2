import type {Exchange} from '../../../spec/step.ts';
import {check, type Chapter} from '../../check.ts';
import {all, equal, holds, is, told} from '../../judge.ts';
import {create, idOf, person, rowOf, rowsOf, search, updateOf} from '../people.ts';

const DOCUMENTED = [200, 201, 204, 400, 401, 403, 404, 422, 429, 500];

/** Store / access: tokens, error shape, security headers. */
export const access: Chapter = {
  chapter: 'store/access',
  visits: [],
  provocations: [],
  checks: [
    check({
      rule: 'store.access.token-is-accepted',
      act: (s) => ({with: s.call('createUser', {body: person(s)}), without: s.call('createUser', {as: 'nobody', body: person(s)})}),
      judge: (seen) => all(is(seen.with, 'created', 'token-refused'), is(seen.without, 'unauthenticated', 'no-token-accepted')),
    }),
    check({
      rule: 'store.access.missing-token-comes-first',
      act: (s) => ({
        unknown: s.call('deactivateUser', {as: 'nobody', path: {id: s.sample('unknown_user')}}),
        invalid: s.call('createUser', {as: 'nobody', body: {}}),
        control: s.call('createUser', {body: {}, expects: 'invalid'}),
      }),
      judge: ({unknown, invalid}) =>
        all(
          is(unknown, 'unauthenticated', 'lookup-first'),
          is(invalid, 'unauthenticated', 'validation-first'),
        ),
    }),
    check({
      rule: 'store.access.refusal-without-token-has-no-effect',
      act: (s) => {
        const body = person(s);
        const {made, body: known} = create(s);
        return {
          made,
          refused: s.call('createUser', {as: 'nobody', body}),
          deactivated: s.call('deactivateUser', {as: 'nobody', path: idOf(made)}),
          nobody: search(s, body.email),
          still: search(s, known.email),
        };
      },
      judge: ({made, refused, deactivated, nobody, still}) =>
        all(
          is(refused, 'unauthenticated', 'not-refused'),
          is(deactivated, 'unauthenticated', 'deactivation-not-refused'),
          equal(rowsOf(nobody).length, 0, 'user-made', nobody),
          holds(rowOf(still, made)?.deleted_at === null, {branch: 'user-deactivated', expected: 'an active user', got: told(still), at: still}),
        ),
    }),
    check({
      rule: 'store.access.each-admin-has-a-token',
      act: (s) => {
        const {made, body} = create(s);
        return {made, one: search(s, body.email), other: search(s, body.email, 'second-admin')};
      },
      judge: ({made, one, other}) =>
        all(
          is(one, 'page', 'first-admin-refused'),
          is(other, 'page', 'second-admin-refused'),
          // An answer that is no list has been told already.
          ...([one, other].every((list) => list.situations.includes('page'))
            ? [equal(rowOf(other, made)?.id, rowOf(one, made)?.id, 'another-store', other)]
            : []),
        ),
    }),
    check({
      rule: 'store.access.deleted-token-is-refused',
      act: (s) => {
        const generated = s.control('generate-token', {role: 'admin'});
        const as = generated.at('/token');
        const before = s.call('createUser', {as, body: person(s), expects: 'created'});
        s.control('delete-token', {role: 'admin', id: generated.at('/id')});
        return {before, after: s.call('createUser', {as, body: person(s)})};
      },
      judge: ({after}) => is(after, 'unauthenticated', 'still-accepted'),
    }),
    check({
      rule: 'store.access.regenerated-token-replaces-the-old',
      act: (s) => {
        const old = s.control('generate-token', {role: 'admin'});
        const before = s.call('createUser', {as: old.at('/token'), body: person(s), expects: 'created'});
        const fresh = s.control('regenerate-token', {role: 'admin', id: old.at('/id')});
        return {
          before,
          with: s.call('createUser', {as: fresh.at('/token'), body: person(s)}),
          after: s.call('createUser', {as: old.at('/token'), body: person(s)}),
        };
      },
      judge: (seen) =>
        all(
          is(seen.with, 'created', 'new-token-refused'),
          is(seen.after, 'unauthenticated', 'old-token-accepted'),
        ),
    }),
    check({
      rule: 'store.access.list-shows-own-only',
      act: (s) => {
        const {made, body} = create(s);
        s.call('listUsers', {query: {query: body.email}, expects: 'page'});
        return {made, other: search(s, body.email, 'second-store')};
      },
      judge: ({made, other}) =>
        holds(!rowsOf(other).some((row) => row.email === made.body.data.email), {
          branch: 'foreign-listed', expected: 'no user of another store', got: told(other), at: other,
        }),
    }),
    check({
      rule: 'store.access.operations-stand-under-the-prefix',
      act: (s) => ({made: s.call('createUser', {body: person(s)}), list: s.call('listUsers')}),
      judge: ({made, list}) => all(is(made, 'created', 'not-under-the-prefix'), is(list, 'page', 'not-under-the-prefix')),
    }),
    check({
      rule: 'store.access.json-requests-are-served',
      act: (s) => ({
        json: s.call('createUser', {headers: {'content-type': 'application/json', accept: 'application/json'}, body: person(s)}),
        wrong: s.call('createUser', {headers: {'content-type': 'application/json', accept: 'application/json'}, body: {}, expects: 'invalid'}),
      }),
      judge: ({json, wrong}) =>
        all(
          is(json, 'created', 'refused'),
          ...[json, wrong].map((exchange) =>
            holds(isJson(exchange), {branch: 'not-json', expected: 'JSON', got: exchange.headers['content-type'] ?? 'no type', at: exchange}),
          ),
        ),
    }),
    check({
      rule: 'store.access.malformed-body-is-refused',
      act: (s) => {
        const {made, body} = create(s);
        return {
          made,
          create: s.call('createUser', {raw: '{"email": "ada@readers.example", "ext'}),
          update: s.call('updateUser', {path: idOf(made), raw: '{'}),
          after: search(s, body.email),
        };
      },
      judge: ({made, create: created, update, after}) =>
        all(
          holds(created.status >= 400 && created.status < 500 && created.status !== 404, {branch: 'cut-off-json-accepted', expected: 'a refusal (4xx)', got: told(created), at: created}),
          holds(update.status >= 400 && update.status < 500 && update.status !== 404, {branch: 'open-brace-accepted', expected: 'a refusal (4xx)', got: told(update), at: update}),
          equal(rowOf(after, made)?.email, made.body.data.email, 'something-changed', after),
        ),
    }),
    check({
      rule: 'store.access.errors-name-the-failing-field',
      act: (s) => ({
        email: s.call('createUser', {body: {...person(s), email: 'not-an-address'}, expects: 'invalid'}),
        password: s.call('createUser', {body: {...person(s), new_password: s.fresh('password', 7)}, expects: 'invalid'}),
        valid: create(s).made,
      }),
      judge: ({email, password}) =>
        all(
          equal(Object.keys(email.body?.errors ?? {}), ['email'], 'not-the-email', email),
          equal(Object.keys(password.body?.errors ?? {}), ['new_password'], 'not-the-password', password),
        ),
    }),
    check({
      rule: 'store.access.only-documented-statuses-are-answered',
      act: (s) => {
        const {made, body} = create(s);
        return {
          created: made,
          listed: search(s, body.email),
          nothing: search(s, s.fresh('email')),
          invalid: s.call('createUser', {body: {}}),
          updated: s.call('updateUser', {path: idOf(made), body: updateOf(body)}),
          deactivated: s.call('deactivateUser', {path: idOf(made)}),
          reactivated: s.call('reactivateUser', {path: idOf(made)}),
          unkeyed: s.call('listUsers', {as: 'nobody'}),
          malformed: s.call('createUser', {raw: '{'}),
        };
      },
      judge: (seen) =>
        all(
          ...Object.values(seen).map((exchange: Exchange) =>
            holds(DOCUMENTED.includes(exchange.status), {branch: `status of ${exchange.op}`, expected: DOCUMENTED.join(', '), got: told(exchange), at: exchange}),
          ),
        ),
    }),
    check({
      rule: 'store.access.client-faults-are-no-server-errors',
      act: (s) => {
        const {made} = create(s);
        return {
          malformed: s.call('createUser', {raw: '{'}),
          array: s.call('createUser', {body: []}),
          text: s.call('createUser', {body: {email: {a: 1}, external_id: [], new_password: 8}}),
          long: s.call('createUser', {body: {...person(s), external_id: s.fresh('external-id', 5000)}}),
          word: s.call('updateUser', {path: idOf(made), body: {email: null}}),
          // No odd bytes: what a proxy in front refuses in its own words would be taken for the deployment's.
          page: s.call('listUsers', {query: {page: '-1'}}),
        };
      },
      judge: (seen) =>
        all(
          ...Object.values(seen).map((exchange: Exchange) =>
            holds(exchange.status > 0 && exchange.status < 500, {branch: `server error of ${exchange.op}`, expected: 'no 5xx', got: told(exchange), at: exchange}),
          ),
        ),
    }),
  ],
};

const isJson = (exchange: Exchange): boolean => /^application\/([\w.-]+\+)?json/i.test(exchange.headers['content-type'] ?? '');
