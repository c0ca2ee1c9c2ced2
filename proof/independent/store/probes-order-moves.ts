import {BOOK, cancel, change, mayRead, MONTHLY, NORA, ordered} from './commerce-kit.ts';
import {OTHER_BOOK, paid, product, productsOf, readOrder} from './commerce-kit.ts';
import {asObject, type Probe, type Probes, type Site, type Value} from './probe-kit.ts';

const TWO = {
  products: [
    {type: 'content', id: BOOK},
    {type: 'content', id: OTHER_BOOK},
  ],
};
const DAY = {expiration_date: '2027-01-02'};

async function statusOf(site: Site, one: Value): Promise<unknown> {
  return (await readOrder(site, one)).data.status;
}

async function daysOf(site: Site, one: Value): Promise<string> {
  const {data} = await readOrder(site, one);
  return productsOf(data)
    .map((item) => String(item.expiration_date))
    .join(' ');
}

/** Shows when an update of a new order is not answered so. */
function updates(body: Value, status: number, tail = ''): Probe {
  return async (site) => {
    return (await change(site, await ordered(site, 'permission'), body, tail)).status !== status;
  };
}

/** Shows when an order is in another state after these updates. */
function becomes(bodies: Value[], want: string, type = 'permission'): Probe {
  return async (site) => {
    const one = await ordered(site, type);
    for (const body of bodies) await change(site, one, body);
    return (await statusOf(site, one)) !== want;
  };
}

/** Updates of the expiration. */
export const expirations: Probes = {
  'order-update-204': updates(DAY, 200),
  'order-update-product-type-optional': updates(DAY, 422, `&product_id=${BOOK}`),
  'order-update-day-unchecked': updates({expiration_date: '1/2/2027'}, 422),
  'order-update-empty-accepted': updates({}, 422),
  'order-expiration-all-always': async (s) => {
    const one = await ordered(s, 'permission', TWO);
    await change(s, one, DAY, `&product_type=content&product_id=${OTHER_BOOK}`);
    return (await daysOf(s, one)) !== 'null 2027-01-02';
  },
  'order-expiration-first-only': async (s) => {
    const one = await ordered(s, 'permission', TWO);
    await change(s, one, DAY);
    return (await daysOf(s, one)) !== '2027-01-02 2027-01-02';
  },
  'order-expiration-by-id-only': async (s) => {
    const link = product({id: MONTHLY, name: 'Linked', url: 'https://a.example'});
    const plan = product({type: 'subscription', id: MONTHLY});
    const one = await ordered(s, 'report', {products: [link, plan]});
    await change(s, one, DAY, `&product_type=subscription&product_id=${MONTHLY}`);
    return (await daysOf(s, one)) !== 'null 2027-01-02';
  },
  'order-pending-expiration-accepted': async (s) => {
    return (await change(s, await ordered(s, 'sale'), DAY)).status < 400;
  },
  'order-sale-expiration-refused': async (s) => {
    return (await change(s, (await paid(s)).one, DAY)).status !== 200;
  },
};

async function readsAfter(site: Site, bodies: Value[], changes: Value, id: string) {
  const one = await ordered(site, 'permission', changes);
  for (const body of bodies) await change(site, one, body);
  return mayRead(site, NORA.id, id);
}

const PAUSE = {status: 'paused'};
const RESUME = {status: 'approved'};

