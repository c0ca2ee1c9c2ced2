import type {Guard} from '../../guarded.ts';
import {refuse, type View} from '../../operation.ts';
import type {Order} from '../orders/order.ts';
import type {User} from '../users/user.ts';
import {isOver, openedPass, type CheckoutPass} from './pass.ts';

/** How a page of the checkout, or a hook, identifies it. */
export interface CheckoutInput {
  /** Key of the order. */
  order: string;
  /** The `external-auth-token` of the URL; absent in a hook, which needs no URL. */
  token?: string;
}

/** A checkout: the order, its buyer, and the pass in the URL. */
export interface Checkout {
  order: Order | undefined;
  buyer: User | undefined;
  /** Absent for a hook. */
  pass?: CheckoutPass | 'forged';
  /** Whether the URL has no token at all. */
  isWithoutToken: boolean;
}

/** Finds a checkout. */
export function findCheckout(view: View, body: unknown): Checkout {
  const {order: key, token} = body as CheckoutInput;
  const order = view.find<Order>('orders', key);
  const buyer = order && view.find<User>('users', order.user);
  return {
    order,
    buyer,
    isWithoutToken: token === '',
    ...(token !== undefined && {pass: openedPass(view, token)}),
  };
}

/** The pass of a URL that was accepted, or would have been accepted without a defect. */
export const passOf = ({pass}: Checkout): CheckoutPass | undefined =>
  typeof pass === 'object' ? pass : undefined;

const TODO = 'read the order again through the API: while it is pending, it has a new checkout URL';
const TODO_WITHOUT_TOKEN =
  'open the checkout URL as the order shows it; to settle it, send the external-auth-token of that URL in the form, beside outcome';

/**
 * Why a checkout does not open, in the order of the checks: nothing about the order is revealed before the pass is
 * verified.
 */
export const CHECKOUT_GUARDS: readonly Guard<Checkout>[] = [
  {
    situation: 'checkout-unknown',
    fixed: true,
    judge: ({order}) =>
      order?.type === 'sale'
        ? undefined
        : refuse('checkout-unknown', {
            expected: 'a sale order of this store',
            got: order ? `a ${order.type} order` : 'no order',
            todo: 'use the checkout URL as the order shows it',
          }),
  },
  {
    situation: 'checkout-forged',
    judge({pass, order, buyer, isWithoutToken}) {
      const isOwn =
        pass === undefined ||
        (pass !== 'forged' && pass.order === order?.key && pass.user === buyer?.uuid);
      if (isOwn) return undefined;
      return refuse('checkout-forged', {
        expected: 'the external-auth-token of this order',
        got: isWithoutToken ? 'none' : 'another one',
        todo: isWithoutToken ? TODO_WITHOUT_TOKEN : TODO,
      });
    },
  },
  {
    situation: 'checkout-closed',
    judge: ({order}) =>
      order?.status === 'pending'
        ? undefined
        : refuse('checkout-closed', {
            expected: 'a pending order',
            got: `order ${order?.key} is ${order?.status}`,
            todo: 'create another order: this one has left its checkout',
          }),
  },
  {
    situation: 'checkout-expired',
    judge(checkout, view) {
      const pass = passOf(checkout);
      if (!pass || !isOver(pass, view.now)) return undefined;
      return refuse('checkout-expired', {
        expected: `a checkout before ${new Date(pass.until).toISOString()}`,
        got: new Date(view.now).toISOString(),
        todo: TODO,
      });
    },
  },
  {
    situation: 'buyer-not-active',
    judge: ({buyer, pass}) =>
      pass === undefined || buyer?.may_log_in
        ? undefined
        : refuse('buyer-not-active', {
            expected: 'an active user',
            got: `user ${buyer?.key} is ${buyer?.state} and cannot log in`,
            todo: 'reactivate the user',
          }),
  },
];
