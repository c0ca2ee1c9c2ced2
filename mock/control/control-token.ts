import type {Ports} from '../world/ports.ts';
import {isLoopback} from './guard.ts';

/** Where a mock can be reached. */
export interface Reach {
  /** The host that it listens on; undefined is localhost. */
  host?: string | undefined;
  /** The address under which clients reach it, for links. */
  publicUrl?: string | undefined;
}

/** Whether a mock is reached from this machine alone. */
export const isLocal = ({host, publicUrl}: Reach): boolean =>
  isLoopback(host) && isLoopback(publicUrl && hostnameOf(publicUrl));

/** The host name of a URL, an IPv6 address without brackets. */
const hostnameOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** A new control token, random and of more than 120 bits; undefined for a mock that needs none. */
export const newControlToken = (
  reach: Reach,
  {chance}: Pick<Ports, 'chance'>,
): string | undefined =>
  isLocal(reach)
    ? undefined
    : Array.from({length: 3}, () => chance().toString(36).padStart(9, '0')).join('');
