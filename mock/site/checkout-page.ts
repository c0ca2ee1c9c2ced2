import {escaped, page} from '../http/page-frame.ts';
import type {Order} from '../store/orders/order.ts';
import {shownAmount} from './amount.ts';

/** The data of a checkout page. */
export interface CheckoutPage {
  order: Order;
  store: string;
  /** The gateway that processes the payment, in words. */
  gateway: string;
  /** Email of the buyer. */
  buyer: string;
  /** The `external-auth-token` of the URL. */
  token: string;
  /** Path to which the form is posted. */
  action: string;
  /** Whether the URL has signed the buyer in. */
  isSignedIn: boolean;
  /** The state of the order after a declined payment. */
  declined: 'cancelled' | 'pending';
}

/** The buttons of the page, by their `outcome`. */
export const BUTTONS = {
  approved: 'Pay',
  declined: 'Let the payment be declined',
  pending: 'Pay later',
  left: 'Leave without paying',
} as const;

const row = ({name, unit_price: price, currency_id: currency, type}: Order['products'][number]) =>
  `<li><bdi>${escaped(name)}</bdi> <small>${escaped(type)}, ` +
  `${escaped(shownAmount(price, currency))}</small></li>`;

const button = ([outcome, label]: [string, string]): string => {
  const look = outcome === 'approved' ? ' class="primary"' : '';
  return `<button name="outcome" value="${outcome}"${look}>${label}</button>`;
};

/** What the buttons do to the order. */
const explained = (declined: CheckoutPage['declined']): string =>
  'This is the checkout of a mock (presscheck): no money moves. Paying approves the order. A declined payment ' +
  (declined === 'cancelled'
    ? 'cancels it. Whoever pays later or leaves, leaves it pending.'
    : 'leaves it pending, and so does whoever pays later or leaves.');

/** The page on which a buyer pays a sale order. It needs no script. */
export function checkoutPage({
  order,
  store,
  gateway,
  buyer,
  token,
  action,
  isSignedIn,
  declined,
}: CheckoutPage): string {
  const amount = shownAmount(order.unit_price, order.currency_id);
  const reference = order.external_reference;
  return page(
    `Checkout of ${store}`,
    `<h1>Pay <strong>${escaped(amount)}</strong> to <bdi>${escaped(store)}</bdi></h1>
<ul>
${order.products.map(row).join('\n')}
</ul>
<p>Order <code>${escaped(order.key)}</code>${
      reference === null ? '' : `, of the shop: <code>${escaped(reference)}</code>`
    }.</p>
<p>The payment goes through the ${escaped(gateway)}.</p>
<p class="quiet"><bdi>${escaped(buyer)}</bdi>${
      isSignedIn ? ' is signed in while this link is valid' : ''
    }.</p>
<form method="post" action="${escaped(action)}">
<input type="hidden" name="external-auth-token" value="${escaped(token)}">
<div class="answers">
${Object.entries(BUTTONS).map(button).join('\n')}
</div>
</form>
<p class="quiet">${explained(declined)}</p>`,
  );
}

/**
 * The page of a checkout that is over.
 * @param back the URL where the buyer can continue; null: none
 */
export function closedPage(status: Order['status'], back: string | null): string {
  const link =
    back === null
      ? ''
      : `\n<p><a href="${escaped(back)}" rel="noreferrer">Back to the shop</a></p>`;
  return page(
    'This checkout is over',
    `<h1>This order is ${status}.</h1>
<p>Nothing is left to be paid here.</p>${link}`,
  );
}

/** The page that opens a URL of the shop twice: in a frame, and after a second in its place. It needs no script. */
export const returnPage = (back: string): string =>
  page(
    'Back to the shop',
    `<h1>Back to the shop</h1>
<iframe src="${escaped(back)}" title="The shop" hidden></iframe>
<meta http-equiv="refresh" content="1;url=${escaped(back)}">
<p><a href="${escaped(back)}" rel="noreferrer">Back to the shop</a></p>`,
  );
