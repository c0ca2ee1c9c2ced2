import type {Exchange} from '../spec/exchange.ts';

/** Whether a response says that what was sent has been created. */
export const isCreated = ({situations}: Exchange): boolean => situations.includes('created');
