import type {Defect, Seam} from '../../../defect.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {spendsOne} from '../allowance-spent.ts';

/** Makes a defect of the reason of refusals to a client that prefers German. */
const inGerman = (situation: string, reason: string): Seam => ({
  seam: 'member',
  situation,
  pointer: '/reason',
  edit: {set: reason},
  requestHeader: {name: 'accept-language', begins: 'de'},
});

/** Defects of reasons, malformed bodies and paths (Errors). */
export const messages: Defect[] = [
  ...breaking('workspace.access.reason-is-stable', {
    'every second 404 has another reason': {
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
        `every second ${situation} has another reason`,
        {seam: 'refusal', situation, every: 2, as: {reason: 'something_else'}},
      ]),
    ),
    'every second 401 has another reason': {
      seam: 'refusal',
      situation: 'unauthenticated',
      every: 2,
      as: {reason: 'key_missing'},
    },
  }),
  ...atPlace(
    'in every language',
    breaking('workspace.access.reason-is-stable', {
      'the reason of a 404 is translated': inGerman('publication-not-found', 'nicht_gefunden'),
      'the reason of a 401 is translated': inGerman('unauthenticated', 'nicht_angemeldet'),
      'the reason of an unsupported format is translated': inGerman(
        'format-unsupported',
        'format_unbekannt',
      ),
    }),
  ),
  ...breaking('workspace.access.malformed-body-is-refused', {
    'a malformed reservation is answered 200': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['createUpload'],
      as: {status: 200},
    },
    'text after the JSON is ignored': {
      seam: 'skip',
      situation: 'what-follows',
      in: ['createUpload'],
    },
    'a malformed reservation spends the allowance': {
      seam: 'effect',
      situation: 'body-refused',
      in: ['createUpload'],
      changes: spendsOne,
    },
    'a malformed registration is answered 500': {
      seam: 'refusal',
      situation: 'body-refused',
      in: ['createPublication'],
      as: {status: 500},
    },
  }),
  ...breaking('workspace.access.operations-stand-under-the-prefix', {
    'the account is at another path': {
      seam: 'path',
      from: '/api/v1/account',
      to: '/api/v1/accounts',
    },
    'the list is at another path': {
      seam: 'path',
      from: '/api/v1/publications',
      to: '/api/v1/books',
    },
    'the account is at a path without the prefix, too': {
      seam: 'path',
      from: '/account',
      to: '/api/v1/account',
    },
    'uploads are at another path': {seam: 'path', from: '/api/v1/uploads', to: '/api/v1/upload'},
  }),
  ...breaking('workspace.access.store-paths-are-not-here', {
    'store paths are served': {
      seam: 'path',
      from: '/integration-api/v1/orders',
      to: '/api/v1/account',
    },
  }),
];
