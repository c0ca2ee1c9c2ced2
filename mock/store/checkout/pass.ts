import type {View} from '../../operation.ts';
import {openedText, sealedText} from '../../sealed.ts';

/**
 * The content of the token in a checkout URL (Authentication 4): it allows the buyer of one order to pay, and signs
 * the buyer in. It is sealed and not stored.
 */
export interface CheckoutPass {
  /** Key of the order. */
  order: string;
  /** UUID of the user. */
  user: string;
  /** Differs between passes: each read of the order returns another one. */
  nonce: string;
  /** Epoch milliseconds of its expiry. */
  until: number;
}

/** Seals a pass as URL-safe text that only this store of this world can make. */
export const sealedPass = (view: View, pass: CheckoutPass): string =>
  sealedText(view, 'checkout', pass);

/** Opens a pass that `sealedPass` made for this store; undefined for any other text. */
export const openedPass = (view: View, text: string): CheckoutPass | 'forged' =>
  openedText<CheckoutPass>(view, 'checkout', text) ?? 'forged';

/** Whether a pass has expired. */
export const isOver = ({until}: CheckoutPass, now: number): boolean => now >= until;
