import type {Defect, Seam} from '../../../defect.ts';
import {refuse} from '../../../operation.ts';
import type {KeyRow} from '../../../workspace/access/rows.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {spendsOne} from '../allowance-spent.ts';
import {newKeysHave} from '../new-keys.ts';
import {spend, START} from '../runs/altered-runs.ts';

/**
 * Makes a defect for each of some operations: the operation accepts what all others refuse.
 * @param condition the condition of the skipped refusal
 * @param what the credential, in words for the name of the defect
 */
const acceptedBy = (condition: string, what: string): Record<string, Seam> =>
  Object.fromEntries(
    ['createUpload', 'createPublication', 'listPublications', 'getPublication'].map((operation) => [
      `${operation} accepts ${what}`,
      {seam: 'skip', situation: condition, in: [operation]},
    ]),
  );

/** Refuses a key that may only read every page of the list but the first. */
const firstPageForReaders: Seam = around(['listPublications'], (next) => (view, input) => {
  const {role} = view.find<KeyRow>('keys', input.by) ?? {};
  if (input.query['cursor'] === undefined || role !== 'read-only') return next(view, input);
  return refuse('forbidden', {
    expected: 'the ability to read further pages',
    got: 'a key that may only read',
    todo: 'use another key',
  });
});

/** Defects of keys and their abilities (Authentication). */
export const keys: Defect[] = [
  ...atPlace(
    'in any state of a publication',
    breaking('workspace.access.ability-is-needed', {
      'the working version is read without the ability': {
        seam: 'skip',
        situation: 'forbidden',
        in: ['getCurrentPublicationFile'],
      },
      'the links of any file are read without the ability': {
        seam: 'skip',
        situation: 'forbidden',
        in: ['downloadFile'],
      },
    }),
  ),
  ...atPlace(
    'for a further page of the list',
    breaking('workspace.access.ability-alone-suffices', {
      'a key that may only read is refused the second page': firstPageForReaders,
    }),
  ),
  ...breaking('workspace.access.unknown-key-is-refused', {
    'the last character of a key is ignored': {
      seam: 'credential',
      table: 'keys',
      edit: {like: 'another-end'},
    },
    'characters after a valid key are ignored': {
      seam: 'credential',
      table: 'keys',
      edit: {like: 'longer'},
    },
    'the beginning of a valid key is accepted': {
      seam: 'credential',
      table: 'keys',
      edit: {like: 'one-shorter'},
    },
    ...acceptedBy('unknown-key', 'an unknown key'),
  }),
  ...breaking('workspace.access.key-has-its-letter-case', {
    'letters of a key are compared without case': {
      seam: 'credential',
      table: 'keys',
      edit: {like: 'other-case'},
    },
  }),
  ...breaking('workspace.access.missing-key-is-refused', {
    'getAccount accepts an empty key': {seam: 'skip', situation: 'empty-key', in: ['getAccount']},
    'a key in X-Api-Key is accepted': {seam: 'skip', situation: 'key-in-other-header'},
  }),
  ...atPlace(
    'with a query',
    breaking('workspace.access.missing-key-is-refused', {
      'the usage is served without a key where the request has a query': {
        seam: 'skip',
        situation: 'no-key',
        in: ['getAccountUsage'],
        withQuery: true,
      },
      'a publication is served without a key where the request has a query': {
        seam: 'skip',
        situation: 'no-key',
        in: ['getPublication'],
        withQuery: true,
      },
    }),
  ),
  ...breaking('workspace.access.other-scheme-is-refused', {
    ...acceptedBy('other-scheme', 'another scheme'),
    'a key without a scheme is accepted': {seam: 'skip', situation: 'bare-key'},
    'a key after the scheme Token is accepted': {seam: 'skip', situation: 'token-scheme'},
  }),
  ...breaking(
    'workspace.access.store-token-is-refused',
    acceptedBy('store-token', 'a store token'),
  ),
  ...breaking('workspace.access.ability-is-needed', {
    'a tools-only key has every ability': {
      seam: 'credential',
      table: 'keys',
      where: {role: 'tools-only'},
      edit: {set: {abilities: ['library:read', 'library:write', 'tools:run']}},
    },
    'a tools-only key can read': {
      seam: 'credential',
      table: 'keys',
      where: {role: 'tools-only'},
      edit: {set: {abilities: ['library:read', 'tools:run']}},
    },
  }),
  ...breaking('workspace.access.bearer-key-is-accepted', {
    'every key is refused': {seam: 'credential', table: 'keys', edit: 'refused'},
    'getAccount needs no key': {seam: 'skip', situation: 'no-key', in: ['getAccount']},
  }),
  ...breaking('workspace.access.missing-key-comes-first', {
    'an unknown id is reported before the missing key': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['getPublication'],
      when: 'unknown',
      as: {situation: 'publication-not-found'},
    },
    'an invalid registration is reported before the missing key': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['createPublication'],
      when: 'invalid',
      as: {situation: 'body-refused'},
    },
    'an invalid reservation is reported before the missing key': {
      seam: 'refusal',
      situation: 'unauthenticated',
      in: ['createUpload'],
      when: 'invalid',
      as: {situation: 'body-refused'},
    },
  }),
  ...breaking('workspace.access.ability-comes-before-lookup', {
    'an unknown id is reported before the missing ability': {
      seam: 'refusal',
      situation: 'forbidden',
      in: ['getPublication'],
      when: 'unknown',
      as: {situation: 'publication-not-found'},
    },
    'an invalid registration is reported before the missing ability': {
      seam: 'refusal',
      situation: 'forbidden',
      in: ['createPublication'],
      when: 'invalid',
      as: {situation: 'body-refused'},
    },
    'an invalid reservation is reported before the missing ability': {
      seam: 'refusal',
      situation: 'forbidden',
      in: ['createUpload'],
      when: 'invalid',
      as: {situation: 'body-refused'},
    },
  }),
  ...[
    ['listPublicationFiles', 'publication'],
    ['getCurrentPublicationFile', 'publication'],
    ['getPublicationReader', 'publication'],
    ['downloadFile', 'file'],
  ].flatMap(([operation = '', what = '']) =>
    atPlace(
      operation,
      breaking('workspace.access.ability-comes-before-lookup', {
        [`${operation} reports an unknown ${what} before the missing ability`]: {
          seam: 'refusal',
          situation: 'forbidden',
          in: [operation],
          when: 'unknown',
          as: {situation: `${what}-not-found`},
        },
      }),
    ),
  ),
  ...breaking('workspace.access.ability-refusal-has-no-effect', {
    'a refused registration is carried out': {
      seam: 'effect',
      situation: 'forbidden',
      in: ['createPublication'],
    },
    'a refused registration creates the publication': {
      seam: 'effect',
      situation: 'forbidden',
      in: ['createPublication'],
      only: ['publications', 'files'],
    },
    'a refused reservation spends the allowance': {
      seam: 'effect',
      situation: 'forbidden',
      in: ['createUpload'],
      changes: spendsOne,
    },
    'a refused registration spends the allowance': {
      seam: 'effect',
      situation: 'forbidden',
      in: ['createPublication'],
      only: ['workspaces'],
    },
  }),
  ...atPlace(
    'startRun',
    breaking('workspace.access.ability-refusal-has-no-effect', {
      'a refused start spends a run': {
        seam: 'effect',
        situation: 'forbidden',
        in: START,
        changes: (view) => [spend(view)],
      },
    }),
  ),
  ...atPlace(
    'a registration without a key has no effect',
    breaking('workspace.access.missing-key-comes-first', {
      'a registration without a key is refused and carried out': {
        seam: 'effect',
        situation: 'unauthenticated',
        in: ['createPublication'],
      },
    }),
  ),
  ...breaking('workspace.access.new-key-has-library-abilities', {
    'a new key cannot write': newKeysHave(['library:read', 'tools:run']),
    'a new key cannot read': newKeysHave(['library:write', 'tools:run']),
  }),
  ...breaking('workspace.access.key-names-one-workspace', {
    'every key names the same workspace': {
      seam: 'member',
      situation: 'account',
      pointer: '/workspace',
      edit: {set: 'ws_everyone'},
    },
    'every second request names another workspace': {
      seam: 'member',
      situation: 'account',
      every: 2,
      pointer: '/workspace',
      edit: {set: 'ws_another'},
    },
  }),
  ...breaking('workspace.access.no-workspace-parameter', {
    'getAccount obeys the parameter workspace': {
      seam: 'tenant',
      in: ['getAccount'],
      parameter: 'workspace',
    },
    'getAccount obeys the parameter account_id': {
      seam: 'tenant',
      in: ['getAccount'],
      parameter: 'account_id',
    },
    'createUpload obeys the parameter workspace': {
      seam: 'tenant',
      in: ['createUpload'],
      parameter: 'workspace',
    },
    'createUpload obeys workspace in the body': {
      seam: 'tenant',
      in: ['createUpload'],
      parameter: 'workspace',
      body: true,
    },
    'createPublication obeys the parameter account': {
      seam: 'tenant',
      in: ['createPublication'],
      parameter: 'account',
    },
    'createPublication obeys account in the body': {
      seam: 'tenant',
      in: ['createPublication'],
      parameter: 'account',
      body: true,
    },
  }),
];
