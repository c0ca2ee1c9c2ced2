import {checkoutOf, hook, leaveBy, mailsOf, NORA, ordered} from './commerce-kit.ts';
import {readOrder, visit} from './commerce-kit.ts';
import {asObject, type Probes, type Site, type Value} from './probe-kit.ts';

const MINUTE = 60_000;

/** The parameters of the redirect after the payment of a sale. */
async function back(site: Site, changes: Value = {}): Promise<URLSearchParams> {
  const {location} = await leaveBy(await ordered(site, 'sale', changes), 'pay');
  return new URL(location).searchParams;
}

/** Part D: the checkout. */
export const checkoutD: Probes = {
  'checkout-as-text': async (s) => {
    return typeof asObject((await ordered(s, 'sale')).checkout).url !== 'string';
  },
  'redirect-id-as-number': async (s) => {
    const one = await ordered(s, 'sale');
    const {location} = await leaveBy(one, 'pay');
    return new URL(location).searchParams.get('order-id') !== one.id;
  },
  'redirect-reference-cut': async (s) => {
    const external_reference = 'cart-'.padEnd(40, '7');
    const told = await back(s, {external_reference});
    return told.get('order-external-id') !== external_reference;
  },
  'redirect-repeated-keys-lost': async (s) => {
    const told = await back(s, {return_url: 'https://shop.example/thanks?item=1&item=2'});
    return told.getAll('item').join() !== '1,2';
  },
  'checkout-pays-older-order': async (s) => {
    const older = await ordered(s, 'sale');
    const newer = await ordered(s, 'sale');
    await leaveBy(newer, 'pay');
    const statuses = [older, newer].map(async (one) => (await readOrder(s, one)).data.status);
    return (await Promise.all(statuses)).join() !== 'pending,approved';
  },
  'checkout-late-for-signed-in': async (s) => {
    const url = checkoutOf(await ordered(s, 'sale'));
    const {cookie} = await visit(url);
    s.clock.time += 61 * MINUTE;
    return (await visit(url, {headers: {cookie}})).status !== 403;
  },
};

/** Part D: mails. */
export const mailsD: Probes = {
  'report-mail-to-admin': async (s) => {
    const [mail] = await mailsOf(s, await ordered(s, 'report'));
    return mail?.to !== NORA.email;
  },
  'second-report-mail-missing': async (s) => {
    await ordered(s, 'report');
    return (await mailsOf(s, await ordered(s, 'report'))).length !== 1;
  },
  'sale-mail-to-old-address': async (s) => {
    const user = await s.made();
    const one = await ordered(s, 'sale', {user: {id: user.external_id, email: user.email}});
    await s.update(user, {email: 'moved.on@probe.example'});
    await hook(s, 'complete-payment', {order: one.id});
    return (await mailsOf(s, one))[0]?.to !== 'moved.on@probe.example';
  },
};
