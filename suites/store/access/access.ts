import type {Exchange} from '../../../spec/step.ts';
import {check, checksOf, type Chapter, type Judgement, type Scene} from '../../check.ts';
import {namesOnly} from '../../contract/names-only.ts';
import {all, equal, holds, is, summaryOf} from '../../judge.ts';
import type {Script} from '../../script.ts';
import {
  create,
  deactivate,
  flag,
  idOf,
  person,
  rowOf,
  rowsOf,
  search,
  updateOf,
  walked,
} from '../people.ts';

const DOCUMENTED = [200, 201, 204, 400, 401, 403, 404, 422, 429, 500];

/** What another user has already, and what cannot change: wrong only beside what is there. */
const beside = (s: Script) => {
  const {made, body} = create(s);
  return {
    made,
    taken: s.call('createUser', {body: {...person(s), email: body.email}}),
    twice: s.call('createUser', {body: {...person(s), external_id: body.external_id}}),
    changed: s.call('updateUser', {
      path: idOf(made),
      body: {...updateOf(body), external_id: s.fresh('external-id')},
    }),
  };
};

/** Headers of every response (Limits), and the rules that say so. */
const SECURITY = [
  [
    'store.access.answers-are-strict-transport',
    'strict-transport-security',
    'max-age=31536000; includeSubdomains',
  ],
  ['store.access.answers-are-not-sniffed', 'x-content-type-options', 'nosniff'],
  ['store.access.answers-have-xss-protection', 'x-xss-protection', '1'],
] as const;

const nowhere = {
  id: 'store: a path that leads nowhere',
  api: 'store',
  act: (s: Script) => ({
    lost: s.call('listUsers', {elsewhere: '/integration-api/v1/dashboard/nowhere'}),
  }),
} satisfies Scene;

/** "Every response carries": those of no operation too. */
const ofNowhere = checksOf(
  nowhere as Scene<undefined, ReturnType<typeof nowhere.act>>,
  Object.fromEntries(
    SECURITY.map(([rule, header, value]): [string, (seen: {lost: Exchange}) => Judgement] => [
      rule,
      ({lost}) => equal(bare(lost.headers[header] ?? 'no header'), bare(value), header, lost),
    ]),
  ),
);
const bare = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');

/** An active user of whom nothing is otherwise than it was answered at the creation. */
const asBefore = (list: Exchange, made: Exchange): Judgement => {
  const row = rowOf(list, made);
  const was = made.body.data;
  return all(
    holds(row?.deleted_at === null, {
      branch: 'user-deactivated',
      expected: 'an active user',
      got: summaryOf(list),
      at: list,
    }),
    equal(
      [flag(row?.admin), row?.sessions_limit],
      [was.admin, was.sessions_limit],
      'user-updated',
      list,
    ),
  );
};

