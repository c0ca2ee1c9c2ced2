import {checkoutOf, hook, isInside, leaveBy, mailsOf, mayRead, NORA} from './commerce-kit.ts';
import {BOOK, cancel, MONTHLY, order, ordered, paid, paymentsOf} from './commerce-kit.ts';
import {product, readOrder, visit} from './commerce-kit.ts';
import {asList, type Site, type Value} from './probe-kit.ts';
import {answered, holds} from './self-assert.ts';

const USER = {id: 'buyer', email: 'buyer@probe.example'};

function told(location: string): string {
  const {searchParams} = new URL(location);
  const names = ['cart', 'order-id', 'order-external-id', 'status'];
  return names.map((name) => searchParams.get(name)).join(' ');
}

async function checkOutcome(site: Site, what: string, status: string): Promise<Value> {
  const one = await ordered(site, 'sale', {user: USER});
  const left = await leaveBy(one, what);
  holds(left.status === 303, what);
  const want = `7 ${String(one.id)} ${String(one.external_reference)} ${status}`;
  holds(told(left.location) === want, `${what}: ${left.location}`);
  const read = (await readOrder(site, one)).data;
  holds(read.status === status, `${what}: read`);
  holds((read.checkout !== undefined) === (status === 'pending'), `${what}: checkout`);
  return one;
}

async function checkLinks(site: Site): Promise<void> {
  const one = await ordered(site, 'sale', {user: USER});
  const url = checkoutOf(one);
  const opened = await visit(url);
  holds(opened.status === 200 && opened.text.includes('global-card'), 'the page');
  holds(await isInside(site, opened.cookie), 'the link signs the user in');
  const next = checkoutOf((await readOrder(site, one)).data);
  holds(next.href !== url.href, 'a new link');
  holds((await visit(url)).status === 200 && (await visit(next)).status === 200, 'both work');
  site.clock.time += 3_599_999;
  holds((await visit(url)).status === 200, 'until the ttl is over');
  site.clock.time += 1;
  holds((await visit(url)).status === 403, 'dead after the ttl');
  const late = await leaveBy(one, 'pay');
  holds(late.status === 403, 'nobody can pay there');
  const fresh = (await readOrder(site, one)).data;
  holds((await leaveBy(fresh, 'pay')).status === 303, 'a fresh link works');
  holds((await visit(checkoutOf(fresh))).status === 404, 'dead when paid');
  const token = checkoutOf(fresh);
  token.searchParams.set('external-auth-token', 'nonsense');
  holds((await visit(token)).status === 403, 'another token');
  const second = await ordered(site, 'sale', {user: USER});
  await cancel(site, second);
  holds((await visit(checkoutOf(second))).status === 404, 'dead when cancelled');
}

async function checkGateways(site: Site): Promise<void> {
  const gateways = {
    USD: 'global card gateway',
    ARS: 'regional wallet gateway',
    MXN: 'regional wallet gateway',
    BRL: 'regional wallet gateway',
    CLP: 'regional gateway reached through the wallet gateway',
    COP: 'local Colombian gateway',
  };
  for (const [currency, want] of Object.entries(gateways)) {
    const products = [product({currency_id: currency})];
    const one = await ordered(site, 'sale', {user: USER, currency_id: currency, products});
    const {gateway} = await hook(site, 'which-gateway', {order: one.id});
    holds(gateway === want, currency);
  }
}

async function checkHooks(site: Site): Promise<void> {
  const {one, done} = await paid(site, {user: USER});
  holds(one.status === 'approved' && done.order_status === 'approved', 'complete-payment');
  holds(told(String(done.redirect)).endsWith('approved'), 'its redirect');
  holds((await hook(site, 'complete-payment', {order: one.id})).redirect === null, 'once only');
  holds((await hook(site, 'decline-payment', {order: 'x'})).status === 404, 'unknown');
  const later = await ordered(site, 'sale', {user: USER});
  const left = await hook(site, 'pay-later', {order: later.id});
  holds(left.order_status === 'pending', 'pay-later');
  holds((await readOrder(site, later)).data.status === 'pending', 'still pending');
  holds((await mailsOf(site, later)).length === 0, 'no mail yet');
  await hook(site, 'approve-late', {order: later.id});
  holds((await readOrder(site, later)).data.status === 'approved', 'approve-late');
  holds((await mailsOf(site, later)).length === 1, 'a mail');
  const links = [product({id: 'link-9', name: 'L', url: 'https://a.example/9'})];
  await order(site, 'sale', {user: USER, products: links});
  const entry = await hook(site, 'catalog-entry', {product: 'link-9'});
  holds(entry.kind === 'External link' && entry.storefront === false, 'catalog-entry');
}

