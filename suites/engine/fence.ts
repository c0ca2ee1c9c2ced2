import type {Operation} from '../../spec/contract.ts';
import type {Ref, Role} from '../../spec/step.ts';
import type {Ledger} from './ledger.ts';

/**
 * The fence: a call that changes a resource leaves the suite only when the run made that resource, or when the target
 * names the id as one that nobody has. Without a credential nothing can be touched, so those calls pass.
 * @returns why the call must not be sent, or undefined
 */
export function guard(operation: Operation, method: string, path: Record<string, unknown>, ledger: Ledger, as: Role | Ref): string | undefined {
  if (method === 'GET' || method === 'HEAD' || as === 'nobody' || as === 'stranger') return undefined;
  const named = operation.parameters.filter((parameter) => parameter.in === 'path');
  const foreign = named.map((parameter) => String(path[parameter.name])).find((id) => !ledger.owns(id));
  return foreign === undefined ? undefined : `the fence keeps ${method} from ${operation.id} of ${foreign}: this run did not make it`;
}
