/** Defects of the redirect to the shop after a checkout (Orders, Checkout). */

import type {Seam, Defect} from '../../../defect.ts';
import type {Done, View} from '../../../operation.ts';
import type {Settling, Settled} from '../../../store/checkout/settle-checkout.ts';
import {afterwards, breaking, atPlace} from '../../breaking.ts';
import {SETTLE} from './payments.ts';

/** Changes the result of a visit of the checkout, by the outcome. */
const settling = (other: (done: Done, outcome: string, view: View) => Done): Seam =>
  afterwards(SETTLE, (done, view, {body}) => other(done, (body as Settling).outcome, view));

/** Redirects the buyer to another URL. */
const sendingTo = (other: (redirect: URL, outcome: string) => URL | null): Seam =>
  settling((done, outcome) => {
    const {redirect, ...rest} = done.body as Settled;
    if (redirect === null) return done;
    const url = other(new URL(redirect), outcome);
    return {...done, body: {...rest, redirect: url?.href ?? null}};
  });

/** Changes or omits a parameter of the URL. */
const withParameter = (url: URL, name: string, value: string | undefined): URL => {
  const {searchParams} = url;
  if (value === undefined) searchParams.delete(name);
  else searchParams.set(name, value);
  return url;
};

/** Encodes the reference in the URL otherwise than by percent-encoding. */
const writingReference = (other: (encoded: string) => string): Seam =>
  sendingTo(({href}) => new URL(href.replace(/(?<=order-external-id=)[^&]*/, other)));

/** Defects of the URL to which a buyer is sent. */
export const redirects: Defect[] = [
  ...breaking('store.orders.redirect-goes-to-the-return-url', {
    'the buyer is sent to the start of the shop': sendingTo((url) => {
      url.pathname = '/';
      return url;
    }),
    'the buyer of a declined payment is sent nowhere': sendingTo((url, outcome) =>
      outcome === 'declined' ? null : url,
    ),
  }),
  ...breaking('store.orders.redirect-has-order-id', {
    'there is no order-id': sendingTo((url) => withParameter(url, 'order-id', undefined)),
    'order-id is the reference when the payment is not decided': sendingTo((url, outcome) =>
      outcome === 'pending'
        ? withParameter(url, 'order-id', url.searchParams.get('order-external-id') ?? '')
        : url,
    ),
    'the parameters stand behind the fragment': sendingTo((url) => {
      if (url.hash === '') return url;
      const behind = new URL(url.href);
      behind.hash = `${url.hash}${url.search}`;
      behind.search = '';
      return behind;
    }),
  }),
  ...breaking('store.orders.redirect-has-order-external-id', {
    'there is no order-external-id': sendingTo((url) =>
      withParameter(url, 'order-external-id', undefined),
    ),
    'order-external-id is the id when the payment is declined': sendingTo((url, outcome) =>
      outcome === 'declined'
        ? withParameter(url, 'order-external-id', url.searchParams.get('order-id') ?? '')
        : url,
    ),
  }),
  ...atPlace(
    'of a reference with signs of a query',
    breaking('store.orders.redirect-has-order-external-id', {
      'order-external-id is not encoded': writingReference(decodeURIComponent),
      'a plus sign of order-external-id is not encoded': writingReference((value) =>
        value.replaceAll('%2B', '+'),
      ),
    }),
  ),
  ...breaking('store.orders.redirect-has-status', {
    'there is no status': sendingTo((url) => withParameter(url, 'status', undefined)),
    'the status of a declined payment is `declined`': sendingTo((url, outcome) =>
      outcome === 'declined' ? withParameter(url, 'status', 'declined') : url,
    ),
  }),
  ...breaking('store.orders.redirect-keeps-the-query', {
    'the query is replaced': sendingTo((url) => {
      for (const name of ['basket', 'note', 'from']) url.searchParams.delete(name);
      return url;
    }),
    'of a name that is repeated the last value is kept': sendingTo((url) =>
      withParameter(url, 'basket', url.searchParams.getAll('basket').at(-1)),
    ),
    'a plus sign becomes a blank': sendingTo((url) => {
      url.search = url.search.replaceAll('%2B', '+');
      return url;
    }),
  }),
  ...breaking('store.orders.redirect-agrees-with-the-order', {
    'a declined payment comes back as approved': sendingTo((url, outcome) =>
      outcome === 'declined' ? withParameter(url, 'status', 'approved') : url,
    ),
    'a payment comes back as cancelled': sendingTo((url, outcome) =>
      outcome === 'approved' ? withParameter(url, 'status', 'cancelled') : url,
    ),
  }),
];
