import {createHmac, randomBytes} from 'node:crypto';
import type {Order} from '../commerce-types.ts';
import {MINUTE} from '../time.ts';
import type {Scene, Store, User} from '../types.ts';

/** Seconds for which a checkout link works. */
export function checkoutTtl({variants}: Scene): number {
  return variants.has('orders-checkout-for-15-minutes') ? 900 : 3600;
}

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

/** When a link that is made now shall stop to work. */
function deadline(scene: Scene, order: Order): number {
  const {faults} = scene;
  const ttl = checkoutTtl(scene) * 1000;
  if (faults.has('checkout-deadline-not-renewed')) return order.createdAt + ttl;
  if (faults.has('checkout-dies-early')) return scene.now() + ttl / 6;
  return scene.now() + ttl;
}

/** A new token for the checkout of an order. */
function writePass(scene: Scene, user: User, order: Order): string {
  const until = deadline(scene, order);
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
  const {faults} = scene;
  if (faults.has('checkout-never-expires')) return pass;
  const grace = faults.has('checkout-token-grace') ? 5 * MINUTE : 0;
  return pass.until + grace > scene.now() ? pass : null;
}

/** A new checkout address of an order. */
export function checkoutUrl(scene: Scene, store: Store, user: User, order: Order): string {
  const {faults} = scene;
  const base = `${scene.world.origin}/site/${store.key}/checkout/${order.id}`;
  const name = faults.has('checkout-token-renamed') ? 'auth-token' : 'external-auth-token';
  const last = order.history.findLast((entry) => entry.startsWith('url:'));
  if (last !== undefined && faults.has('checkout-same-url')) return last.slice('url:'.length);
  const url = `${base}?${name}=${writePass(scene, user, order)}`;
  order.history.push(`url:${url}`);
  return url;
}
