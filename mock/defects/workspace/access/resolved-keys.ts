import {posix} from 'node:path';
import type {Defect} from '../../../defect.ts';
import type {Row} from '../../../world/change.ts';
import {around, atPlace, breaking, viewWith} from '../../breaking.ts';

/** Compares a key with the namespace as it is sent, and resolves its `..` only afterwards. */
const resolvedAfterwards = around(['createPublication'], (next, without) => (view, input) => {
  const body = input.body as {key: string};
  const object = posix.normalize(body.key);
  const leadsOut = body.key.startsWith(`${view.tenant}/`) && !object.startsWith(`${view.tenant}/`);
  if (!leadsOut) return next(view, input);
  const other = viewWith(view, {
    find: <R extends Row>(table: string, key: string) => {
      const row = view.find<R>(table, key);
      return row && table === 'uploads' ? {...row, object} : row;
    },
  });
  const resolved = {...input, body: {...body, key: object}};
  return without((situation) => situation === 'key-outside')(other, resolved);
});

/** Defects of keys that begin in the own namespace and end in another (Errors). */
export const resolvedKeys: Defect[] = atPlace(
  'a key that leads out of the own namespace',
  breaking('workspace.access.foreign-upload-cannot-be-registered', {
    'the two dots of a key lead to the upload of another workspace': resolvedAfterwards,
  }),
);
