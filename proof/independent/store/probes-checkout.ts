import {cancel, change, checkoutOf, hook, isInside, leaveBy} from './commerce-kit.ts';
import {mailsOf, ordered, paid, product, readOrder, visit} from './commerce-kit.ts';
import type {Probe, Probes, Site, Value} from './probe-kit.ts';

const MINUTE = 60_000;

/** Shows when the checkout link of a sale is not answered so after a while. */
function link(ms: number, status: number): Probe {
  return async (site) => {
    const one = await ordered(site, 'sale');
    site.clock.time += ms;
    return (await visit(checkoutOf(one))).status !== status;
  };
}

/** Checkout links. */
export const checkoutLinks: Probes = {
  'checkout-token-renamed': async (s) => {
    return !checkoutOf(await ordered(s, 'sale')).searchParams.has('external-auth-token');
  },
  'checkout-dies-early': link(30 * MINUTE, 200),
  'checkout-never-expires': link(61 * MINUTE, 403),
  'checkout-token-grace': link(60 * MINUTE + 1000, 403),
  'checkout-same-url': async (s) => {
    const one = await ordered(s, 'sale');
    return checkoutOf((await readOrder(s, one)).data).href === checkoutOf(one).href;
  },
  'checkout-reading-voids-older': async (s) => {
    const one = await ordered(s, 'sale');
    await readOrder(s, one);
    return (await visit(checkoutOf(one))).status !== 200;
  },
  'checkout-deadline-not-renewed': async (s) => {
    const one = await ordered(s, 'sale');
    s.clock.time += 50 * MINUTE;
    const fresh = checkoutOf((await readOrder(s, one)).data);
    s.clock.time += 50 * MINUTE;
    return (await visit(fresh)).status !== 200;
  },
  'checkout-signs-nobody-in': async (s) => {
    const {cookie} = await visit(checkoutOf(await ordered(s, 'sale')));
    return !(await isInside(s, cookie));
  },
  'checkout-signs-in-once': async (s) => {
    const url = checkoutOf(await ordered(s, 'sale'));
    await visit(url);
    return !(await isInside(s, (await visit(url)).cookie));
  },
  'checkout-on-paused': async (s) => {
    const {one} = await paid(s);
    return (await change(s, one, {status: 'paused'})).data.checkout !== undefined;
  },
  'checkout-pays-cancelled': async (s) => {
    const one = await ordered(s, 'sale');
    await cancel(s, one);
    await leaveBy(one, 'pay');
    return (await readOrder(s, one)).data.status !== 'cancelled';
  },
};

/** The parameters of the redirect after a way out of the checkout. */
async function back(site: Site, what: string, changes: Value = {}): Promise<URLSearchParams> {
  const {location} = await leaveBy(await ordered(site, 'sale', changes), what);
  return new URL(location).searchParams;
}

/** Shows when the redirect does not pass the test. */
function redirects(
  test: (told: URLSearchParams) => boolean,
  what = 'pay',
  changes: Value = {},
): Probe {
  return async (site) => !test(await back(site, what, changes));
}

const complete = (told: URLSearchParams): boolean => {
  return ['order-id', 'order-external-id', 'status'].every((name) => told.has(name));
};

/** The way back to return_url. */
export const redirectsBack: Probes = {
  'redirect-order-id-missing': redirects((told) => told.has('order-id')),
  'redirect-reference-renamed': redirects((told) => told.has('order-external-id')),
  'redirect-status-missing': redirects((told) => told.has('status')),
  'redirect-status-paid': redirects((told) => told.get('status') === 'approved'),
  'redirect-query-lost': redirects((told) => told.get('cart') === '7'),
  'redirect-late-approved': redirects((told) => told.get('status') === 'pending', 'pay-later'),
  'redirect-after-hash': redirects(complete, 'pay', {return_url: 'https://a.example/b#c'}),
  'redirect-second-question-mark': redirects((told) => told.get('cart') === '7' && complete(told)),
  'redirect-reference-raw': redirects((told) => told.get('order-external-id') === 'a&b', 'pay', {
    external_reference: 'a&b',
  }),
  'sale-payment-ignored': async (s) => (await paid(s)).one.status !== 'approved',
};

/** Shows when a sale in a currency goes to another gateway. */
function gateway(currency: string, want: string): Probe {
  return async (site) => {
    const products = [product({currency_id: currency})];
    const one = await ordered(site, 'sale', {currency_id: currency, products});
    return (await hook(site, 'which-gateway', {order: one.id})).gateway !== want;
  };
}

/** Gateways. */
export const gateways: Probes = {
  'gateway-usd-wallet': gateway('USD', 'global card gateway'),
  'gateway-ars-card': gateway('ARS', 'regional wallet gateway'),
  'gateway-mxn-card': gateway('MXN', 'regional wallet gateway'),
  'gateway-brl-card': gateway('BRL', 'regional wallet gateway'),
  'gateway-clp-wallet': gateway('CLP', 'regional gateway reached through the wallet gateway'),
  'gateway-cop-wallet': gateway('COP', 'local Colombian gateway'),
};

/** Shows when an order makes another number of mails. */
function mails(type: string, want: number, on = true): Probe {
  return async (site) => {
    await hook(site, 'switch-mails', {on});
    const one = type === 'sale' ? (await paid(site)).one : await ordered(site, type);
    return (await mailsOf(site, one)).length !== want;
  };
}

/** Mails. */
export const orderMails: Probes = {
  'permission-mail-sent': mails('permission', 0),
  'report-mail-missing': mails('report', 1),
  'report-mail-always': mails('report', 0, false),
  'sale-mail-missing': mails('sale', 1),
  'sale-mail-always': mails('sale', 0, false),
  'sale-late-mail-missing': async (s) => {
    const one = await ordered(s, 'sale');
    await hook(s, 'pay-later', {order: one.id});
    await hook(s, 'approve-late', {order: one.id});
    return (await mailsOf(s, one)).length !== 1;
  },
};
