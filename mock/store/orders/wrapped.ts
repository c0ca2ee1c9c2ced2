import type {View} from '../../operation.ts';

/** An order as reads, updates and cancellations show it: bare, or under `data` (NS-ST-91). */
export const wrapped = (view: View, order: object): object =>
  view.freedom('orders.wrapped') === true ? {data: order} : order;