async function checkPlain(site: Site): Promise<void> {
  const free = await ordered(site, 'permission', {user: NORA});
  holds((await paymentsOf(site, free)).length === 0, 'permission: no payment record');
  holds((await mailsOf(site, free)).length === 0, 'permission: no mail');
  const report = await ordered(site, 'report', {user: NORA});
  holds((await paymentsOf(site, report)).length === 1, 'report: a payment record');
  const mails = await mailsOf(site, report);
  holds(mails.length === 1 && mails[0]?.to === NORA.email, 'report: a mail');
  await hook(site, 'switch-mails', {on: false});
  const silent = await ordered(site, 'report', {user: NORA});
  const {one} = await paid(site, {user: NORA});
  holds((await mailsOf(site, silent)).length === 0, 'report: switched off');
  holds((await mailsOf(site, one)).length === 0, 'sale: switched off');
  await hook(site, 'switch-mails', {on: true, of: 'sale'});
  const again = await paid(site, {user: NORA});
  holds((await mailsOf(site, again.one)).length === 1, 'sale: switched on');
  const other = await ordered(site, 'report', {user: NORA});
  holds((await mailsOf(site, other)).length === 0, 'report: still off');
  await site.hook('reset');
}

/** The checkout, payments and mails. */
export async function checkCheckout(site: Site): Promise<void> {
  await checkOutcome(site, 'pay', 'approved');
  await checkOutcome(site, 'decline', 'cancelled');
  await checkOutcome(site, 'leave', 'pending');
  await checkOutcome(site, 'pay-later', 'pending');
  await checkLinks(site);
  site.clock.time += 61_000;
  await checkGateways(site);
  await checkHooks(site);
  site.clock.time += 61_000;
  await checkPlain(site);
}

async function checkLeaving(site: Site, tail: string, why: string): Promise<void> {
  const name = `leaver${tail.length}`;
  const user = {id: name, email: `${name}@probe.example`};
  const products = [
    {type: 'content', id: BOOK},
    {type: 'subscription', id: MONTHLY},
  ];
  const manual = await ordered(site, 'permission', {user, products});
  const report = await ordered(site, 'report', {user});
  await hook(site, 'switch-mails', {on: true});
  const bought = product({type: 'subscription', id: MONTHLY});
  const {one: sale} = await paid(site, {user, products: [product(), bought]});
  const pending = await ordered(site, 'sale', {user});
  const [row = {}] = await site.rows(user.email);
  const opened = await visit(checkoutOf(pending));
  await site.remove(row, tail);
  holds(!(await isInside(site, opened.cookie)), 'signed out');
  holds((await visit(checkoutOf(pending))).status === 403, 'no checkout');
  for (const one of [manual, report]) {
    const {data} = await readOrder(site, one);
    holds(data.status === 'cancelled', `${String(one.type)} is cancelled`);
    holds(JSON.stringify(data.cancellation).includes(why), 'its reason');
  }
  const kept = (await readOrder(site, sale)).data;
  holds(kept.status === 'approved', 'a sale stays');
  const states = asList(kept.products).map((item) => item.status);
  const want = tail === '' ? 'active active' : 'active cancelled';
  holds(states.join(' ') === want, `its products: ${states.join(' ')}`);
  holds(!(await mayRead(site, row.id)), 'nothing to read');
  const text = JSON.stringify(kept.user);
  holds(text.includes(user.email) === (tail === ''), `its user: ${text}`);
}

/** What the end of a user does to orders, subscriptions and sessions. */
export async function checkEnds(site: Site): Promise<void> {
  await checkLeaving(site, '', 'account_closed');
  await checkLeaving(site, '?anonymize=true', 'deactivate_user');
  answered(await site.list('leaver0@probe.example'), 200, 'deactivated, still known');
}
