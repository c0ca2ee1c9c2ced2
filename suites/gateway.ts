import type {Exchange} from '../spec/step.ts';

/** Statuses with which a gateway responds in the deployment's place. */
const STATUSES = [502, 503, 504];

/**
 * Whether a gateway seems to have sent a response: it has such a status, and its body is not the
 * error of the API itself.
 */
export const isFromGateway = ({status, ownError}: Pick<Exchange, 'status' | 'ownError'>): boolean =>
  STATUSES.includes(status) && ownError !== true;
