import {hook, mailsOf, NORA, order, ordered, product} from './commerce-kit.ts';
import {asList, type Probes} from './probe-kit.ts';

/** Part E: mails. */
export const mailsE1: Probes = {
  'sale-mail-at-creation': async (s) => (await mailsOf(s, await ordered(s, 'sale'))).length > 0,
  'sale-mail-repeated-by-gateway': async (s) => {
    const one = await ordered(s, 'sale');
    await hook(s, 'complete-payment', {order: one.id});
    await hook(s, 'complete-payment', {order: one.id});
    return (await mailsOf(s, one)).length !== 1;
  },
  'refused-report-mail-sent': async (s) => {
    await order(s, 'report', {products: [product({id: 'lyra:no-such-title'})]});
    return asList((await hook(s, 'read-mail', {to: NORA.email})).mails).length > 0;
  },
  'mail-switch-over-stores': async (s) => {
    await s.hook('switch-mails', {role: 'second-store', on: false});
    return (await mailsOf(s, await ordered(s, 'report'))).length !== 1;
  },
};
