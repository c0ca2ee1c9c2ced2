import type {Operation} from '../../spec/contract.ts';
import type {Ledger} from './ledger.ts';

/** A call that is about to be sent. */
export interface Leaving {
  operation: Operation;
  method: string;
  path: Record<string, unknown>;
  /** Another path than the operation's. */
  elsewhere?: string;
}

/**
 * The fence (egress guard): a call that changes a resource leaves the suite only when the run made
 * that resource, or when the target names the id as one that nobody has. That holds without a
 * credential too: whether such a call is refused is what the suite tries.
 * @returns why the call must not be sent, or undefined
 */
export function guard(
  {operation, method, path, elsewhere}: Leaving,
  ledger: Ledger,
): string | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  const kept = `the fence keeps ${method} from`;
  if (method !== operation.method) return `${kept} ${operation.id}, which is a ${operation.method}`;
  const named = operation.parameters.filter((parameter) => parameter.in === 'path');
  if (elsewhere !== undefined && (named.length || !elsewhere.endsWith(operation.path)))
    return `${kept} ${elsewhere}: nobody knows what stands there`;
  for (const {name, names} of named) {
    const id = String(path[name] ?? '');
    if (/^\.{0,2}$/.test(id) || !ledger.owns(id, names))
      return `${kept} ${operation.id} of ${id}: this run did not make it`;
  }
  return undefined;
}

/**
 * Requests that carry a credential go to the deployment only.
 * @param op the operation that is called
 * @param base the deployment's own address
 * @returns why the request must not be sent, or undefined
 */
export function guardOrigin(op: string, url: URL, base: string): string | undefined {
  if (url.origin === new URL(base).origin) return undefined;
  return `the fence keeps ${op} from ${url.origin}: the target is elsewhere`;
}

const OWN_MACHINE =
  /^(localhost|.*\.localhost|0\.0\.0\.0|127(\.\d+){3}|169\.254(\.\d+){2}|\[::1?\]|\[fe[89ab][^\]]*\]|\[::ffff:(7f|a9fe)[^\]]*\])$/i;

/**
 * A deployment names the URLs to which bytes are uploaded and from which they are downloaded. The
 * suite follows any of them over HTTP, without a credential, but a deployment elsewhere cannot send
 * it to addresses of the machine that it runs on.
 * @param base the deployment's own address
 * @returns why the request must not be sent, or undefined
 */
export function guardLink(link: string, base: string): string | undefined {
  if (!URL.canParse(link)) return `the presigned URL is none: ${link.slice(0, 80)}`;
  const {protocol, hostname, username, password} = new URL(link);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `the presigned URL is neither http nor https: ${protocol}`;
  if (username || password) return 'the presigned URL carries a user name or a password';
  if (OWN_MACHINE.test(hostname) && !OWN_MACHINE.test(new URL(base).hostname))
    return `the presigned URL leads to ${hostname}, which is not the deployment's but this machine's own network`;
  return undefined;
}
