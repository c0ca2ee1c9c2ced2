import type {Operation} from '../../spec/contract.ts';
import type {ApiInterface, Refusal} from '../http/api-interface.ts';

/**
 * The body of a failure: invalid fields of orders have a shape of their own, everything else the general one (Errors,
 * Shapes).
 */
export const failure: ApiInterface['failure'] = (refusal, operation) =>
  isAboutOrders(refusal.status, operation)
    ? failureOfOrders(refusal)
    : {CODE: 'error', message: refusal.message, errors: refusal.errors ?? {}};

/** The name of the schema of a failure's body. */
export const failureSchema: ApiInterface['failureSchema'] = (status, operation) =>
  isAboutOrders(status, operation) ? 'OrderFailure' : 'Failure';

const isAboutOrders = (status: number, operation?: Operation): boolean =>
  operation?.chapter === 'store/orders' && status === 422;

/** `{status, errors: [{title, details}]}`; the title is the field, or the reason without a field. */
function failureOfOrders({status, message, errors = {}}: Refusal): unknown {
  const fields = Object.entries(errors).map(([title, details]) => ({title, details}));
  return {status, errors: fields.length ? fields : [{title: message, details: [message]}]};
}
