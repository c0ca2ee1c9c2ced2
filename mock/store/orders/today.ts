import type {View} from '../../operation.ts';
import {localDay} from '../access/local-time.ts';
import type {Day} from './order.ts';

/** The current day in the time zone of the stores. */
export const todayOf = (view: View): Day =>
  localDay(view.now, String(view.freedom('store.timezone')));
