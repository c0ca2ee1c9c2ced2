import type {ApiInterface, Refusal} from '../http/api-interface.ts';

/**
 * The body of a failure: orders have a shape of their own where fields fail, everything else the
 * general one (Errors, Shapes).
 */
export const failure: ApiInterface['failure'] = (refusal, operation) =>
  operation?.chapter === 'store/orders' && refusal.status === 422
    ? failureOfOrders(refusal)
    : {CODE: 'error', message: refusal.message, errors: refusal.errors ?? {}};

/** `{status, errors: [{title, details}]}`; the title is the field, or the reason without one. */
function failureOfOrders({status, message, errors = {}}: Refusal): unknown {
  const fields = Object.entries(errors).map(([title, details]) => ({title, details}));
  return {status, errors: fields.length ? fields : [{title: message, details: [message]}]};
}
