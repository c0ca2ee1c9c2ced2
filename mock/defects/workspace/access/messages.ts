import type {Seam} from '../../../defect.ts';
import {costlyRefusal, PUBLICATION, REGISTER, RESERVE} from '../rows.ts';
import {header, refusedAs, shown, status, unguarded} from '../../families/seams.ts';
import {around} from '../../breaking.ts';
import {isRefused} from '../../../operation.ts';
import {defects, each} from '../../table.ts';

/** Every second refusal in a situation has another reason. */
const unsteady = (situation: string, reason = 'something_else'): Seam =>
  refusedAs(situation, {reason}, {every: 2});

const inGerman = (situation: string, reason: string): Seam =>
  shown(situation, '/reason', reason, {
    requestHeader: {name: 'accept-language', begins: 'de'},
  });

const redirected = (situation: string): Seam =>
  status(situation, 302, {requestHeader: {name: 'accept', begins: 'text/html'}});

const malformedAs = (status: number, operations: string[]): Seam =>
  refusedAs('body-refused', {status}, {in: operations});

const path = (from: string, to: string): Seam => ({seam: 'path', from, to});

/** Defects of reasons, malformed bodies and paths (Errors). */
export const messages = defects({
  'workspace.access.reason-is-stable': {
    'every second 404 has another reason': unsteady('publication-not-found', 'publication_missing'),
    ...each(
      ['forbidden', 'body-refused', 'format-unsupported', 'oversize', 'not-landed', 'incomplete'],
      (situation) => [`every second ${situation} has another reason`, unsteady(situation)],
    ),
    'every second 401 has another reason': unsteady('unauthenticated', 'key_missing'),
  },
  'workspace.access.reason-is-stable @ in every language': {
    'the reason of a 404 is translated': inGerman('publication-not-found', 'nicht_gefunden'),
    'the reason of a 401 is translated': inGerman('unauthenticated', 'nicht_angemeldet'),
    'the reason of an unsupported format is translated': inGerman(
      'format-unsupported',
      'format_unbekannt',
    ),
  },
  'workspace.access.malformed-body-is-refused': {
    'a malformed reservation is answered 200': malformedAs(200, RESERVE),
    'text after the JSON is ignored': unguarded('what-follows', RESERVE),
    'a malformed reservation spends the allowance': costlyRefusal(RESERVE, 'body-refused'),
    'a malformed registration is answered 500': malformedAs(500, REGISTER),
  },
  'workspace.access.operations-stand-under-the-prefix': {
    'the account is at another path': path('/api/v1/account', '/api/v1/accounts'),
    'the list is at another path': path('/api/v1/publications', '/api/v1/books'),
    'the account is at a path without the prefix, too': path('/account', '/api/v1/account'),
    'uploads are at another path': path('/api/v1/uploads', '/api/v1/upload'),
  },
  'workspace.access.store-paths-are-not-here': {
    'store paths are served': path('/integration-api/v1/orders', '/api/v1/account'),
  },
  'workspace.access.failure-is-json @ long ids': {
    'an id of more than 64 characters has no route': around(
      PUBLICATION,
      (next) => (view, input) => {
        const done = next(view, input);
        if (!isRefused(done) || (input.path['publication'] ?? '').length <= 64) return done;
        const text = {type: 'text/html', text: '<h1>Not Found</h1>'};
        return {situation: 'publication-not-found', text};
      },
    ),
  },
  'workspace.access.failure-is-json @ bodies that are no objects': {
    'a body of another type is refused with HTML': header(
      'body-refused',
      'content-type',
      {set: 'text/html; charset=utf-8'},
      {in: RESERVE},
    ),
  },
  'workspace.access.failure-is-json @ for a client that prefers HTML and has no key': {
    'a browser without a key is redirected': redirected('unauthenticated'),
  },
  'workspace.access.failure-is-json @ for a client that prefers HTML': {
    'a browser is redirected from an unknown publication': redirected('publication-not-found'),
    'a browser is redirected from a registration without bytes': redirected('not-landed'),
  },
});
