import type {Defect, Seam} from '../../defect.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {spendOne} from '../../workspace/uploads/allowance.ts';
import {isRefused, type View} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import {afterwards, around, breaking, seeing, viewWith} from '../breaking.ts';

/** A check of the credential that one operation alone does not make. */
const elsewhere = (condition: string): Record<string, Seam> =>
  Object.fromEntries(
    ['createUpload', 'createPublication', 'listPublications', 'getPublication'].map((operation) => [
      `not looked at by ${operation}`,
      {seam: 'skip', situation: condition, in: [operation]},
    ]),
  );

/** A place that a refusal spends. */
const spending = (view: View): Change[] => [
  {
    table: 'workspaces',
    put: spendOne(view.find<WorkspaceRow>('workspaces', view.tenant)!, view.now),
  },
];

/** Own rows, and when they fill a page those of others below them. */
const othersBelow = (view: View): Partial<View> => ({
  newest: <R extends Row>(table: string, {before, limit}: Parameters<View['newest']>[1]) => {
    const rows = view.newest<R>(table, {limit: 10_000});
    const own = rows.filter(({tenant}) => tenant === view.tenant);
    const shown =
      own.length < 50 ? own : [...own, ...rows.filter(({tenant}) => tenant !== view.tenant)];
    const from = before === undefined ? 0 : shown.findIndex(({seq}) => seq === before) + 1;
    return shown.slice(from, from + limit);
  },
});

/** A cursor leads on in the workspace that it was issued to. */
const cursorsOfAll = around(['listPublications'], (next) => {
  const issued = new Map<string, {tenant: string; before: number}>();
  return (view, input) => {
    const from = issued.get(input.query['cursor'] ?? '');
    const tenant = from?.tenant ?? view.tenant;
    const shown = viewWith(view, () => ({
      newest: <R extends Row>(table: string, {before, limit}: Parameters<View['newest']>[1]) => {
        const last = from?.before ?? before;
        return view.newest<R>(table, {
          limit,
          ...(last !== undefined && {before: last}),
          where: (row) => row.tenant === tenant,
        });
      },
    }));
    const done = next(shown, from ? {...input, query: {}} : input);
    if (isRefused(done)) return done;
    const {data, next_cursor} = done.body as {
      data: {value: {id: string}}[];
      next_cursor: string | null;
    };
    if (next_cursor)
      issued.set(next_cursor, {
        tenant,
        before: view.anywhere<Row>('publications', data.at(-1)!.value.id)!.seq,
      });
    return done;
  };
});

