import type {Errors, Reply} from '../types.ts';

/** A refusal in the error shape of orders: one entry for each field. */
export function refuseOrder(status: number, errors: Errors): Reply {
  const list = [...errors].map(([title, details]) => ({title, details}));
  return {status, body: {status, errors: list}};
}

/** A refusal in the error shape of orders, for one thing. */
export function refuseOrderFor(status: number, title: string, text: string): Reply {
  return refuseOrder(status, new Map([[title, [text]]]));
}
