import {createHmac, randomBytes} from 'node:crypto';
import type {Order} from '../commerce-types.ts';
import type {Scene, Store, User} from '../types.ts';

/** Seconds for which a checkout link works. */
export const CHECKOUT_TTL = 3600;

/** What a token says. */
export interface Pass {
  /** The uuid of the user. */
  uuid: string;
  /** The id of the order. */
  order: string;
  /** When it expires, in milliseconds. */
  until: number;
}

function seal(scene: Scene, text: string): string {
  return createHmac('sha256', scene.world.seal).update(text, 'utf8').digest('base64url');
}

/** A new token for the checkout of an order. */
export function writePass(scene: Scene, user: User, order: Order): string {
  const until = scene.now() + CHECKOUT_TTL * 1000;
  const salt = randomBytes(6).toString('base64url');
  const pass = JSON.stringify({uuid: user.uuid, order: order.id, until, salt});
  const text = Buffer.from(pass, 'utf8').toString('base64url');
  return `${text}.${seal(scene, text)}`;
}

/** What a token says; null when it is none of this server's, or no longer valid. */
export function readPass(scene: Scene, token: string): Pass | null {
  const [text = '', mark = ''] = token.split('.');
  if (mark === '' || mark !== seal(scene, text)) return null;
  const pass: Pass = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  return pass.until > scene.now() ? pass : null;
}

/** A new checkout address of an order. */
export function checkoutUrl(scene: Scene, store: Store, user: User, order: Order): string {
  const token = writePass(scene, user, order);
  const base = `${scene.world.origin}/site/${store.key}/checkout/${order.id}`;
  return `${base}?external-auth-token=${token}`;
}
