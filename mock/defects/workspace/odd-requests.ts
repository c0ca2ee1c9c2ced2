import type {Defect, Seam} from '../../defect.ts';
import {isRefused, refuse, type Done, type Refused} from '../../operation.ts';
import type {KeyRow} from '../../workspace/access/rows.ts';
import {around, atPlace, breaking, receiving} from '../breaking.ts';

const START = ['startRun'];

/** The members of a registration that say how large the file is. */
interface Sized {
  size_bytes: number;
}

/**
 * Looks at the ability of a key only after the operation was tried, and not at all for some results.
 * @param isTold whether the key gets the result although it lacks the ability
 */
const lookingAtAbilityLast = (
  operations: string[],
  ability: KeyRow['abilities'][number],
  isTold: (result: Done | Refused) => boolean,
): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'skip', situation: 'forbidden', in: operations},
    around(operations, (next) => (view, input) => {
      const {abilities = []} = view.find<KeyRow>('keys', input.by) ?? {};
      const result = next(view, input);
      return isTold(result) || abilities.includes(ability)
        ? result
        : refuse('forbidden', {expected: ability, got: 'less', todo: 'use another key'});
    }),
  ],
});

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
      'a spent allowance is reported before the missing ability': lookingAtAbilityLast(
        ['createUpload'],
        'library:write',
        (done) => isRefused(done) && done.refused === 'allowance-spent',
      ),
    }),
  ),
  ...atPlace(
    'startRun',
    breaking('workspace.access.ability-comes-before-lookup', {
      'a start reports an unknown publication before the missing ability': lookingAtAbilityLast(
        START,
        'tools:run',
        (done) => isRefused(done) && done.refused === 'publication-not-found',
      ),
    }),
  ),
  ...atPlace(
    'a retry of a run',
    breaking('workspace.access.ability-comes-before-lookup', {
      'a retry is answered before the ability is looked at': lookingAtAbilityLast(
        START,
        'tools:run',
        (done) => !isRefused(done) && done.situation === 'replayed',
      ),
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
