import type {View} from '../../operation.ts';
import type {Day} from './order.ts';

/** The day of an instant in the zone of the stores. */
export const dayOf = (view: View, at: number): Day =>
  new Date(at).toLocaleDateString('sv-SE', {timeZone: String(view.freedom('users.timezone'))});

/** The present day in the zone of the stores. */
export const todayOf = (view: View): Day => dayOf(view, view.now);
