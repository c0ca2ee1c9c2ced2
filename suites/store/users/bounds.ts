import type {Val} from '../../../spec/step.ts';
import {check, type Check} from '../../check.ts';
import {all, equal, holds, is, overlapped, told, when} from '../../judge.ts';
import type {Handle, Script} from '../../script.ts';
import {create, idOf, person, rowOf, rowsOf, search, updateOf} from '../people.ts';

const FLAGS = ['admin', 'plan_admin', 'only_sees_readable'];
const flag = (value: unknown): boolean => value === true || value === 1;
const update = (s: Script, made: Handle, body: Record<string, Val>): Handle => s.call('updateUser', {path: idOf(made), body, expects: 'updated'});

/** What a create and an update take, keep and refuse beyond the bounds of single members. */
export const bounds: Check[] = [
  check({
    rule: 'store.users.created-is-as-given',
    act: (s) => {
      const body = person(s);
      return {made: s.call('createUser', {body, expects: 'created'}), found: search(s, body.email)};
    },
    judge: ({made, found}) =>
      all(
        equal(made.body.data.email, made.asked.email, 'another-email', made),
        equal(made.body.data.external_id, made.asked.external_id, 'another-external-id', made),
        equal(rowOf(found, made)?.email, made.asked.email, 'another-email-in-the-list', found),
        equal(rowOf(found, made)?.external_id, made.asked.external_id, 'another-external-id-in-the-list', found),
      ),
  }),
  check({
    rule: 'store.users.create-needs-no-optional-member',
    act: (s) => ({bare: s.call('createUser', {body: person(s)}), full: s.call('createUser', {expects: 'created', body: {...person(s), sessions_limit: 2, admin: false, plan_admin: false, only_sees_readable: false}})}),
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
    rule: 'store.users.flags-given-are-kept',
    act: (s) => {
      const given = create(s, {admin: true, plan_admin: true, only_sees_readable: true});
      const plain = create(s, {admin: false, plan_admin: false, only_sees_readable: false});
      return {given: given.made, plain: plain.made, shown: search(s, given.body.email), others: search(s, plain.body.email)};
    },
    judge: ({given, plain, shown, others}) =>
      all(
        ...FLAGS.flatMap((name) => [
          equal(given.body.data[name], true, `${name} lost on create`, given),
          equal(plain.body.data[name], false, `${name} made up on create`, plain),
          equal(flag(rowOf(shown, given)?.[name]), true, `${name} lost in the list`, shown),
          equal(flag(rowOf(others, plain)?.[name]), false, `${name} made up in the list`, others),
        ]),
      ),
  }),
  check({
    rule: 'store.users.assigned-plan-must-exist',
    act: (s) => {
      const unknown = s.call('createUser', {body: {...person(s), assign_new_plan: s.sample('unknown_plan')}});
      const {made, body} = create(s);
      return {unknown, update: s.call('updateUser', {path: idOf(made), body: {...updateOf(body), assign_new_plan: s.sample('unknown_plan')}})};
    },
    judge: ({unknown, update}) => all(is(unknown, 'invalid', 'unknown-plan-accepted'), is(update, 'invalid', 'unknown-plan-accepted-on-update')),
  }),
  check({
    rule: 'store.users.email-is-unique',
    act: (s) => {
      const {body} = create(s);
      const other = create(s);
      return {
        again: s.call('createUser', {body: {...person(s), email: body.email}}),
        update: s.call('updateUser', {path: idOf(other.made), body: {...updateOf(other.body), email: body.email}}),
        own: s.call('updateUser', {path: idOf(other.made), body: updateOf(other.body)}),
        free: create(s).made,
      };
    },
    judge: ({again, update, own}) =>
      all(
        is(own, 'updated', 'own-email-refused'),
        is(again, 'invalid', 'taken-email-accepted-on-create'),
        is(update, 'invalid', 'taken-email-accepted-on-update'),
      ),
  }),
  check({
    rule: 'store.users.external-id-is-unique',
    act: (s) => {
      const {body} = create(s);
      return {again: s.call('createUser', {body: {...person(s), external_id: body.external_id}}), free: create(s).made};
    },
    judge: ({again}) => is(again, 'invalid', 'taken-external-id-accepted'),
  }),
  check({
    rule: 'store.users.parallel-creates-stay-unique',
    act: (s) => {
      const body = person(s);
      const other = person(s);
      return {
        sameEmail: s.parallel(
          (b) => void b.call('createUser', {body}),
          (b) => void b.call('createUser', {body: {...person(b), email: body.email}}),
        ),
        sameId: s.parallel(
          (b) => void b.call('createUser', {body: other}),
          (b) => void b.call('createUser', {body: {...person(b), external_id: other.external_id}}),
        ),
      };
    },
    judge: ({sameEmail, sameId}) =>
      all(
        ...[sameEmail, sameId].map((race, i) => {
          const won = race.filter((exchange) => exchange.situations.includes('created')).length;
          const what = i === 0 ? 'email' : 'external_id';
          return all(
            holds(won < 2, {branch: `both created with one ${what}`, expected: 'one created', got: 'two created', at: race[1]}),
            when(overlapped(race), 'the requests did not overlap', () =>
              holds(won === 1 && race.some((exchange) => exchange.situations.includes('invalid')), {
                branch: `not one of two with one ${what}`, expected: 'one created, one answered 422', got: race.map(told).join('; '), at: race[0],
              }),
            ),
          );
        }),
      ),
  }),
  check({
    rule: 'store.users.uniqueness-ends-at-the-store',
    act: (s) => {
      const {body} = create(s);
      return {
        there: s.call('createUser', {as: 'second-store', body: {...person(s), email: body.email, external_id: body.external_id}}),
        here: s.call('createUser', {body: {...person(s), email: body.email, external_id: body.external_id}, expects: 'invalid'}),
      };
    },
    judge: ({there}) => is(there, 'created', 'taken-in-another-store'),
  }),
  check({
    rule: 'store.users.external-id-cannot-change',
    act: (s) => {
      const {made, body} = create(s);
      return {
        other: s.call('updateUser', {path: idOf(made), body: {...updateOf(body), external_id: s.fresh('external-id')}}),
        same: s.call('updateUser', {path: idOf(made), body: updateOf(body), expects: 'updated'}),
      };
    },
    judge: ({other}) => is(other, 'invalid', 'change-accepted'),
  }),
  check({
    rule: 'store.users.external-id-change-changes-nothing',
    act: (s) => {
      const {made, body} = create(s);
      const email = s.fresh('email');
      return {
        made,
        other: s.call('updateUser', {path: idOf(made), body: {...updateOf(body), email, external_id: s.fresh('external-id'), admin: true}, expects: 'invalid'}),
        found: search(s, body.email),
        moved: search(s, email),
      };
    },
    judge: ({made, found, moved}) =>
      all(
        equal(rowOf(found, made)?.external_id, made.body.data.external_id, 'external-id-moved', found),
        equal(flag(rowOf(found, made)?.admin), made.body.data.admin, 'half-updated', found),
        equal(rowsOf(moved).length, 0, 'email-moved', moved),
      ),
  }),
  check({
    rule: 'store.users.external-id-change-is-called-prohibited',
    act: (s) => {
      const {made, body} = create(s);
      return {other: s.call('updateUser', {path: idOf(made), body: {...updateOf(body), external_id: s.fresh('external-id')}})};
    },
    judge: ({other}) =>
      holds(/prohibited/i.test(JSON.stringify(other.body ?? '')), {
        branch: 'other-words', expected: 'a message that says the field is prohibited', got: JSON.stringify(other.body?.errors ?? other.body?.message) ?? 'nothing', at: other,
      }),
  }),
  check({
    rule: 'store.users.own-external-id-is-accepted',
    act: (s) => {
      const {made, body} = create(s);
      return {
        same: s.call('updateUser', {path: idOf(made), body: {...updateOf(body), email: s.fresh('email')}}),
        other: s.call('updateUser', {path: idOf(made), body: {...updateOf(body), external_id: s.fresh('external-id')}, expects: 'invalid'}),
      };
    },
    judge: ({same}) => is(same, 'updated', 'own-external-id-refused'),
  }),
  check({
    rule: 'store.users.update-is-kept',
    act: (s) => {
      const {made, body} = create(s);
      const email = s.fresh('email');
      return {
        made,
        updated: update(s, made, {...updateOf(body), email, sessions_limit: 7, admin: true, plan_admin: true, only_sees_readable: true}),
        found: search(s, email),
        old: search(s, body.email),
        again: update(s, made, {...updateOf(body), email, sessions_limit: 8, admin: false, plan_admin: false, only_sees_readable: false}),
        changed: search(s, email),
      };
    },
    judge: ({made, found, old, changed}) =>
      all(
        ...[found, changed].flatMap((shown, i) => [
          equal(rowOf(shown, made)?.sessions_limit, 7 + i, 'sessions-limit-lost', shown),
          ...FLAGS.map((name) => equal(flag(rowOf(shown, made)?.[name]), i === 0, `${name} lost`, shown)),
        ]),
        equal(rowsOf(old).length, 0, 'old-email-still-finds', old),
      ),
  }),
  check({
    rule: 'store.users.refused-create-makes-nobody',
    act: (s) => {
      const body = person(s);
      return {
        refused: s.call('createUser', {body: {...body, new_password: s.fresh('password', 7)}, expects: 'invalid'}),
        found: search(s, body.email),
        again: s.call('createUser', {body}),
      };
    },
    judge: ({found, again}) =>
      all(equal(rowsOf(found).length, 0, 'user-made', found), is(again, 'created', 'half-made')),
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
          holds(!JSON.stringify(exchange.wire ?? '').includes(made.asked.new_password), {
            branch: `shown by ${exchange.op}`, expected: 'no password', got: 'the password', at: exchange,
          }),
        ),
      ),
  }),
  check({
    rule: 'store.users.creation-date-is-one-instant',
    act: (s) => ({made: create(s).made}),
    judge: ({made}) => {
      const {timestamp, date, timezone} = made.body.data.created_at ?? {};
      const shown = String(new Date(Number(timestamp) * 1000).toLocaleString('sv-SE', {timeZone: zoneOf(timezone)}));
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
