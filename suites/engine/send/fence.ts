import {markForCut} from '../../language/cut.ts';
import {isDecodable} from '../../../spec/decodable.ts';
import type {Operation} from '../../../spec/contract.ts';
import {originOf, requestTarget} from '../../../spec/request-target.ts';
import type {Schema} from '../../../spec/schema.ts';
import {isUrl} from '../../../spec/url.ts';
import {isOwnMachine} from '../../target/own-machine.ts';
import type {Ledger} from './ledger/ledger.ts';

/** Values that are no path segment of their own: a URL with one of them leads to another resource. */
const NO_SEGMENT = new Set(['', '.', '..']);

/** A call that is about to be sent. */
export interface OutgoingCall {
  operation: Operation;
  method: string;
  /** Values of the path parameters, by name. */
  path: Record<string, unknown>;
  /** The path of the step, if it replaces that of the operation. */
  elsewhere?: string;
}

/**
 * The fence (egress guard). A call that changes a resource is sent only if the run created the resource,
 * or if the configuration says that nothing has this id. Calls without a credential are no exception: a
 * deployment that wrongly accepts one must not lose anything. A call whose path names no resource
 * (`POST /users`) changes no existing one and may be sent.
 * @returns the reason why the call must not be sent, or undefined
 */
export function guard(
  {operation, method, path, elsewhere}: OutgoingCall,
  ledger: Ledger,
): string | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  const refusalPrefix = `the fence keeps ${method} from`;
  if (method !== operation.method)
    return `${refusalPrefix} ${operation.id}, which is a ${operation.method}`;
  const named = operation.parameters.filter((parameter) => parameter.in === 'path');
  if (elsewhere !== undefined && namesNothing(elsewhere)) return undefined;
  // A creation may be sent to its path with another prefix, for example of another version.
  if (elsewhere !== undefined && (named.length || !elsewhere.endsWith(operation.path)))
    return `${refusalPrefix} ${elsewhere}: nobody knows what resource that is`;
  for (const {name, names, schema} of named) {
    const id = String(path[name] ?? '');
    const isOwn = ledger.mayChange(id, names) || beginsWithRunId(schema, names, id, ledger);
    if (NO_SEGMENT.has(id) || !isOwn)
      return `${refusalPrefix} ${operation.id} of ${id}: this run did not make it`;
  }
  return undefined;
}

/**
 * Whether a path names no resource: it cannot be decoded, and no segment begins with a digit, which a
 * deployment might still read as an id.
 */
const namesNothing = (path: string): boolean => !isDecodable(path) && !/\/\d/.test(path);

/** Text that starts with an id of the run (`23x`). Where ids are integers, no resource has it. */
const beginsWithRunId = (
  schema: Schema,
  names: string | undefined,
  id: string,
  ledger: Ledger,
): boolean =>
  schema.type === 'integer' && names !== undefined && ledger.mayChangeBeginning(id, names);

/**
 * Lets a request with a credential be sent only to the deployment.
 * @param op the operation that is called
 * @param base the deployment's own address
 * @returns why the request must not be sent, or undefined
 */
export function guardOrigin(op: string, url: string, base: string): string | undefined {
  const origin = originOf(url);
  if (origin !== undefined && origin === originOf(base)) return undefined;
  const where = origin ?? markForCut(url, 80);
  return `the fence keeps ${op} from ${where}: the target is elsewhere`;
}

/**
 * Lets a request be sent to a presigned URL that the deployment has given. The run follows any HTTP URL,
 * without a credential. Only a deployment on this machine may give an address of this machine; whether a
 * name resolves to one is seen when the connection is opened (`Request.givenBy`).
 * @param base the deployment's own address
 * @returns why the request must not be sent, or undefined
 */
export function guardLink(link: string, base: string): string | undefined {
  if (!isUrl(link)) return `the presigned URL is not a URL: ${markForCut(link, 80)}`;
  const {protocol, username, password} = new URL(link);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `the presigned URL is neither http nor https: ${protocol}`;
  if (username || password) return 'the presigned URL carries a user name or a password';
  const hostname = requestTarget(link)?.hostname;
  if (hostname === undefined) return `the presigned URL is not a URL: ${markForCut(link, 80)}`;
  if (isOwnMachine(hostname) && !isOwnMachine(new URL(base).hostname))
    return (
      `the presigned URL leads to ${hostname}, ` +
      "which belongs to this machine's own network, not to the deployment"
    );
  return undefined;
}
