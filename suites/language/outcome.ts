import type {Exchange} from '../../spec/exchange.ts';

/** A predicate for responses: whether a response is one of the named outcomes of its operation. */
export const hasSituation =
  (...names: string[]) =>
  ({situations}: Exchange): boolean =>
    names.some((name) => situations.includes(name));

/** Whether a response says that what was sent has been created. */
export const isCreated = hasSituation('created');

/** Whether a response says that the update took effect. */
export const isUpdated = hasSituation('updated');
