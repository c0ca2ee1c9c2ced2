import {cancel, checkoutOf, createPlan, hook, isInside, leaveBy} from './commerce-kit.ts';
import {madePlan, mailsOf, MONTHLY, order, ordered, readOrder} from './commerce-kit.ts';
import {sessionIds, sessions, updatePlan, visit} from './commerce-kit.ts';
import {
  asList,
  asObject,
  type Probe,
  type Probes,
  type Site,
  type Value,
  sometimes,
} from './probe-kit.ts';

/** The status that the way back tells, and that of the order. */
async function told(site: Site, what: string): Promise<[string | null, unknown]> {
  const one = await ordered(site, 'sale');
  const {location} = await leaveBy(one, what);
  const status = new URL(location).searchParams.get('status');
  return [status, (await readOrder(site, one)).data.status];
}

function differs(what: string): Probe {
  return async (site) => {
    const [said, is] = await told(site, what);
    return said !== is;
  };
}

/** More of the checkout, and of mails. */
export const morePayments: Probes = {
  'redirect-status-lags': differs('pay'),
  'redirect-declined-pending': differs('decline'),
  'checkout-missing-by-reference': async (s) => {
    const one = await ordered(s, 'sale', {external_reference: 'r-9'});
    const {data} = await s.call('GET', '/orders/r-9?id_type=external');
    return data.id === one.id && data.checkout === undefined;
  },
  'checkout-of-list-dead': async (s) => {
    await order(s, 'sale');
    const {json} = await s.call('GET', '/orders');
    return (await visit(checkoutOf(asList(json.data)[0] ?? {}))).status !== 200;
  },
  'checkout-cancel-race': sometimes(async (s) => {
    const one = await ordered(s, 'sale');
    const paying = leaveBy(one, 'pay');
    await new Promise((done) => setTimeout(done, 40));
    await cancel(s, one);
    const before = (await readOrder(s, one)).data.status;
    await paying;
    return (await readOrder(s, one)).data.status !== before;
  }),
  'checkout-signs-in-deactivated': async (s) => {
    const user = await s.made();
    const one = await ordered(s, 'sale', {user: {id: user.external_id, email: user.email}});
    await s.remove(user);
    return isInside(s, (await visit(checkoutOf(one))).cookie);
  },
  'mail-switch-stuck': async (s) => {
    await hook(s, 'switch-mails', {on: false});
    await hook(s, 'switch-mails', {on: true});
    return (await mailsOf(s, await ordered(s, 'report'))).length !== 1;
  },
  'deactivate-subscription-orders-kept': async (s) => {
    const user = {id: 'leaver', email: 'leaver@probe.example'};
    const products = [{type: 'subscription', id: MONTHLY}];
    const one = await ordered(s, 'permission', {user, products});
    const [row = {}] = await s.rows(user.email);
    await s.remove(row);
    return (await readOrder(s, one)).data.status !== 'cancelled';
  },
};

/** Signs a user in by a checkout link; returns the cookie. */
async function byLink(site: Site, user: Value): Promise<string> {
  const named = {id: user.external_id, email: user.email};
  return (await visit(checkoutOf(await ordered(site, 'sale', {user: named})))).cookie;
}

/** Shows when the data of a session do not hold a text. */
function holdsText(type: string, member: string): Probe {
  return async (site) => {
    await site.signIn(await site.made(), type);
    const row = asList((await sessions(site)).json.data)[0] ?? {};
    return typeof asObject(row.session_data)[member] !== 'string';
  };
}

/** More of sessions. */
export const moreSessions: Probes = {
  'session-os-missing': holdsText('web', 'os'),
  'session-app-os-missing': holdsText('mobile', 'os'),
  'session-app-raw-missing': holdsText('mobile', 'raw'),
  'sessions-206-when-more': async (s) => {
    const user = await s.made();
    await s.signIn(user);
    await s.signIn(user);
    return (await sessions(s, '?per_page=1')).status !== 200;
  },
  'sessions-delete-204': async (s) => {
    const path = `/auth-sessions/users/${String((await s.made()).id)}`;
    return (await s.call('DELETE', path)).status !== 200;
  },
  'session-delete-race': async (s) => {
    const {session} = await s.signIn(await s.made());
    const path = `/auth-sessions/${String(session)}`;
    const both = await Promise.all([s.call('DELETE', path), s.call('DELETE', path)]);
    return both.filter(({status}) => status === 200).length !== 1;
  },
  'sessions-cursor-of-deleted-refused': async (s) => {
    const user = await s.made();
    const {session} = await s.signIn(user);
    await s.signIn(user);
    const {json} = await sessions(s, '?per_page=1');
    const cursor = String(asObject(json.pagination).next_cursor);
    await s.call('DELETE', `/auth-sessions/${String(session)}`);
    return (await sessionIds(s, `?cursor=${cursor}`)).length !== 1;
  },
  'sessions-of-links-missing': async (s) => {
    await byLink(s, await s.made());
    return (await sessionIds(s)).length !== 1;
  },
  'deactivate-link-session-kept': async (s) => {
    const user = await s.made();
    const cookie = await byLink(s, user);
    await s.remove(user);
    return isInside(s, cookie);
  },
  'logout-link-session-kept': async (s) => {
    const user = await s.made();
    const cookie = await byLink(s, user);
    await s.logout(user.id);
    return isInside(s, cookie);
  },
  'sign-in-page-admits-deactivated': async (s) => {
    const user = await s.made();
    await s.remove(user);
    const body = new URLSearchParams({email: String(user.email), password: 'long enough 1'});
    const url = `${s.server.url}/site/lyra/sign-in`;
    return (await visit(url, {method: 'POST', body})).status === 303;
  },
};

/** Shows when an update of a plan is refused. */
function updates(changes: Value): Probe {
  return async (site) => {
    const {data} = await createPlan(site);
    return (await updatePlan(site, data.plan_id, changes)).status !== 204;
  };
}

/** More of plans. */
export const morePlans: Probes = {
  'plan-invoice-refused': updates({invoice: 'A-1'}),
  'plan-file-name-refused': updates({file_name: 'a.pdf'}),
  'plan-collection-ampersand-refused': async (s) => {
    return (await createPlan(s, {collections: ['Maps & Atlases']})).status !== 201;
  },
  'plan-name-ascii-only': async (s) => (await madePlan(s, {name: 'Añil'})).name !== 'Añil',
  'plan-details-without-tags': async (s) => {
    return (
      (await madePlan(s, {details: '<p>So <b>it</b> is</p>'})).details !== '<p>So <b>it</b> is</p>'
    );
  },
};
