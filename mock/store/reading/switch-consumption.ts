import {defined} from '../../../spec/defined.ts';
import type {Transition} from '../../operation.ts';
import type {StoreRow} from '../access/rows.ts';

/** Enables or disables the feature of reading sessions for a store (Endpoints, Reading sessions). */
export const switchConsumption: Transition = (view, {body}) => {
  const {on} = body as {on: boolean};
  const store = defined(view.find<StoreRow>('stores', view.tenant), 'the store');
  const put: StoreRow = {...store, consumption_off: !on};
  return {situation: 'consumption-switched', body: {}, changes: [{table: 'stores', put}]};
};
