import type {Call, Tools} from '../../../spec/step.ts';
import type {Bindings} from '../bindings.ts';
import type {CredentialPool} from '../credential-pool.ts';
import type {RunContext} from '../run-context.ts';

/** The context of a run, and what one script adds to it: its values and its credentials. */
export interface Means {
  context: RunContext;
  bindings: Bindings;
  pool: CredentialPool;
}

/**
 * The sender of a step as reports show it: its role, or `given` for a credential that an earlier
 * step created.
 */
export const senderOf = ({as}: Call | Tools): string => (typeof as === 'string' ? as : 'given');
