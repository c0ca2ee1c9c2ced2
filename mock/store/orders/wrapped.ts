import type {View} from '../../operation.ts';

/** An order in the form of reads, updates and cancellations: bare, or in `data` (NS-ST-91). */
export const wrapped = (view: View, order: object): object =>
  view.freedom('orders.wrapped') === true ? {data: order} : order;
