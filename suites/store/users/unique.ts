import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksAt, checksOf, sharedScene, type Check, type Judgement} from '../../check.ts';
import {all, expectThat, expectOutcome, expectNone, when, nothing} from '../../judge.ts';
import type {Val} from '../../../spec/value.ts';
import {hasSituation, isUpdated} from '../../outcome.ts';
import {expectNotBoth, expectOneWinner} from '../../races.ts';
import {text} from '../../script.ts';
import {
  createUser,
  deactivate,
  EVERYTHING,
  idOf,
  newUser,
  search,
  update,
  updateOf,
} from '../people.ts';
import {
  isFlagSet,
  expectRowFlag,
  expectRowMember,
  rowOf,
  rowsOf,
  expectUserUnchanged,
} from '../user-rows.ts';

/**
 * Two requests of which only one may be accepted.
 * @param what the member that both share, for example `email`
 */
const oneOnly = (situation: string, what: string) => ({
  situation,
  what: `${situation} with this ${what}`,
  both: `both ${situation} with one ${what}`,
});

/** One of two overlapping creations is accepted and the other refused. */
const expectOneCreated = (race: Exchange[], what: string): Judgement =>
  expectOneWinner(race, oneOnly('created', what), {
    isRefusal: hasSituation('invalid'),
    expected: 'one created, one answered 422',
    branch: `not one of two with one ${what}`,
  });

/** Members of a refused creation that differ from those of the existing user. */
const OTHERWISE = {sessions_limit: 9, admin: false, plan_admin: false, only_sees_readable: false};

/** An external_id that another user has. */
const takenExternalId = sharedScene({
  id: 'store: a taken external_id',
  api: 'store',
  act: (s) => {
    const {created, body} = createUser(s, EVERYTHING);
    const again = {...newUser(s), ...OTHERWISE, external_id: body.external_id};
    return {
      created,
      again: s.call('createUser', {body: again}),
      held: search(s, body.email),
    };
  },
});

/** Addresses that other users have or had, and the one that the user has. */
const takenEmails = sharedScene({
  id: 'store: taken addresses',
  api: 'store',
  act: (s) => {
    const {created, body} = createUser(s, EVERYTHING);
    const other = createUser(s);
    const [email, wanted] = [s.fresh('email'), s.fresh('email')];
    return {
      created,
      again: s.call('createUser', {body: {...newUser(s), ...OTHERWISE, email: body.email}}),
      held: search(s, body.email),
      update: s.call('updateUser', {
        path: idOf(other.created),
        body: {...updateOf(other.body), ...EVERYTHING, email: body.email},
      }),
      other: other.created,
      // Two wrong members at once are refused, too.
      both: s.call('updateUser', {
        path: idOf(other.created),
        body: {
          ...EVERYTHING,
          email: body.email,
          external_id: s.fresh('external-id'),
        },
      }),
      kept: search(s, other.body.email),
      own: s.call('updateUser', {path: idOf(other.created), body: updateOf(other.body)}),
      moved: update(s, other.created, {...updateOf(other.body), email}),
      afterwards: s.call('createUser', {body: {...newUser(s), email}}),
      race: s.parallel(
        (b) =>
          void b.call('updateUser', {
            path: idOf(created),
            body: {...updateOf(body), email: wanted},
          }),
        (b) =>
          void b.call('updateUser', {
            path: idOf(other.created),
            body: {...updateOf(other.body), email: wanted},
          }),
      ),
    };
  },
});

/** The names of a refused creation are free for the next one; another rule requires the refusal. */
const expectFree = (refused: Exchange, next: Exchange, branch: string): Judgement =>
  refused.situations.includes('invalid') ? expectOutcome(next, 'created', branch) : nothing();

