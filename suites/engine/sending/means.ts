import type {Call, Tools} from '../../../spec/step.ts';
import type {Bindings} from '../bindings.ts';
import type {CredentialPool} from '../credential-pool.ts';
import type {RunContext} from '../run-context.ts';

/** What the steps of one script are filled in and sent with. */
export interface Means {
  context: RunContext;
  bindings: Bindings;
  pool: CredentialPool;
}

/** In whose name a step is sent, as reports show it: a role, or `given` for a minted credential. */
export const senderOf = ({as}: Call | Tools): string => (typeof as === 'string' ? as : 'given');
