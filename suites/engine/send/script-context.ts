import type {Call, ListTools} from '../../../spec/step.ts';
import type {Bindings} from './bindings.ts';
import type {CredentialPool} from './credential-pool.ts';
import type {AttemptContext} from './attempt-context.ts';

/**
 * The context in which the steps of one script are sent: that of the attempt, and the values and
 * credentials of this script alone. Each call of `execute` has one; the set-up and the act of a scene are
 * two scripts of one attempt.
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
