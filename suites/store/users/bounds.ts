import {check, checksOf, type Check, type Scene} from '../../check.ts';
import {all, equal, holds, is} from '../../judge.ts';
import type {Script} from '../../script.ts';
import {create, flag, idOf, person, rowOf, rowsOf, search, update, updateOf} from '../people.ts';

const FLAGS = ['admin', 'plan_admin', 'only_sees_readable'];

/** A user made with everything that is kept as it was given, and one made with the opposite. */
const given = {
  id: 'store: made as given',
  api: 'store',
  act: (s: Script) => {
    const full = create(s, {
      admin: true,
      plan_admin: true,
      only_sees_readable: true,
      sessions_limit: 5,
    });
    const plain = create(s, {admin: false, plan_admin: false, only_sees_readable: false});
    return {
      full: full.made,
      plain: plain.made,
      shown: search(s, full.body.email),
      others: search(s, plain.body.email),
    };
  },
} satisfies Scene;

/** What a create and an update take, keep and refuse beyond the bounds of single members. */
export const bounds: Check[] = [
  ...checksOf(given as Scene<undefined, ReturnType<typeof given.act>>, {
    'store.users.created-is-as-given': ({full, shown}) =>
      all(
        ...['email', 'external_id', 'sessions_limit'].flatMap((name) => [
          equal(full.body.data[name], full.requestBody[name], `another ${name}`, full),
          equal(
            rowOf(shown, full)?.[name],
            full.requestBody[name],
            `another ${name} in the list`,
            shown,
          ),
        ]),
      ),
    'store.users.flags-given-are-kept': ({full, plain, shown, others}) =>
      all(
        ...FLAGS.flatMap((name) => [
          equal(full.body.data[name], true, `${name} lost on create`, full),
          equal(plain.body.data[name], false, `${name} made up on create`, plain),
          equal(flag(rowOf(shown, full)?.[name]), true, `${name} lost in the list`, shown),
          equal(flag(rowOf(others, plain)?.[name]), false, `${name} made up in the list`, others),
        ]),
      ),
  }),
  check({
    rule: 'store.users.create-needs-no-optional-member',
    act: (s) => ({
      bare: s.call('createUser', {body: person(s)}),
      full: s.call('createUser', {
        expects: 'created',
        body: {
          ...person(s),
          sessions_limit: 2,
          admin: false,
          plan_admin: false,
          only_sees_readable: false,
        },
      }),
    }),
    judge: ({bare}) => is(bare, 'created', 'optional-member-demanded'),
  }),
  check({
    rule: 'store.users.update-needs-no-optional-member',
    act: (s) => {
      const {made, body} = create(s);
      return {bare: s.call('updateUser', {path: idOf(made), body: updateOf(body)})};
    },
    judge: ({bare}) => is(bare, 'updated', 'optional-member-demanded'),
  }),
  check({
    rule: 'store.users.assigned-plan-must-exist',
    act: (s) => {
      const unknown = s.call('createUser', {
        body: {...person(s), assign_new_plan: s.sample('unknown_plan')},
      });
      const {made, body} = create(s);
      return {
        unknown,
        update: s.call('updateUser', {
          path: idOf(made),
          body: {...updateOf(body), assign_new_plan: s.sample('unknown_plan')},
        }),
      };
    },
    judge: ({unknown, update}) =>
      all(
        is(unknown, 'invalid', 'unknown-plan-accepted'),
        is(update, 'invalid', 'unknown-plan-accepted-on-update'),
      ),
  }),
  check({
    rule: 'store.users.update-is-kept',
    act: (s) => {
      const {made, body} = create(s);
      const email = s.fresh('email');
      const bystander = create(s);
      return {
        made,
        bystander: bystander.made,
        updated: update(s, made, {
          ...updateOf(body),
          email,
          sessions_limit: 7,
          admin: true,
          plan_admin: true,
          only_sees_readable: true,
        }),
        found: search(s, email),
        old: search(s, body.email),
        again: update(s, made, {
          ...updateOf(body),
          email,
          sessions_limit: 8,
          admin: false,
          plan_admin: false,
          only_sees_readable: false,
        }),
        changed: search(s, email),
        beside: search(s, bystander.body.email),
      };
    },
    judge: ({made, bystander, found, old, changed, beside}) =>
      all(
        ...['external_id', 'sessions_limit'].map((name) =>
          equal(
            rowOf(beside, bystander)?.[name],
            bystander.body.data[name],
            `another user's ${name} changed`,
            beside,
          ),
        ),
        ...FLAGS.map((name) =>
          equal(
            flag(rowOf(beside, bystander)?.[name]),
            bystander.body.data[name],
            `another user's ${name} changed`,
            beside,
          ),
        ),
        ...[found, changed].flatMap((shown, i) => [
          equal(rowOf(shown, made)?.sessions_limit, 7 + i, 'sessions-limit-lost', shown),
          ...FLAGS.map((name) =>
            equal(flag(rowOf(shown, made)?.[name]), i === 0, `${name} lost`, shown),
          ),
        ]),
        equal(rowsOf(old).length, 0, 'old-email-still-finds', old),
      ),
  }),
  check({
    rule: 'store.users.refused-create-makes-nobody',
    act: (s) => {
      const owner = create(s).body;
      const [short, planned, twice] = [person(s), person(s), person(s)];
      const refused = (body: object): void =>
        void s.call('createUser', {body: body as never, expects: 'invalid'});
      refused({...short, new_password: s.fresh('password', 7)});
      refused({...planned, assign_new_plan: s.sample('unknown_plan')});
      refused({...twice, external_id: owner.external_id});
      return {
        short: search(s, short.email),
        planned: search(s, planned.email),
        twice: search(s, twice.email),
        again: s.call('createUser', {body: short}),
      };
    },
    judge: ({again, ...found}) =>
      all(
        ...Object.entries(found).map(([name, list]) =>
          equal(rowsOf(list).length, 0, `user-made: ${name}`, list),
        ),
        is(again, 'created', 'half-made'),
      ),
  }),
  check({
    rule: 'store.users.list-item-has-day-of-creation',
    act: (s) => {
      const {made, body} = create(s);
      return {made, found: search(s, body.email)};
    },
    judge: ({made, found}) => {
      const {created_at: created, created_at_date_string: day} = rowOf(found, made) ?? {};
      // Of which zone the day is, is not told: a day more or less.
      const days =
        (Date.parse(String(day)) - Date.parse(String(created).slice(0, 10))) / 86_400_000;
      return holds(Math.abs(days) <= 1, {
        branch: 'another-day',
        expected: `the day of ${created}`,
        got: String(day),
        at: found,
      });
    },
  }),
  check({
    rule: 'store.users.password-is-never-shown',
    act: (s) => {
      const {made, body} = create(s);
      return {made, found: search(s, body.email)};
    },
    judge: ({made, found}) =>
      all(
        ...[made, found].map((exchange) =>
          holds(!JSON.stringify(exchange.wire ?? '').includes(made.requestBody.new_password), {
            branch: `shown by ${exchange.op}`,
            expected: 'no password',
            got: 'the password',
            at: exchange,
          }),
        ),
      ),
  }),
  check({
    rule: 'store.users.creation-date-is-one-instant',
    act: (s) => ({made: create(s).made}),
    judge: ({made}) => {
      const {timestamp, date, timezone} = made.body.data.created_at ?? {};
      const shown = String(
        new Date(Number(timestamp) * 1000).toLocaleString('sv-SE', {timeZone: zoneOf(timezone)}),
      );
      return equal(String(date).slice(0, 19), shown, 'two-instants', made);
    },
  }),
];

/** A zone that this machine knows; an unknown name is read as UTC. */
const zoneOf = (said: unknown): string => {
  try {
    return new Intl.DateTimeFormat('en', {timeZone: String(said)}).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
};
