import {defined} from '../../../../spec/defined.ts';
import type {Done} from '../../../operation.ts';
import type {Change} from '../../../world/change.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';

/** The operation that registers an upload. */
export const REGISTER = ['createPublication'];

const isPublication = (change: Change): change is Extract<Change, {put: unknown}> =>
  change.table === 'publications' && 'put' in change;

/** The publication that a registration stores. */
export function registeredPublication({changes = []}: Done): PublicationRow {
  const change = changes.find(isPublication);
  return defined(change, 'the publication of a registration').put as PublicationRow;
}

/** The changes of a registration, with another key of the publication. */
export const withPublicationKey = ({changes = []}: Done, key: string): Change[] =>
  changes.map((change) =>
    isPublication(change) ? {...change, put: {...change.put, key}} : change,
  );
