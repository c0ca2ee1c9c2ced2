/** Commands of the models of orders, which act on results of earlier commands. */

import {defined} from '../../../../spec/defined.ts';
import type {CommandSteps} from '../../../language/model.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {readerBy, type Buyer} from '../../ordering.ts';

/** A command on a reader: its steps are recorded with the handle of the user's creation. */
export const onReader = (record: (s: Script, reader: Buyer) => Handle): CommandSteps => ({
  on: 'enrol',
  record: (s, created) => record(s, readerBy(defined(created, 'the creation of the reader'))),
});

/** Records a step on an order, by the handle of its creation. */
export type RecordOnOrder = (s: Script, created: Handle) => Handle;

/**
 * A command on an order: its steps are recorded with the handle of the order's creation.
 * @param makers the commands that create orders
 */
export const onOrderOf = (makers: readonly string[], record: RecordOnOrder): CommandSteps => ({
  on: makers,
  record: (s, created) => record(s, defined(created, 'the creation of the order')),
});
