import type {Defect, Seam} from '../../defect.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {spendOne} from '../../workspace/uploads/allowance.ts';
import type {View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import {afterwards, breaking, seeing} from '../breaking.ts';

/** A check of the credential that one operation alone does not make. */
const elsewhere = (condition: string): Record<string, Seam> =>
  Object.fromEntries(['createUpload', 'createPublication', 'listPublications', 'getPublication'].map((operation) => [`not looked at by ${operation}`, {seam: 'skip', situation: condition, in: [operation]}]));

export const access: Defect[] = [
  ...breaking('workspace.access.unknown-key-is-refused', {
    'its last character is not looked at': {seam: 'credential', table: 'keys', edit: {like: 'but-for-its-end'}},
    'what comes after a real one is not looked at': {seam: 'credential', table: 'keys', edit: {like: 'longer'}},
    'the beginning of a real one is enough': {seam: 'credential', table: 'keys', edit: {like: 'shorter'}},
    ...elsewhere('unknown-key'),
  }),
  ...breaking('workspace.access.other-scheme-is-refused', elsewhere('other-scheme')),
  ...breaking('workspace.access.store-token-is-refused', elsewhere('store-token')),
  ...breaking('workspace.access.ability-is-needed', {
    'a key for tools may everything': {seam: 'credential', table: 'keys', where: {role: 'tools-only'}, edit: {set: {abilities: ['library:read', 'library:write', 'tools:run']}}},
    'a key for tools may read': {seam: 'credential', table: 'keys', where: {role: 'tools-only'}, edit: {set: {abilities: ['library:read', 'tools:run']}}},
  }),
  ...breaking('workspace.access.bearer-key-is-accepted', {
    'every key is refused': {seam: 'credential', table: 'keys', edit: 'refused'},
    'nobody is served': {seam: 'skip', situation: 'no-key', in: ['getAccount']},
  }),
  ...breaking('workspace.access.missing-key-comes-first', {
    'an unknown id comes before it': {
      seam: 'refusal', situation: 'unauthenticated', in: ['getPublication'], when: 'unknown', as: {situation: 'publication-not-found'},
    },
    'an invalid body comes before it': {
      seam: 'refusal', situation: 'unauthenticated', in: ['createPublication'], when: 'invalid', as: {situation: 'body-refused'},
    },
  }),
  ...breaking('workspace.access.ability-comes-before-lookup', {
    'an unknown id comes before it': {
      seam: 'refusal', situation: 'forbidden', in: ['getPublication'], when: 'unknown', as: {situation: 'publication-not-found'},
    },
    'an invalid body comes before it': {
      seam: 'refusal', situation: 'forbidden', in: ['createPublication'], when: 'invalid', as: {situation: 'body-refused'},
    },
  }),
  ...breaking('workspace.access.ability-refusal-has-no-effect', {
    'registers all the same': {seam: 'effect', situation: 'forbidden', in: ['createPublication']},
    'makes the publication, spends nothing': {seam: 'effect', situation: 'forbidden', in: ['createPublication'], only: ['publications', 'files']},
    'spends a place': {seam: 'effect', situation: 'forbidden', in: ['createPublication'], only: ['workspaces']},
  }),
  ...breaking('workspace.access.new-key-has-library-abilities', {
    'a new key cannot write': {seam: 'credential', table: 'keys', where: {role: undefined}, edit: {set: {abilities: ['library:read', 'tools:run']}}},
    'a new key cannot read': {seam: 'credential', table: 'keys', where: {role: undefined}, edit: {set: {abilities: ['library:write', 'tools:run']}}},
  }),
  ...breaking('workspace.access.key-names-one-workspace', {
    'every key names the same': {seam: 'member', situation: 'account', pointer: '/workspace', edit: {set: 'ws_everyone'}},
    'another on every second call': {seam: 'member', situation: 'account', every: 2, pointer: '/workspace', edit: {set: 'ws_another'}},
  }),
  ...breaking('workspace.access.no-workspace-parameter', {
    '`workspace` is obeyed': {seam: 'tenant', in: ['getAccount'], parameter: 'workspace'},
    '`account_id` is obeyed': {seam: 'tenant', in: ['getAccount'], parameter: 'account_id'},
  }),
  ...breaking('workspace.access.foreign-tells-nothing', {
    'the status tells': {seam: 'refusal', situation: 'publication-not-found', when: 'foreign', as: {status: 410}},
    'the reason tells': {seam: 'refusal', situation: 'publication-not-found', when: 'foreign', as: {reason: 'publication_elsewhere'}},
    'the body tells': {seam: 'member', situation: 'publication-not-found', when: 'foreign', pointer: '/detail', edit: {set: 'of another workspace'}},
    'a header tells': {seam: 'header', situation: 'publication-not-found', when: 'foreign', header: 'cache-control', edit: {set: 'private'}},
  }),
  ...breaking('workspace.access.list-shows-own-only', {
    'everybody is listed': {seam: 'tenancy', in: ['listPublications']},
    'others are listed below the own': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['listPublications']},
        seeing(['listPublications'], (view) => ({
          newest: <R extends Row>(table: string, asked: Parameters<View['newest']>[1]) => {
            const rows = view.newest<R>(table, {...asked, limit: 1000} as Parameters<typeof view.newest<R>>[1]);
            const isOwn = ({tenant}: R): boolean => tenant === view.tenant;
            return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))].slice(0, asked.limit);
          },
        })),
      ],
    },
  }),
  ...breaking('workspace.access.foreign-upload-cannot-be-registered', {
    'a foreign key is not looked at': {seam: 'skip', situation: 'key-outside', in: ['createPublication']},
    'neither key nor reservation is looked at': {
      seam: 'several',
      seams: ['key-outside', 'not-reserved'].map((situation) => ({seam: 'skip', situation, in: ['createPublication']})),
    },
    'refused, and registered all the same': {seam: 'effect', situation: 'key-outside', in: ['createPublication'], only: ['publications', 'files']},
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
              .newest<WorkspaceRow>('workspaces', {limit: 10, where: ({key}) => key !== view.tenant})
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
          const spent = view.newest<WorkspaceRow>('workspaces', {limit: 10}).reduce((sum, workspace) => sum + workspace.spent, 0);
          return {...done, body: {...body, publications_left: Math.max(0, body.publications_left - spent)}};
        }),
      ],
    },
  }),
  ...breaking('workspace.access.reason-is-stable', {
    'another reason on every second 404': {seam: 'refusal', situation: 'publication-not-found', every: 2, as: {reason: 'publication_missing'}},
    'another reason on every second 401': {seam: 'refusal', situation: 'unauthenticated', every: 2, as: {reason: 'key_missing'}},
  }),
  ...breaking('workspace.access.malformed-body-is-refused', {
    'a reservation is answered 200': {seam: 'refusal', situation: 'body-refused', in: ['createUpload'], as: {status: 200}},
    'a registration breaks the server': {seam: 'refusal', situation: 'body-refused', in: ['createPublication'], as: {status: 500}},
  }),
  ...breaking('workspace.access.operations-stand-under-the-prefix', {
    'not the account': {seam: 'path', from: '/api/v1/account', to: '/api/v1/accounts'},
    'not the uploads': {seam: 'path', from: '/api/v1/uploads', to: '/api/v1/upload'},
  }),
  ...breaking('workspace.access.store-paths-are-not-here', {
    'they are answered': {seam: 'path', from: '/integration-api/v1/orders', to: '/api/v1/account'},
    'they break the server': {seam: 'refusal', situation: 'route-not-found', as: {status: 500}},
  }),
];
