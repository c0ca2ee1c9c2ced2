import type {Defect, Seam} from '../../defect.ts';
import {isRefused, type View} from '../../operation.ts';
import type {User} from '../../store/users/user.ts';
import type {Row} from '../../world/change.ts';
import {around, breaking, seeing} from '../breaking.ts';
import {allTheSame} from './users/changed-users.ts';

/** A check of the credential that one operation alone does not make. */
const elsewhere = (condition: string): Record<string, Seam> =>
  Object.fromEntries(
    ['listUsers', 'updateUser', 'deactivateUser', 'reactivateUser', 'forceLogout'].map(
      (operation) => [
        `not looked at by ${operation}`,
        {seam: 'skip', situation: condition, in: [operation]},
      ],
    ),
  );

export const access: Defect[] = [
  ...breaking('store.access.unknown-token-is-refused', {
    'its last character is not looked at': {
      seam: 'credential',
      table: 'tokens',
      edit: {like: 'but-for-its-end'},
    },
    'what comes after a real one is not looked at': {
      seam: 'credential',
      table: 'tokens',
      edit: {like: 'longer'},
    },
    'the beginning of a real one is enough': {
      seam: 'credential',
      table: 'tokens',
      edit: {like: 'shorter'},
    },
    ...elsewhere('unknown-key'),
  }),
  ...breaking('store.access.workspace-key-is-refused', elsewhere('bearer-only')),
  ...breaking('store.access.token-is-accepted', {
    'every token is refused': {seam: 'credential', table: 'tokens', edit: 'refused'},
    'nobody is served': {seam: 'skip', situation: 'no-key', in: ['createUser']},
  }),
  ...breaking('store.access.missing-token-comes-first', {
    'an unknown id comes before it': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['deactivateUser'],
      when: 'unknown',
      as: {situation: 'user-not-found'},
    },
    'an invalid body comes before it': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['createUser'],
      when: 'invalid',
      as: {situation: 'invalid'},
    },
  }),
  ...breaking('store.access.refusal-without-token-has-no-effect', {
    'it creates all the same': {seam: 'effect', situation: 'unauthenticated', in: ['createUser']},
    'it deactivates all the same': {
      seam: 'effect',
      situation: 'unauthenticated',
      in: ['deactivateUser'],
    },
    'it updates all the same': {seam: 'effect', situation: 'unauthenticated', in: ['updateUser']},
    'it reactivates all the same': {
      seam: 'effect',
      situation: 'unauthenticated',
      in: ['reactivateUser'],
    },
  }),
  ...breaking('store.access.each-admin-has-a-token', {
    'only the first admin has one': {
      seam: 'credential',
      table: 'tokens',
      where: {role: 'second-admin'},
      edit: 'refused',
    },
    "the second admin's opens another store": {
      seam: 'credential',
      table: 'tokens',
      where: {role: 'second-admin'},
      edit: {set: {tenant: 'store-b'}},
    },
  }),
  ...breaking('store.access.deleted-token-is-refused', {
    'it still reads': {seam: 'credential', table: 'tokens', methods: ['GET'], edit: 'cached'},
    'tokens are remembered': {seam: 'credential', table: 'tokens', edit: 'cached'},
  }),
  ...breaking('store.access.regenerated-token-replaces-the-old', {
    'it still reads': {seam: 'credential', table: 'tokens', methods: ['GET'], edit: 'cached'},
    'tokens are remembered': {seam: 'credential', table: 'tokens', edit: 'cached'},
  }),
  ...breaking('store.access.foreign-is-not-found', {
    'the user is deactivated all the same': abroad('deactivateUser', ({now}) => ({
      state: 'deactivated',
      deleted: now,
    })),
    'the user is updated all the same': abroad('updateUser', () => ({
      admin: true,
      sessions_limit: 1,
    })),
  }),
  ...breaking('store.access.list-shows-own-only', {
    'the admins of all stores are listed': ofAllStores('admins'),
    'the deactivated of all stores are listed': ofAllStores('deactivated'),
    'without a query everybody of all stores is listed': ofAllStores(undefined),
    'everybody is found': {seam: 'tenancy', in: ['listUsers']},
    'who is not found here is found elsewhere': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['listUsers']},
        seeing(['listUsers'], (view) => ({
          all: <R extends Row>(table: string, index: string, value: string) => {
            const rows = view.all<R>(table, index, value);
            const own = rows.filter(({tenant}) => tenant === view.tenant);
            return own.length ? own : rows;
          },
        })),
      ],
    },
  }),
  ...breaking('store.access.operations-stand-under-the-prefix', {
    'not under the prefix': {
      seam: 'path',
      from: '/integration-api/v1/dashboard/users',
      to: '/integration-api/v1/users',
    },
  }),
  ...breaking('store.access.json-requests-are-served', {
    'with HTML': {
      seam: 'header',
      situation: 'created',
      header: 'content-type',
      edit: {set: 'text/html'},
    },
    'with HTML when they are wrong': {
      seam: 'header',
      situation: 'invalid',
      header: 'content-type',
      edit: {set: 'text/html'},
    },
  }),
  ...breaking('store.access.malformed-body-is-refused', {
    'a create is answered 201': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['createUser'],
      as: {status: 201},
    },
    'an update is answered 200': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['updateUser'],
      as: {status: 200},
    },
    'an update breaks the server': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['updateUser'],
      as: {status: 500},
    },
  }),
  ...breaking('store.access.errors-name-the-failing-field', {
    'no field is named': {
      seam: 'member',
      situation: 'invalid',
      pointer: '/errors',
      edit: {set: {body: ['The given data was invalid.']}},
    },
    'a deactivation names the query': {
      seam: 'member',
      situation: 'invalid',
      in: ['deactivateUser'],
      pointer: '/errors',
      edit: {set: {query: ['The query is invalid.']}},
    },
    'an update names the body': {
      seam: 'member',
      situation: 'invalid',
      in: ['updateUser'],
      pointer: '/errors',
      edit: {set: {body: ['The body is invalid.']}},
    },
    'who has the email is named': around(['createUser'], (next) => (view, input) => {
      const done = next(view, input);
      return isRefused(done) && done.errors?.['email']
        ? {...done, errors: {user: done.errors['email']}}
        : done;
    }),
    'a valid field is named too': {
      seam: 'member',
      situation: 'invalid',
      pointer: '/errors/external_id',
      edit: {set: ['The external id is invalid.']},
    },
    'the other of two fields is named': {
      seam: 'member',
      situation: 'invalid',
      every: 2,
      pointer: '/errors',
      edit: {set: {email: ['The email is invalid.']}},
    },
  }),
  ...breaking('store.access.only-documented-statuses-are-answered', {
    'a list is a part of it': {seam: 'status', situation: 'page', as: 206},
    'nobody found is gone': {seam: 'refusal', situation: 'nothing-found', as: {status: 410}},
    'an unreadable update is of an unsupported type': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['updateUser'],
      as: {status: 415},
    },
    'an unreadable body is of an unsupported type': {
      seam: 'refusal',
      situation: 'body-refused',
      as: {status: 415},
    },
  }),
  ...breaking('store.access.client-faults-are-no-server-errors', {
    'a malformed body is one': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['createUser'],
      as: {status: 500},
    },
    'an invalid update is one': {
      seam: 'refusal',
      situation: 'invalid',
      in: ['updateUser'],
      as: {status: 500},
    },
    'a search for nobody is one': {seam: 'refusal', situation: 'nothing-found', as: {status: 500}},
  }),
  ...[
    'answers-are-strict-transport',
    'answers-are-not-sniffed',
    'answers-have-xss-protection',
  ].flatMap((rule, i) =>
    breaking(`store.access.${rule}`, {
      'not where no path leads': {
        seam: 'header',
        situation: 'route-not-found',
        header: ['strict-transport-security', 'x-content-type-options', 'x-xss-protection'][i]!,
        edit: 'drop',
      },
    }),
  ),
];

/** A user of another store who is changed, and yet not found. */
function abroad(operation: string, other: (view: View) => Partial<User>): Seam {
  return around([operation], (next) => (view, input) => {
    const done = next(view, input);
    const user = view.anywhere<User>('users', input.path['id'] ?? '');
    return isRefused(done) && user && user.tenant !== view.tenant
      ? allTheSame(done, [{table: 'users', put: {...user, ...other(view)}}])
      : done;
  });
}

/** One query of the list finds users of all stores. */
function ofAllStores(query: string | undefined): Seam {
  const own = <R extends Row>(view: View, rows: R[]): R[] =>
    rows.filter(({tenant}) => tenant === view.tenant);
  return {
    seam: 'several',
    seams: [
      {seam: 'tenancy', in: ['listUsers']},
      seeing(['listUsers'], (view, input) =>
        input.query['query'] === query
          ? {}
          : {
              all: <R extends Row>(table: string, index: string, value: string) =>
                own(view, view.all<R>(table, index, value)),
              newest: <R extends Row>(table: string, asked: Parameters<View['newest']>[1]) =>
                own(view, view.newest<R>(table, asked as never)),
            },
      ),
    ],
  };
}