/** Pausing, and access. */
export const pauses: Probes = {
  'permission-no-access': async (s) => !(await readsAfter(s, [], {}, BOOK)),
  'report-no-access': async (s) => {
    await ordered(s, 'report');
    return !(await mayRead(s));
  },
  'order-pause-no-effect': becomes([PAUSE], 'paused'),
  'order-resume-no-effect': becomes([PAUSE, RESUME], 'approved'),
  'order-second-pause-lost': becomes([PAUSE, RESUME, PAUSE], 'paused'),
  'order-update-cancels': becomes([{status: 'cancelled'}], 'approved'),
  'order-pending-approved': becomes([RESUME], 'pending', 'sale'),
  'order-pending-paused': becomes([PAUSE], 'pending', 'sale'),
  'order-pause-keeps-access': (s) => readsAfter(s, [PAUSE], {}, BOOK),
  'order-resume-without-access': async (s) => !(await readsAfter(s, [PAUSE, RESUME], {}, BOOK)),
  'order-pause-first-product-only': (s) => readsAfter(s, [PAUSE], TWO, OTHER_BOOK),
  'order-resume-first-product-only': async (s) => {
    return !(await readsAfter(s, [PAUSE, RESUME], TWO, OTHER_BOOK));
  },
};

/** Shows when an order that is cancelled stays what it was. */
function cancelled(make: (site: Site) => Promise<Value>, body: Value = {}): Probe {
  return async (site) => {
    const one = await make(site);
    await cancel(site, one, body);
    return (await statusOf(site, one)) !== 'cancelled';
  };
}

const permission = (site: Site): Promise<Value> => ordered(site, 'permission');

/** Shows when an update of a cancelled order has an effect. */
function stays(body: Value): Probe {
  return async (site) => {
    const one = await permission(site);
    await cancel(site, one);
    await change(site, one, body);
    return (await statusOf(site, one)) !== 'cancelled';
  };
}

/** Cancellation. */
export const cancellations: Probes = {
  'order-cancel-pending-refused': cancelled((s) => ordered(s, 'sale')),
  'order-cancel-no-effect': cancelled(permission),
  'order-cancel-later-lost': cancelled(permission, {expiration_date: '2026-04-01'}),
  'order-cancel-sale-lost': cancelled(async (s) => (await paid(s)).one),
  'order-cancel-paused-refused': cancelled(async (s) => {
    const one = await permission(s);
    await change(s, one, PAUSE);
    return one;
  }),
  'order-cancelled-revived': stays(RESUME),
  'order-cancelled-paused': stays(PAUSE),
  'order-cancel-refused-done': async (s) => {
    const one = await permission(s);
    await cancel(s, one, {reason: 'x'});
    return (await statusOf(s, one)) !== 'approved';
  },
  'order-cancel-day-ignored': async (s) => {
    const one = await permission(s);
    await cancel(s, one, {expiration_date: '2026-03-20'});
    return !(await mayRead(s));
  },
  'order-update-race-revives': async (s) => {
    const one = await permission(s);
    await Promise.all([change(s, one, PAUSE), cancel(s, one)]);
    return (await statusOf(s, one)) !== 'cancelled';
  },
};

async function leaver(site: Site, tail: string, act: (one: Value) => Promise<unknown>) {
  const user = {id: 'leaver', email: 'leaver@probe.example'};
  const products = [
    {type: 'content', id: BOOK},
    {type: 'subscription', id: MONTHLY},
  ];
  const one = await ordered(site, 'permission', {user, products});
  await act(one);
  const [row = {}] = await site.rows(user.email);
  await site.remove(row, tail);
  return {one, row};
}

/** What the end of a user does to orders. */
export const endings: Probes = {
  'deactivate-paused-orders-kept': async (s) => {
    const {one} = await leaver(s, '', (made) => change(s, made, PAUSE));
    return (await statusOf(s, one)) !== 'cancelled';
  },
  'anonymize-ordered-plans-kept': async (s) => {
    const bought = product({type: 'subscription', id: MONTHLY});
    const user = {id: 'leaver', email: 'leaver@probe.example'};
    const {one} = await paid(s, {user, products: [bought]});
    const [row = {}] = await s.rows(user.email);
    await s.remove(row, '?anonymize=true');
    const {data} = await readOrder(s, one);
    return asObject(productsOf(data)[0]).status !== 'cancelled';
  },
  'reactivate-revives-orders': async (s) => {
    const {one, row} = await leaver(s, '', async () => undefined);
    await s.back(row);
    return (await statusOf(s, one)) !== 'cancelled';
  },
};
