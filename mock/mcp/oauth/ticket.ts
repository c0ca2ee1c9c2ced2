import {openedText, sealedText} from '../../sealed.ts';
import type {World} from '../../world/world.ts';
import type {DecisionRow} from '../../workspace/mcp/rows.ts';
import {decisions} from './tables.ts';

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
export type TicketFault = 'forged' | 'expired' | 'answered';

/** A ticket as it travels. */
export interface SealedTicket extends Ticket {
  /** Unlike that of every other ticket: each can be answered once. */
  nonce: string;
  /** Later tickets have larger numbers. */
  number: number;
  /** Epoch milliseconds. */
  until: number;
}

/** A world keeps this many decisions, those on the newest tickets: while its clock stands still, no ticket expires. */
export const MAX_DECISIONS = 1000;

/** The decision on the oldest ticket. */
export const oldestOf = (kept: readonly DecisionRow[]): DecisionRow =>
  kept.reduce((oldest, one) => (one.ticket < oldest.ticket ? one : oldest));

/** Writes a ticket as text that only this world can write, URL-safe. */
export function sealTicket(world: World, ticket: Ticket): string {
  const sealed: SealedTicket = {
    ...ticket,
    nonce: world.ids.id('consent'),
    number: world.newSeq(),
    until: world.now() + LIFETIME_MS,
  };
  return sealedText(world, 'consent', sealed);
}

/**
 * Reads a ticket that `sealTicket` wrote for this world, and that was not answered yet; anything else
 * is a fault.
 */
export function openTicket(world: World, text: unknown): SealedTicket | TicketFault {
  const sealed = openedText<SealedTicket>(world, 'consent', typeof text === 'string' ? text : '');
  if (!sealed) return 'forged';
  if (world.now() >= sealed.until) return 'expired';
  if (world.table('oauth_decisions').get(sealed.nonce)) return 'answered';
  // The world forgot which of the tickets before its oldest decision were answered.
  const kept = decisions(world);
  const isForgotten = kept.length >= MAX_DECISIONS && sealed.number < oldestOf(kept).ticket;
  return isForgotten ? 'expired' : sealed;
}
