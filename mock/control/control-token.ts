import {publicHosts} from '../http/public-url.ts';
import type {Addressing} from '../http/origins.ts';
import type {Ports} from '../world/ports.ts';
import {isLoopback, withoutBrackets} from './guard.ts';

/**
 * Whether a control plane is reached from this machine alone, on an origin of its own. Behind a proxy every request comes
 * from this machine, and on one port the files of clients are on the same origin.
 */
const isLocal = ({host, publicUrl, onePort, trustProxy}: Addressing): boolean =>
  !onePort &&
  !trustProxy &&
  isLoopback(host) &&
  publicHosts(publicUrl).every((name) => isLoopback(withoutBrackets(name)));

/** @throws Error for a control plane that others could reach without a token */
export function requireToken(token: string | undefined, addressing: Addressing): void {
  if (token === undefined && !isLocal(addressing))
    throw new Error('a control plane that others can reach needs a token');
}

/** A new control token, random and of more than 120 bits; undefined for a mock that needs none. */
export const newControlToken = (
  addressing: Addressing,
  {chance}: Pick<Ports, 'chance'>,
): string | undefined =>
  isLocal(addressing)
    ? undefined
    : Array.from({length: 3}, () => chance().toString(36).padStart(9, '0')).join('');

/** What a control token consists of, for messages. */
export const CONTROL_TOKEN_WORDS = '8 to 200 letters, digits and -._~+/';

/** Whether a text can be sent after `Bearer` (RFC 6750, section 2.1) and is not too easy to guess. */
export const isControlToken = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w.~+/-]{8,200}=*$/.test(text);
