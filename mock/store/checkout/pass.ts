import type {View} from '../../operation.ts';

/**
 * What a checkout URL carries (Authentication 4): it lets the buyer of one order pay, and signs
 * them in. It travels sealed, and nothing is stored of it.
 */
export interface CheckoutPass {
  /** Key of the order. */
  order: string;
  /** UUID of the user. */
  user: string;
  /** Unlike that of every other pass: each read of the order gives another. */
  nonce: string;
  /** Instant from which on it is over, in epoch milliseconds. */
  until: number;
}

const sealOf = (view: View, payload: string): string =>
  view.seal('checkout', `${view.tenant} ${payload}`);

/** Writes a pass as `<payload>.<seal>`, both URL-safe. */
export function sealedPass(view: View, pass: CheckoutPass): string {
  const payload = Buffer.from(JSON.stringify(pass)).toString('base64url');
  return `${payload}.${sealOf(view, payload)}`;
}

/** Reads a pass that `sealedPass` wrote for this store; anything else is forged. */
export function openedPass(view: View, text: string): CheckoutPass | 'forged' {
  const [payload = '', seal = ''] = text.split('.');
  if (seal !== sealOf(view, payload)) return 'forged';
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CheckoutPass;
}

/** Whether a pass is over. */
export const isOver = ({until}: CheckoutPass, now: number): boolean => now >= until;