export const access: Defect[] = [
  ...breaking('workspace.access.unknown-key-is-refused', {
    'its last character is not looked at': {
      seam: 'credential',
      table: 'keys',
      edit: {like: 'but-for-its-end'},
    },
    'what comes after a real one is not looked at': {
      seam: 'credential',
      table: 'keys',
      edit: {like: 'longer'},
    },
    'the beginning of a real one is enough': {
      seam: 'credential',
      table: 'keys',
      edit: {like: 'shorter'},
    },
    ...elsewhere('unknown-key'),
  }),
  ...breaking('workspace.access.missing-key-is-refused', {
    'an empty one is let in': {seam: 'skip', situation: 'empty-key', in: ['getAccount']},
  }),
  ...breaking('workspace.access.other-scheme-is-refused', elsewhere('other-scheme')),
  ...breaking('workspace.access.store-token-is-refused', elsewhere('store-token')),
  ...breaking('workspace.access.ability-is-needed', {
    'a key for tools may everything': {
      seam: 'credential',
      table: 'keys',
      where: {role: 'tools-only'},
      edit: {set: {abilities: ['library:read', 'library:write', 'tools:run']}},
    },
    'a key for tools may read': {
      seam: 'credential',
      table: 'keys',
      where: {role: 'tools-only'},
      edit: {set: {abilities: ['library:read', 'tools:run']}},
    },
  }),
  ...breaking('workspace.access.bearer-key-is-accepted', {
    'every key is refused': {seam: 'credential', table: 'keys', edit: 'refused'},
    'nobody is served': {seam: 'skip', situation: 'no-key', in: ['getAccount']},
  }),
  ...breaking('workspace.access.missing-key-comes-first', {
    'an unknown id comes before it': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['getPublication'],
      when: 'unknown',
      as: {situation: 'publication-not-found'},
    },
    'an invalid body comes before it': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['createPublication'],
      when: 'invalid',
      as: {situation: 'body-refused'},
    },
    'an invalid reservation comes before it': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['createUpload'],
      when: 'invalid',
      as: {situation: 'body-refused'},
    },
  }),
  ...breaking('workspace.access.ability-comes-before-lookup', {
    'an unknown id comes before it': {
      seam: 'refusal',
      situation: 'forbidden',
      in: ['getPublication'],
      when: 'unknown',
      as: {situation: 'publication-not-found'},
    },
    'an invalid body comes before it': {
      seam: 'refusal',
      situation: 'forbidden',
      in: ['createPublication'],
      when: 'invalid',
      as: {situation: 'body-refused'},
    },
    'an invalid reservation comes before it': {
      seam: 'refusal',
      situation: 'forbidden',
      in: ['createUpload'],
      when: 'invalid',
      as: {situation: 'body-refused'},
    },
  }),
  ...breaking('workspace.access.ability-refusal-has-no-effect', {
    'registers all the same': {seam: 'effect', situation: 'forbidden', in: ['createPublication']},
    'makes the publication, spends nothing': {
      seam: 'effect',
      situation: 'forbidden',
      in: ['createPublication'],
      only: ['publications', 'files'],
    },
    'a reservation spends a place': {
      seam: 'effect',
      situation: 'forbidden',
      in: ['createUpload'],
      changes: spending,
    },
    'spends a place': {
      seam: 'effect',
      situation: 'forbidden',
      in: ['createPublication'],
      only: ['workspaces'],
    },
  }),
  ...breaking('workspace.access.new-key-has-library-abilities', {
    'a new key cannot write': {
      seam: 'credential',
      table: 'keys',
      where: {role: undefined},
      edit: {set: {abilities: ['library:read', 'tools:run']}},
    },
    'a new key cannot read': {
      seam: 'credential',
      table: 'keys',
      where: {role: undefined},
      edit: {set: {abilities: ['library:write', 'tools:run']}},
    },
  }),
  ...breaking('workspace.access.key-names-one-workspace', {
    'every key names the same': {
      seam: 'member',
      situation: 'account',
      pointer: '/workspace',
      edit: {set: 'ws_everyone'},
    },
    'another on every second call': {
      seam: 'member',
      situation: 'account',
      every: 2,
      pointer: '/workspace',
      edit: {set: 'ws_another'},
    },
  }),
  ...breaking('workspace.access.no-workspace-parameter', {
    '`workspace` is obeyed': {seam: 'tenant', in: ['getAccount'], parameter: 'workspace'},
    '`account_id` is obeyed': {seam: 'tenant', in: ['getAccount'], parameter: 'account_id'},
    '`workspace` is obeyed at a reservation': {
      seam: 'tenant',
      in: ['createUpload'],
      parameter: 'workspace',
    },
    '`workspace` is obeyed in the body of a reservation': {
      seam: 'tenant',
      in: ['createUpload'],
      parameter: 'workspace',
      body: true,
    },
    '`account` is obeyed at a registration': {
      seam: 'tenant',
      in: ['createPublication'],
      parameter: 'account',
    },
    '`account` is obeyed in the body of a registration': {
      seam: 'tenant',
      in: ['createPublication'],
      parameter: 'account',
      body: true,
    },
  }),
  ...breaking('workspace.access.foreign-tells-nothing', {
    'the status tells': {
      seam: 'refusal',
      situation: 'publication-not-found',
      when: 'foreign',
      as: {status: 410},
    },
    'the reason tells': {
      seam: 'refusal',
      situation: 'publication-not-found',
      when: 'foreign',
      as: {reason: 'publication_elsewhere'},
    },
    'the body tells': {
      seam: 'member',
      situation: 'publication-not-found',
      when: 'foreign',
      pointer: '/detail',
      edit: {set: 'of another workspace'},
    },
    'the detail tells, where there always is one': {
      seam: 'several',
      seams: [
        {
          seam: 'member',
          situation: 'publication-not-found',
          pointer: '/detail',
          edit: {set: 'There is nothing here.'},
        },
        {
          seam: 'member',
          situation: 'publication-not-found',
          when: 'foreign',
          pointer: '/detail',
          edit: {set: 'It is of another workspace.'},
        },
      ],
    },
    'a header of its own tells': {
      seam: 'header',
      situation: 'publication-not-found',
      when: 'foreign',
      header: 'x-owner',
      edit: {set: 'another workspace'},
    },
    'the value of a header tells': {
      seam: 'several',
      seams: [
        {
          seam: 'header',
          situation: 'publication-not-found',
          header: 'cache-control',
          edit: {set: 'no-store'},
        },
        {
          seam: 'header',
          situation: 'publication-not-found',
          when: 'foreign',
          header: 'cache-control',
          edit: {set: 'private'},
        },
      ],
    },
    'a header tells': {
      seam: 'header',
      situation: 'publication-not-found',
      when: 'foreign',
      header: 'cache-control',
      edit: {set: 'private'},
    },
  }),
  ...breaking('workspace.access.list-shows-own-only', {
    'everybody is listed': {seam: 'tenancy', in: ['listPublications']},
    'others are listed below a page of own ones': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['listPublications']},
        seeing(['listPublications'], othersBelow),
      ],
    },
    "another workspace's cursor leads to its rows": {
      seam: 'several',
      seams: [{seam: 'tenancy', in: ['listPublications']}, cursorsOfAll],
    },
    'others are listed below the own': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['listPublications']},
        seeing(['listPublications'], (view) => ({
          newest: <R extends Row>(table: string, asked: Parameters<View['newest']>[1]) => {
            const rows = view.newest<R>(table, {...asked, limit: 1000} as Parameters<
              typeof view.newest<R>
            >[1]);
            const isOwn = ({tenant}: R): boolean => tenant === view.tenant;
            return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))].slice(
              0,
              asked.limit,
            );
          },
        })),
      ],
    },
  }),
  ...breaking('workspace.access.foreign-upload-cannot-be-registered', {
    'a foreign key is not looked at': {
      seam: 'skip',
      situation: 'key-outside',
      in: ['createPublication'],
    },
    'neither key nor reservation is looked at': {
      seam: 'several',
      seams: ['key-outside', 'not-reserved'].map((situation) => ({
        seam: 'skip',
        situation,
        in: ['createPublication'],
      })),
    },
    'a foreign id with an own key': seeing(['createPublication'], (view, {body}) => ({
      find: <R extends Row>(table: string, key: string) => {
        const said = body as Record<string, string>;
        const row =
          view.find<R>(table, key) ??
          (table === 'uploads' && view.object(said.key!)
            ? view.anywhere<R>(table, key)
            : undefined);
        return row && table === 'uploads' ? {...row, object: said.key!} : row;
      },
    })),
    'refused, and registered all the same': {
      seam: 'effect',
      situation: 'key-outside',
      in: ['createPublication'],
      only: ['publications', 'files'],
    },
  }),
  ...breaking('workspace.access.allowance-is-own', {
    'every workspace pays': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['createPublication']},
        afterwards(['createPublication'], (done, view) => ({
          ...done,
          changes: [
            ...(done.changes ?? []),
            ...view
              .newest<WorkspaceRow>('workspaces', {
                limit: 10,
                where: ({key}) => key !== view.tenant,
              })
              .map((other) => ({table: 'workspaces', put: spendOne(other, view.now)})),
          ],
        })),
      ],
    },
    'the account tells what all have left': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['getAccount']},
        afterwards(['getAccount'], (done, view) => {
          const body = done.body as {publications_left: number};
          const spent = view
            .newest<WorkspaceRow>('workspaces', {limit: 10})
            .reduce((sum, workspace) => sum + workspace.spent, 0);
          return {
            ...done,
            body: {...body, publications_left: Math.max(0, body.publications_left - spent)},
          };
        }),
      ],
    },
  }),
  ...breaking('workspace.access.reason-is-stable', {
    'another reason on every second 404': {
      seam: 'refusal',
      situation: 'publication-not-found',
      every: 2,
      as: {reason: 'publication_missing'},
    },
    ...Object.fromEntries(
      [
        'forbidden',
        'body-refused',
        'format-unsupported',
        'oversize',
        'not-landed',
        'incomplete',
      ].map((situation) => [
        `another reason on every second ${situation}`,
        {seam: 'refusal', situation, every: 2, as: {reason: 'something_else'}},
      ]),
    ),
    'another reason on every second 401': {
      seam: 'refusal',
      situation: 'unauthenticated',
      every: 2,
      as: {reason: 'key_missing'},
    },
  }),
  ...breaking('workspace.access.malformed-body-is-refused', {
    'a reservation is answered 200': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['createUpload'],
      as: {status: 200},
    },
    'what follows the JSON is not looked at': {
      seam: 'skip',
      situation: 'what-follows',
      in: ['createUpload'],
    },
    'a reservation spends a place': {
      seam: 'effect',
      situation: 'body-refused',
      in: ['createUpload'],
      changes: spending,
    },
    'a registration breaks the server': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['createPublication'],
      as: {status: 500},
    },
  }),
  ...breaking('workspace.access.operations-stand-under-the-prefix', {
    'not the account': {seam: 'path', from: '/api/v1/account', to: '/api/v1/accounts'},
    'not the list': {seam: 'path', from: '/api/v1/publications', to: '/api/v1/books'},
    'not the uploads': {seam: 'path', from: '/api/v1/uploads', to: '/api/v1/upload'},
  }),
  ...breaking('workspace.access.store-paths-are-not-here', {
    'they are answered': {seam: 'path', from: '/integration-api/v1/orders', to: '/api/v1/account'},
    'they break the server': {seam: 'refusal', situation: 'route-not-found', as: {status: 500}},
  }),
];
