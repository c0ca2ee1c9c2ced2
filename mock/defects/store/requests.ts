import {refuse, type Done, type Refused, type View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';

/** Refuses a request because of the value of a field. */
export const invalidField = (field: string): Refused => ({
  ...refuse('invalid', {expected: 'another value', got: field, todo: `change ${field}`}),
  errors: {[field]: [`The ${field} is invalid.`]},
});

/** Whether the store has a collection with this name. */
export const isKnownCollection = (view: View, name: string | undefined): boolean =>
  name !== undefined && view.by('collections', 'name', name) !== undefined;

/** The first row of a table that an operation stores. */
export const storedRow = <R extends Row>({changes = []}: Done, table: string): R | undefined =>
  changes.flatMap((change) =>
    change.table === table && 'put' in change ? [change.put as R] : [],
  )[0];
