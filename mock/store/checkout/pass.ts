import type {View} from '../../operation.ts';
import {openedText, sealedText} from '../../sealed.ts';

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

/** Writes a pass as text that only this store of this world can write, URL-safe. */
export const sealedPass = (view: View, pass: CheckoutPass): string =>
  sealedText(view, 'checkout', pass);

/** Reads a pass that `sealedPass` wrote for this store; anything else is forged. */
export const openedPass = (view: View, text: string): CheckoutPass | 'forged' =>
  openedText<CheckoutPass>(view, 'checkout', text) ?? 'forged';

/** Whether a pass is over. */
export const isOver = ({until}: CheckoutPass, now: number): boolean => now >= until;
