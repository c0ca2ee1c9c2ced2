import {timingSafeEqual} from 'node:crypto';
import type {World} from '../../world/world.ts';

/** How long a consent page can be answered. */
const LASTS_MS = 600_000;

/**
 * What a consent page is about, sealed into its form: the mock keeps nothing until a person has
 * answered.
 */
export interface Ticket {
  client: string;
  scopes: string[];
  challenge: string;
  redirectUri: string;
  /**
   * Whether the client sent it, and so has to send it again with the code (RFC 6749, section
   * 4.1.3).
   */
  redirectSent: boolean;
  state?: string;
}

interface Sealed extends Ticket {
  world: string;
  /** Epoch milliseconds. */
  until: number;
}

const sealOf = (world: World, text: string): string => world.ids.seal('consent', text);

export function sealTicket(world: World, ticket: Ticket): string {
  const sealed: Sealed = {...ticket, world: world.id, until: world.now() + LASTS_MS};
  const text = Buffer.from(JSON.stringify(sealed)).toString('base64url');
  return `${text}.${sealOf(world, text)}`;
}

/** The ticket, or why it does not hold. */
export function openTicket(world: World, said: unknown): Ticket | 'forged' | 'late' {
  const [text = '', seal = ''] = typeof said === 'string' ? said.split('.') : [];
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(world, text))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged';
  const {
    world: home,
    until,
    ...ticket
  }: Sealed = JSON.parse(Buffer.from(text, 'base64url').toString());
  if (home !== world.id) return 'forged';
  return world.now() < until ? ticket : 'late';
}
