import {timingSafeEqual} from 'node:crypto';
import type {World} from '../../world/world.ts';

/** How long a consent page can be answered. */
const LIFETIME_MS = 600_000;

/**
 * An authorization request that waits for a person's consent. It travels, sealed, in the form of
 * the consent page: the mock stores nothing until the person has decided.
 */
export interface Ticket {
  /** The client's id. */
  client: string;
  scopes: string[];
  /** The PKCE `code_challenge`. */
  challenge: string;
  redirectUri: string;
  /** Whether the client sent `redirect_uri`: then it has to repeat it (RFC 6749, section 4.1.3). */
  redirectSent: boolean;
  state?: string;
}

/** Why a ticket is not accepted. */
export type TicketFault = 'forged' | 'expired';

interface SealedTicket extends Ticket {
  world: string;
  /** Epoch milliseconds. */
  until: number;
}

const sealOf = (world: World, payload: string): string => world.ids.seal('consent', payload);

/** Writes a ticket as `<payload>.<seal>`, both URL-safe. */
export function sealTicket(world: World, ticket: Ticket): string {
  const sealed: SealedTicket = {...ticket, world: world.id, until: world.now() + LIFETIME_MS};
  const payload = Buffer.from(JSON.stringify(sealed)).toString('base64url');
  return `${payload}.${sealOf(world, payload)}`;
}

/** Reads a ticket that `sealTicket` wrote for this world; anything else is a fault. */
export function openTicket(world: World, text: unknown): Ticket | TicketFault {
  const [payload = '', seal = ''] = typeof text === 'string' ? text.split('.') : [];
  if (!isEqual(seal, sealOf(world, payload))) return 'forged';
  const sealed: SealedTicket = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const {world: home, until, ...ticket} = sealed;
  if (home !== world.id) return 'forged';
  return world.now() < until ? ticket : 'expired';
}

/** Compares in constant time. */
function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
