import type {Defect} from '../../defect.ts';
import {isRefused, refuse} from '../../operation.ts';
import type {KeyRow, WorkspaceRow} from '../../workspace/access/rows.ts';
import type {FileRow} from '../../workspace/publications/rows.ts';
import {around, atPlace, breaking, receiving} from '../breaking.ts';

const START = ['startRun'];

/** The members of a registration that say how large the file is. */
interface Sized {
  size_bytes: number;
}

/** Defects that only appear with requests that clients seldom send. */
export const oddRequests: Defect[] = [
  ...atPlace(
    'long ids',
    breaking('workspace.access.failure-is-json', {
      'an id of more than 64 characters has no route': around(
        ['getPublication'],
        (next) => (view, input) => {
          const done = next(view, input);
          const hasRoute = (input.path['publication'] ?? '').length <= 64;
          if (!isRefused(done) || hasRoute) return done;
          return {
            situation: 'publication-not-found',
            text: {type: 'text/html', text: '<h1>Not Found</h1>'},
          };
        },
      ),
    }),
  ),
  ...atPlace(
    'bodies that are no objects',
    breaking('workspace.access.failure-is-json', {
      'a body of another type is refused with HTML': {
        seam: 'header',
        situation: 'body-refused',
        in: ['createUpload'],
        header: 'content-type',
        edit: {set: 'text/html; charset=utf-8'},
      },
    }),
  ),
  ...atPlace(
    'without any allowance',
    breaking('workspace.access.ability-comes-before-lookup', {
      'a spent allowance is reported before the missing ability': {
        seam: 'several',
        seams: [
          {seam: 'skip', situation: 'forbidden', in: ['createUpload']},
          around(['createUpload'], (next) => (view, input) => {
            const {abilities = []} = view.find<KeyRow>('keys', input.by) ?? {};
            const done = next(view, input);
            const isSpent = isRefused(done) && done.refused === 'allowance-spent';
            return isSpent || abilities.includes('library:write')
              ? done
              : refuse('forbidden', {
                  expected: 'library:write',
                  got: 'less',
                  todo: 'use another key',
                });
          }),
        ],
      },
    }),
  ),
  ...atPlace(
    'downloadFile while no links are issued',
    breaking('workspace.access.foreign-tells-nothing', {
      'whether links are issued is looked up before whose the file is': around(
        ['downloadFile'],
        (next) => (view, input) => {
          const file = view.anywhere<FileRow>('files', input.path['file'] ?? '');
          const owner = file && view.anywhere<WorkspaceRow>('workspaces', file.tenant);
          return owner?.downloads === 'unavailable'
            ? refuse('downloads-unavailable', {expected: 'storage', got: 'none', todo: 'wait'})
            : next(view, input);
        },
      ),
      'a foreign file is found while no link can be issued': around(
        ['downloadFile'],
        (next) => (view, input) => {
          const [own] = view.newest<WorkspaceRow>('workspaces', {limit: 1});
          const file = view.anywhere<FileRow>('files', input.path['file'] ?? '');
          return file && own?.downloads === 'unavailable'
            ? refuse('downloads-unavailable', {expected: 'storage', got: 'none', todo: 'wait'})
            : next(view, input);
        },
      ),
    }),
  ),
  ...atPlace(
    'a retry of a run',
    breaking('workspace.access.ability-comes-before-lookup', {
      'a retry is answered before the ability is looked at': {
        seam: 'several',
        seams: [
          {seam: 'skip', situation: 'forbidden', in: START},
          around(START, (next) => (view, input) => {
            const {abilities = []} = view.find<KeyRow>('keys', input.by) ?? {};
            const done = next(view, input);
            const isReplay = !isRefused(done) && done.situation === 'replayed';
            return isReplay || abilities.includes('tools:run')
              ? done
              : refuse('forbidden', {expected: 'tools:run', got: 'less', todo: 'use another key'});
          }),
        ],
      },
    }),
  ),
  ...atPlace(
    'sizes with the same last bits',
    breaking('workspace.uploads.registration-values-are-the-reserved', {
      'only the last 32 bits of a size are read': receiving(['createPublication'], ({body}) => {
        const registration = body as Sized;
        return {body: {...registration, size_bytes: registration.size_bytes % 2 ** 32}};
      }),
    }),
  ),
  ...atPlace(
    'other bytes of the same size',
    breaking('workspace.uploads.registered-bytes-stay', {
      'the upload link still takes other bytes of the same size': {
        seam: 'skip',
        situation: 'object-registered',
        in: ['storage'],
      },
    }),
  ),
];
