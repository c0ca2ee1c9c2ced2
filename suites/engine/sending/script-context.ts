import type {Call, ListTools} from '../../../spec/step.ts';
import type {Bindings} from './bindings.ts';
import type {CredentialPool} from './credential-pool.ts';
import type {AttemptContext} from './attempt-context.ts';

/**
 * What a step of one script is sent with: the context of the attempt that runs the script, and the
 * values and credentials that belong to this script alone. It lasts for one call of `execute`; a
 * set-up and the steps of a check are two scripts of one attempt.
 */
export interface ScriptContext {
  attempt: AttemptContext;
  bindings: Bindings;
  pool: CredentialPool;
}

/**
 * The sender of a step as reports show it: its role, or `given` for a credential that an earlier
 * step created.
 */
export const senderOf = ({as}: Call | ListTools): string => (typeof as === 'string' ? as : 'given');