/** Store / access: tokens, error shape, security headers. */
export const access: Chapter = {
  chapter: 'store/access',
  visits: [],
  provocations: [],
  checks: [
    ...ofNowhere,
    check({
      rule: 'store.access.token-is-accepted',
      act: (s) => ({
        with: s.call('createUser', {body: person(s)}),
        without: s.call('createUser', {as: 'nobody', body: person(s)}),
      }),
      judge: (seen) =>
        all(
          is(seen.with, 'created', 'token-refused'),
          is(seen.without, 'unauthenticated', 'no-token-accepted'),
        ),
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
        const gone = create(s);
        deactivate(s, gone.made);
        return {
          made,
          gone: gone.made,
          refused: s.call('createUser', {as: 'nobody', body}),
          updated: s.call('updateUser', {
            as: 'nobody',
            path: idOf(made),
            body: {...updateOf(known), admin: true, sessions_limit: 7},
          }),
          deactivated: s.call('deactivateUser', {as: 'nobody', path: idOf(made)}),
          reactivated: s.call('reactivateUser', {as: 'nobody', path: idOf(gone.made)}),
          nobody: search(s, body.email),
          still: search(s, known.email),
          away: search(s, gone.body.email),
        };
      },
      judge: ({made, gone, nobody, still, away, ...refused}) =>
        all(
          ...Object.entries(refused).map(([name, answer]) =>
            is(answer, 'unauthenticated', `${name}: not refused`),
          ),
          equal(rowsOf(nobody).length, 0, 'user-made', nobody),
          asBefore(still, made),
          // Whether the email of a user who left finds the user is not told.
          holds(rowOf(away, gone)?.deleted_at !== null, {
            branch: 'user-reactivated',
            expected: 'a deactivated user',
            got: summaryOf(away),
            at: away,
          }),
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
        s.call('listUsers', {as, expects: 'page'});
        s.control('delete-token', {role: 'admin', id: generated.at('/id')});
        return {
          before,
          after: s.call('createUser', {as, body: person(s)}),
          list: s.call('listUsers', {as}),
        };
      },
      judge: ({after, list}) =>
        all(
          is(after, 'unauthenticated', 'still-accepted'),
          is(list, 'unauthenticated', 'still-reads'),
        ),
    }),
    check({
      rule: 'store.access.regenerated-token-replaces-the-old',
      act: (s) => {
        const old = s.control('generate-token', {role: 'admin'});
        const before = s.call('createUser', {
          as: old.at('/token'),
          body: person(s),
          expects: 'created',
        });
        s.call('listUsers', {as: old.at('/token'), expects: 'page'});
        const fresh = s.control('regenerate-token', {role: 'admin', id: old.at('/id')});
        return {
          before,
          with: s.call('createUser', {as: fresh.at('/token'), body: person(s)}),
          after: s.call('createUser', {as: old.at('/token'), body: person(s)}),
          list: s.call('listUsers', {as: old.at('/token')}),
        };
      },
      judge: (seen) =>
        all(
          is(seen.with, 'created', 'new-token-refused'),
          is(seen.after, 'unauthenticated', 'old-token-accepted'),
          is(seen.list, 'unauthenticated', 'old-token-reads'),
        ),
    }),
    check({
      rule: 'store.access.list-shows-own-only',
      act: (s) => {
        const {made, body} = create(s, {admin: true});
        const gone = create(s);
        deactivate(s, gone.made);
        s.call('listUsers', {query: {query: body.email}, expects: 'page'});
        return {
          made,
          gone: gone.made,
          byEmail: search(s, body.email, 'second-store'),
          admins: walked(s, {query: 'admins'}, undefined, 'second-store'),
          left: walked(s, {query: 'deactivated'}, undefined, 'second-store'),
          everyone: walked(s, {}, undefined, 'second-store'),
        };
      },
      judge: ({made, gone, ...lists}) =>
        all(
          ...Object.entries(lists).map(([name, pages]) =>
            holds(
              !rowsOf(pages).some((row) =>
                [made, gone].some(({body}) => row.email === body.data.email),
              ),
              {
                branch: `foreign-listed: ${name}`,
                expected: 'no user of another store',
                got: 'one',
                at: [pages].flat()[0],
              },
            ),
          ),
        ),
    }),
    check({
      // How a foreign request is answered, the contract's condition decides.
      rule: 'store.access.foreign-is-not-found',
      act: (s) => {
        const {made, body} = create(s);
        const foreign = {as: 'second-store' as const, path: idOf(made)};
        s.call('updateUser', {
          ...foreign,
          body: {...updateOf(body), admin: true, sessions_limit: 7},
        });
        s.call('deactivateUser', foreign);
        return {made, after: search(s, body.email)};
      },
      judge: ({made, after}) => asBefore(after, made),
    }),
    check({
      rule: 'store.access.operations-stand-under-the-prefix',
      act: (s) => ({made: s.call('createUser', {body: person(s)}), list: s.call('listUsers')}),
      judge: ({made, list}) =>
        all(is(made, 'created', 'not-under-the-prefix'), is(list, 'page', 'not-under-the-prefix')),
    }),
    check({
      rule: 'store.access.json-requests-are-served',
      act: (s) => ({
        json: s.call('createUser', {
          headers: {'content-type': 'application/json', accept: 'application/json'},
          body: person(s),
        }),
        wrong: s.call('createUser', {
          headers: {'content-type': 'application/json', accept: 'application/json'},
          body: {},
          expects: 'invalid',
        }),
      }),
      judge: ({json, wrong}) =>
        all(
          is(json, 'created', 'refused'),
          ...[json, wrong].map((exchange) =>
            holds(isJson(exchange), {
              branch: 'not-json',
              expected: 'JSON',
              got: exchange.headers['content-type'] ?? 'no type',
              at: exchange,
            }),
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
          holds(created.status >= 400 && created.status < 500 && created.status !== 404, {
            branch: 'cut-off-json-accepted',
            expected: 'a refusal (4xx)',
            got: summaryOf(created),
            at: created,
          }),
          holds(update.status >= 400 && update.status < 500 && update.status !== 404, {
            branch: 'open-brace-accepted',
            expected: 'a refusal (4xx)',
            got: summaryOf(update),
            at: update,
          }),
          equal(rowOf(after, made)?.email, made.body.data.email, 'something-changed', after),
        ),
    }),
    check({
      rule: 'store.access.errors-name-the-failing-field',
      act: (s) => ({
        email: s.call('createUser', {
          body: {...person(s), email: 'not-an-address'},
          expects: 'invalid',
        }),
        password: s.call('createUser', {
          body: {...person(s), new_password: s.fresh('password', 7)},
          expects: 'invalid',
        }),
        ...beside(s),
      }),
      // Every other wrong member, the checks of the edits ask for (suites/contract/names-only.ts).
      judge: ({email, password, taken, twice, changed}) =>
        all(
          equal(Object.keys(email.body?.errors ?? {}), ['email'], 'not-the-email', email),
          equal(
            Object.keys(password.body?.errors ?? {}),
            ['new_password'],
            'not-the-password',
            password,
          ),
          namesOnly(taken, 'invalid', '/errors', 'email'),
          ...[twice, changed].map((answer) =>
            namesOnly(answer, 'invalid', '/errors', 'external_id'),
          ),
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
          malformedUpdate: s.call('updateUser', {path: idOf(made), raw: '{'}),
        };
      },
      // Every other answer says it in passing (`x-statuses` of the contract).
      judge: (seen) =>
        all(
          ...Object.values(seen).map((exchange: Exchange) =>
            holds(DOCUMENTED.includes(exchange.status), {
              branch: `status of ${exchange.op}`,
              expected: DOCUMENTED.join(', '),
              got: summaryOf(exchange),
              at: exchange,
            }),
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
          long: s.call('createUser', {
            body: {...person(s), external_id: s.fresh('external-id', 5000)},
          }),
          word: s.call('updateUser', {path: idOf(made), body: {email: null}}),
          // No odd bytes: what a proxy in front refuses in its own words would be taken for the
          // deployment's.
          page: s.call('listUsers', {query: {page: '-1'}}),
        };
      },
      judge: (seen) =>
        all(
          ...Object.values(seen).map((exchange: Exchange) =>
            holds(exchange.status > 0 && exchange.status < 500, {
              branch: `server error of ${exchange.op}`,
              expected: 'no 5xx',
              got: summaryOf(exchange),
              at: exchange,
            }),
          ),
        ),
    }),
  ],
};

const isJson = (exchange: Exchange): boolean =>
  /^application\/([\w.-]+\+)?json/i.test(exchange.headers['content-type'] ?? '');
