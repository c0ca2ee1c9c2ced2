import type {Ports} from '../world/ports.ts';
import {isLoopback, withoutBrackets} from './guard.ts';

/** Where a mock can be reached. */
export interface Reach {
  /** The host that it listens on; undefined is localhost. */
  host?: string | undefined;
  /** The address under which clients reach it, for links. */
  publicUrl?: string | undefined;
}

/** Whether a mock is reached from this machine alone. */
const isLocal = ({host, publicUrl}: Reach): boolean =>
  isLoopback(host) && isLoopback(publicUrl && withoutBrackets(new URL(publicUrl).hostname));

/** @throws Error for a control plane that other machines could reach without a token */
export function requireToken(token: string | undefined, {host, publicUrl}: Reach): void {
  if (token === undefined && !isLocal({host, publicUrl}))
    throw new Error(`a control plane on ${publicUrl ?? host} needs a token`);
}

/** A new control token, random and of more than 120 bits; undefined for a mock that needs none. */
export const newControlToken = (
  reach: Reach,
  {chance}: Pick<Ports, 'chance'>,
): string | undefined =>
  isLocal(reach)
    ? undefined
    : Array.from({length: 3}, () => chance().toString(36).padStart(9, '0')).join('');
