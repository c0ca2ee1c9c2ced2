import {checkoutOf, hook, leaveBy, mailsOf, mayRead, ordered} from './commerce-kit.ts';
import {change, paid, product, readOrder, sessions, visit} from './commerce-kit.ts';
import {asList, asObject, type Probes, type Site, type Value} from './probe-kit.ts';

const DAY = 86_400_000;

const OMAR = {id: 'reader-omar.teal', email: 'omar.teal@readers.example'};

/** A sale order in a currency. */
function sold(site: Site, currency: string): Promise<Value> {
  const products = [product({currency_id: currency})];
  return ordered(site, 'sale', {currency_id: currency, products});
}

/** Part E: the checkout. */
export const checkoutE2: Probes = {
  'checkout-ttl-in-milliseconds': async (s) => {
    return asObject((await ordered(s, 'sale')).checkout).ttl !== 3600;
  },
  'sale-pending-access': async (s) => {
    await ordered(s, 'sale');
    return mayRead(s);
  },
  'order-created-moves-on-approval': async (s) => {
    const one = await ordered(s, 'sale');
    s.clock.time += 2 * DAY;
    await leaveBy((await readOrder(s, one)).data, 'pay');
    return (await readOrder(s, one)).data.created_at !== one.created_at;
  },
  'redirect-to-newest-return-url': async (s) => {
    const first = await ordered(s, 'sale', {return_url: 'https://shop.example/first'});
    await ordered(s, 'sale', {return_url: 'https://shop.example/second'});
    return !(await leaveBy(first, 'pay')).location.startsWith('https://shop.example/first');
  },
  'gateway-of-first-sale': async (s) => {
    await sold(s, 'USD');
    const {id} = await sold(s, 'ARS');
    const {gateway} = await hook(s, 'which-gateway', {order: id});
    return gateway !== 'regional wallet gateway';
  },
  'checkout-keeps-other-session': async (s) => {
    const {cookie} = await visit(checkoutOf(await ordered(s, 'sale')));
    await visit(checkoutOf(await ordered(s, 'sale', {user: OMAR})), {headers: {cookie}});
    const {json} = await sessions(s, `?external_id=${OMAR.id}`);
    return asList(json.data).length !== 1;
  },
};

/** Part E: payments that are told twice, and mails. */
export const paymentsE2: Probes = {
  'sale-notified-twice-mails': async (s) => {
    const {one} = await paid(s);
    await hook(s, 'approve-late', {order: one.id});
    return (await mailsOf(s, one)).length !== 1;
  },
  'sale-notification-resumes-paused': async (s) => {
    const {one} = await paid(s);
    await change(s, one, {status: 'paused'});
    await hook(s, 'approve-late', {order: one.id});
    return (await readOrder(s, one)).data.status !== 'paused';
  },
  'mail-held-back-sent-later': async (s) => {
    await hook(s, 'switch-mails', {on: false});
    const one = await ordered(s, 'report');
    await hook(s, 'switch-mails', {on: true});
    return (await mailsOf(s, one)).length > 0;
  },
};