/** Email and external_id are unique in a store, and the external_id never changes. */
export const unique: Check[] = [
  ...checksOf(takenEmails, {
    'store.users.email-is-unique': ({again, update: taken, afterwards, race}) =>
      all(
        expectNotBoth(race, oneOnly('updated', 'email')),
        expectOutcome(again, 'invalid', 'taken-email-accepted-on-create'),
        expectOutcome(taken, 'invalid', 'taken-email-accepted-on-update'),
        expectOutcome(afterwards, 'invalid', 'email-of-an-update-accepted'),
      ),
  }),
  ...checksAt(takenEmails, 'store.users.refused-create-makes-nobody', {
    'with a taken email': ({created, again, held}) =>
      when(again.situations.includes('invalid'), 'the creation was not refused', () =>
        expectUserUnchanged(held, created),
      ),
  }),
  ...checksAt(takenEmails, 'store.users.refused-update-changes-nothing', {
    'for a taken email': ({other, update: taken, both, kept}) =>
      when([taken, both].every(hasSituation('invalid')), 'an update was not refused', () =>
        expectUserUnchanged(kept, other),
      ),
  }),
  ...checksAt(takenEmails, 'store.users.update-answers-200-or-204', {
    'with the email that the user has': ({own}) =>
      expectOutcome(own, 'updated', 'own-email-refused'),
  }),
  ...checksOf(takenExternalId, {
    'store.users.external-id-is-unique': ({again}) =>
      expectOutcome(again, 'invalid', 'taken-external-id-accepted'),
  }),
  ...checksAt(takenExternalId, 'store.users.refused-create-makes-nobody', {
    'with a taken external_id': ({created, again, held}) =>
      when(again.situations.includes('invalid'), 'the creation was not refused', () =>
        expectUserUnchanged(held, created),
      ),
  }),
  check({
    rule: 'store.users.refused-create-makes-nobody',
    place: 'and takes no name',
    onlyOnTestTargets: true,
    act: (s) => {
      const {body} = createUser(s);
      const [one, other, third] = [newUser(s), newUser(s), newUser(s)];
      const [nameless, homeless, open] = [newUser(s), newUser(s), newUser(s)];
      const send = (user: Record<string, Val>) => s.call('createUser', {body: user});
      const without = (user: Record<string, Val>, name: string) =>
        send(Object.fromEntries(Object.entries(user).filter(([member]) => member !== name)));
      return {
        takenEmail: send({...one, email: body.email}),
        sameId: send(one),
        takenId: send({...other, external_id: body.external_id}),
        sameEmail: send(other),
        shortPassword: send({...third, new_password: 'short'}),
        sameUser: send(third),
        noId: without(nameless, 'external_id'),
        withId: send(nameless),
        noEmail: without(homeless, 'email'),
        withEmail: send(homeless),
        noPassword: without(open, 'new_password'),
        withPassword: send(open),
      };
    },
    judge: ({takenEmail, sameId, takenId, sameEmail, shortPassword, sameUser, ...lacking}) =>
      all(
        expectFree(takenEmail, sameId, 'external_id of a refused creation refused'),
        expectFree(takenId, sameEmail, 'email of a refused creation refused'),
        expectFree(shortPassword, sameUser, 'user of a creation refused for its password refused'),
        expectFree(
          lacking.noId,
          lacking.withId,
          'user of a creation without an external_id refused',
        ),
        expectFree(
          lacking.noEmail,
          lacking.withEmail,
          'user of a creation without an email refused',
        ),
        expectFree(
          lacking.noPassword,
          lacking.withPassword,
          'user of a creation without a password refused',
        ),
      ),
  }),
  check({
    rule: 'store.users.parallel-creates-stay-unique',
    act: (s) => {
      const body = newUser(s);
      const other = newUser(s);
      return {
        sameEmail: s.parallel(
          (b) => void b.call('createUser', {body}),
          (b) => void b.call('createUser', {body: {...newUser(b), email: body.email}}),
        ),
        sameId: s.parallel(
          (b) => void b.call('createUser', {body: other}),
          (b) => void b.call('createUser', {body: {...newUser(b), external_id: other.external_id}}),
        ),
      };
    },
    judge: ({sameEmail, sameId}) =>
      all(expectOneCreated(sameEmail, 'email'), expectOneCreated(sameId, 'external_id')),
  }),
  check({
    rule: 'store.users.email-is-unique',
    place: 'of a deactivated user',
    // It is open whether the address of a deactivated user is in use, but two active users never
    // share an address.
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      s.call('createUser', {body: {...newUser(s), email: body.email}});
      s.call('reactivateUser', {path: idOf(created)});
      return {found: search(s, body.email)};
    },
    judge: ({found}) =>
      expectThat(rowsOf(found).filter((row) => row.deleted_at === null).length < 2, {
        branch: 'two active users with one email',
        expected: 'at most one active user with the email',
        got: 'two',
        at: found,
      }),
  }),
  check({
    rule: 'store.users.email-is-unique',
    place: 'of a deactivated user, by an update',
    onlyOnTestTargets: true,
    // The address belongs either to the deactivated user or to the new one: in both cases an update
    // cannot take it.
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      const again = s.call('createUser', {body: {...newUser(s), email: body.email}});
      const other = createUser(s);
      return {
        again,
        update: s.call('updateUser', {
          path: idOf(other.created),
          body: {...updateOf(other.body), email: body.email},
        }),
      };
    },
    judge: ({again, update: taken}) =>
      when(
        ['created', 'invalid'].some((one) => again.situations.includes(one)),
        'the creation with the email was neither accepted nor refused',
        () => expectOutcome(taken, 'invalid', 'email-of-a-deactivated-user-accepted-on-update'),
      ),
  }),
  check({
    rule: 'store.users.external-id-is-unique',
    place: 'of a deactivated user',
    onlyOnTestTargets: true,
    // It is open whether the id of a deactivated user is in use, as for the address.
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      const other = {...newUser(s), external_id: body.external_id};
      s.call('createUser', {body: other});
      s.call('reactivateUser', {path: idOf(created)});
      return {created, found: search(s, body.email), foundOther: search(s, other.email)};
    },
    judge: ({created, found, foundOther}) => {
      const id: unknown = created.body.data?.external_id;
      const active = [...rowsOf(found), ...rowsOf(foundOther)].filter(
        (row) => row.deleted_at === null && row.external_id === id,
      );
      return expectThat(active.length < 2, {
        branch: 'two active users with one external_id',
        expected: 'at most one active user with the external_id',
        got: 'two',
        at: foundOther,
      });
    },
  }),
  check({
    rule: 'store.users.external-id-cannot-change',
    act: (s) => {
      const {created, body} = createUser(s);
      const name = s.fresh('external-id');
      const cased = createUser(s, {external_id: text('reader-', name)});
      return {
        other: s.call('updateUser', {
          path: idOf(created),
          body: {...updateOf(body), external_id: s.fresh('external-id')},
        }),
        inCapitals: s.call('updateUser', {
          path: idOf(cased.created),
          body: {...updateOf(cased.body), external_id: text('READER-', name)},
        }),
        cased: cased.created,
        found: search(s, cased.body.email),
        same: update(s, created, updateOf(body)),
      };
    },
    // "Must equal the current value": in capitals it does so only where letters are compared without
    // their case, and then the user keeps the external_id of the creation.
    judge: ({other, inCapitals, cased, found}) =>
      all(expectOutcome(other, 'invalid', 'change-accepted'), () =>
        isUpdated(inCapitals)
          ? expectRowMember(
              rowOf(found, cased),
              'external_id',
              cased.requestBody?.['external_id'],
              'letters-changed',
              found,
            )
          : expectOutcome(inCapitals, 'invalid', 'change-of-letters-accepted'),
      ),
  }),
  check({
    rule: 'store.users.external-id-change-changes-nothing',
    act: (s) => {
      const {created, body} = createUser(s);
      const email = s.fresh('email');
      const rest = {
        email,
        admin: true,
        plan_admin: true,
        only_sees_readable: true,
        sessions_limit: 7,
      };
      return {
        created,
        other: s.call('updateUser', {
          path: idOf(created),
          body: {...updateOf(body), ...rest, external_id: s.fresh('external-id')},
          expects: 'invalid',
        }),
        found: search(s, body.email),
        moved: search(s, email),
      };
    },
    judge: ({created, found, moved}) => {
      const row = rowOf(found, created);
      const before = created.body.data;
      return all(
        expectRowMember(row, 'external_id', before.external_id, 'external-id-moved', found),
        ...['admin', 'plan_admin', 'only_sees_readable'].map((name) =>
          expectRowFlag(row, name, isFlagSet(before[name]), `${name} taken`, found),
        ),
        expectRowMember(
          row,
          'sessions_limit',
          before.sessions_limit,
          'sessions_limit taken',
          found,
        ),
        () =>
          expectNone(
            rowsOf(moved),
            'user with the email of the refused update',
            'email-moved',
            moved,
          ),
      );
    },
  }),
  check({
    rule: 'store.users.external-id-change-is-called-prohibited',
    act: (s) => {
      const {created, body} = createUser(s);
      return {
        other: s.call('updateUser', {
          path: idOf(created),
          body: {...updateOf(body), external_id: s.fresh('external-id')},
        }),
      };
    },
    judge: ({other}) =>
      expectThat(/prohibited/i.test(JSON.stringify(other.body ?? '')), {
        branch: 'other-words',
        expected: 'a message that says the field is prohibited',
        got: JSON.stringify(other.body?.errors ?? other.body?.message) ?? 'nothing',
        at: other,
      }),
  }),
  check({
    rule: 'store.users.own-external-id-is-accepted',
    act: (s) => {
      const {created, body} = createUser(s);
      return {
        same: s.call('updateUser', {
          path: idOf(created),
          body: {...updateOf(body), email: s.fresh('email')},
        }),
        other: s.call('updateUser', {
          path: idOf(created),
          body: {...updateOf(body), external_id: s.fresh('external-id')},
          expects: 'invalid',
        }),
      };
    },
    judge: ({same}) => expectOutcome(same, 'updated', 'own-external-id-refused'),
  }),
];
