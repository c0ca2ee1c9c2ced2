import type {View} from '../../operation.ts';
import type {StateChoices} from './order-states.ts';

/** What a world does where the document leaves the states of an order open. */
export const stateChoices = (view: View): StateChoices => ({
  declined: view.freedom('orders.declined') === 'pending' ? 'pending' : 'cancelled',
  statusOfOneProduct: view.freedom('orders.status_of_one') === 'order' ? 'order' : 'product',
});
