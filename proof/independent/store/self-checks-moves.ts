import {BOOK, cancel, change, listed, mayRead, MONTHLY, NORA} from './commerce-kit.ts';
import {ordered, OTHER_BOOK, paid, product, productsOf, readOrder} from './commerce-kit.ts';
import {asList, asObject, type Site} from './probe-kit.ts';
import {answered, holds, refusedSo} from './self-assert.ts';

const x = (length: number): string => 'x'.repeat(length);

async function checkLookups(site: Site): Promise<void> {
  const one = await ordered(site, 'permission', {external_reference: 'a b/ñ'});
  const path = `/orders/${encodeURIComponent('a b/ñ')}`;
  const external = await site.call('GET', `${path}?id_type=external`);
  answered(external, 200, 'by reference');
  holds(external.data.id === one.id, 'the same order');
  answered(await site.call('GET', path), 404, 'reference without id_type');
  answered(await readOrder(site, one, ''), 200, 'internal is the default');
  refusedSo(await readOrder(site, one, '?id_type=both'), 422, 'id_type=both');
  const foreign = {token: site.key('second-store')};
  answered(await site.call('GET', `/orders/${String(one.id)}`, foreign), 404, 'another store');
  for (const method of ['GET', 'PUT', 'DELETE']) {
    answered(await site.call(method, '/orders/nope'), 404, `${method} unknown`);
    answered(await site.call(method, '/orders/nope', {token: null}), 401, `${method} no token`);
  }
  const body = {expiration_date: '2027-01-02'};
  answered(await site.call('PUT', `${path}?id_type=external`, {body}), 200, 'PUT by reference');
  answered(await site.call('DELETE', `${path}?id_type=external`), 200, 'DELETE by reference');
}

async function checkFilters(site: Site): Promise<void> {
  const user = {id: 'lister', email: 'lister@probe.example'};
  const made = [
    await ordered(site, 'permission', {user}),
    await ordered(site, 'sale', {user, products: [product({id: OTHER_BOOK})]}),
  ];
  const ids = made.map((one) => one.id).toReversed();
  const same = async (tail: string, want: unknown[], what: string): Promise<void> => {
    holds(JSON.stringify(await listed(site, tail)) === JSON.stringify(want), what);
  };
  await same('?user_id=lister', ids, 'user_id');
  await same('?user_email=LISTER@probe.example', ids, 'user_email');
  await same(`?user_id=lister&user_email=${NORA.email}`, ids, 'user_id counts more');
  await same('?user_id=lister&status=pending', ids.slice(0, 1), 'status');
  await same(`?user_id=lister&product_type=content&product_id=${BOOK}`, ids.slice(1), 'product');
  await same(`?user_id=lister&product_type=subscription&product_id=${BOOK}`, [], 'its type');
  await same('?user_id=lister&start_at=2026-03-17&end_at=2026-03-17', ids, 'period');
  await same('?user_id=lister&start_at=2026-03-18', [], 'start_at');
  await same('?user_id=lister&end_at=2026-03-16', [], 'end_at');
  await same('?user_id=nobody', [], 'nothing found');
  const {json} = await site.call('GET', `/orders?user_email=${NORA.email}`);
  const old = asList(json.data).filter((one) => one.source === 'internal');
  holds(old.length === 4 && old.filter((one) => one.status === 'cancelled').length === 1, 'seeds');
  for (const tail of ['?start_at=17/03/2026', '?status=odd', '?product_type=content']) {
    refusedSo(await site.call('GET', `/orders${tail}`), 422, tail);
  }
  for (let count = 0; count < 21; count += 1) await ordered(site, 'permission', {user});
  const first = await site.call('GET', '/orders?user_id=lister');
  const {next} = asObject(first.json.meta);
  const rest = await site.call('GET', String(next), {root: true});
  holds(asList(first.json.data).length === 20 && asList(rest.json.data).length === 3, 'pages');
  holds(asObject(rest.json.meta).next === null, 'the last page');
}

/** Reading and listing orders. */
export async function checkOrderLists(site: Site): Promise<void> {
  await checkLookups(site);
  await checkFilters(site);
}

async function checkExpirations(site: Site): Promise<void> {
  const products = [
    {type: 'content', id: BOOK, expiration_date: '2026-05-01'},
    {type: 'subscription', id: MONTHLY},
  ];
  const one = await ordered(site, 'permission', {products});
  const days = async (): Promise<string> => {
    const {data} = await readOrder(site, one);
    return productsOf(data)
      .map((item) => String(item.expiration_date))
      .join(' ');
  };
  holds((await days()) === '2026-05-01 null', 'as created');
  const both = await change(site, one, {expiration_date: '2026-03-18'});
  answered(both, 200, 'expiration');
  holds((await days()) === '2026-03-18 2026-03-18', 'all products');
  const tail = `&product_type=subscription&product_id=${MONTHLY}`;
  await change(site, one, {expiration_date: '2026-03-19'}, tail);
  holds((await days()) === '2026-03-18 2026-03-19', 'one product');
  for (const wrong of [{}, {status: 'cancelled'}, {expiration_date: '18-03-2026'}]) {
    refusedSo(await change(site, one, wrong), 422, JSON.stringify(wrong));
  }
  const day = {expiration_date: '2026-06-01'};
  refusedSo(await change(site, one, day, `&product_id=${BOOK}`), 422, 'without type');
  const wrong = '&product_type=content&product_id=nope';
  refusedSo(await change(site, one, day, wrong), 422, 'no such product');
  answered(await change(site, one, day, '&product_type=content'), 200, 'type alone');
  await change(site, one, {expiration_date: '2026-03-18'});
  await site.hook('advance', {ms: 24 * 3_600_000});
  holds((await mayRead(site)) && (await mayRead(site, NORA.id, MONTHLY, 'subscription')), 'day');
  await site.hook('advance', {ms: 24 * 3_600_000});
  holds(!(await mayRead(site)), 'over');
}

async function checkPauses(site: Site): Promise<void> {
  const one = await ordered(site, 'permission', {products: [{type: 'content', id: OTHER_BOOK}]});
  const may = (): Promise<boolean> => mayRead(site, NORA.id, OTHER_BOOK);
  holds((await change(site, one, {status: 'paused'})).data.status === 'paused', 'paused');
  holds(!(await may()), 'permissions are lost');
  answered(await change(site, one, {status: 'paused'}), 200, 'paused again');
  holds((await change(site, one, {status: 'approved'})).data.status === 'approved', 'approved');
  holds(await may(), 'permissions are back');
  const both = {status: 'paused', expiration_date: '2030-01-01'};
  answered(await change(site, one, both), 200, 'both members');
  answered(await cancel(site, one, {reason: 'ab'}), 422, 'reason of 2');
  answered(await cancel(site, one, {reason: x(151)}), 422, 'reason of 151');
  answered(await cancel(site, one, {expiration_date: 'soon'}), 422, 'bad day');
  holds((await readOrder(site, one)).data.status === 'paused', 'not cancelled');
  const done = await cancel(site, one, {reason: x(150)});
  holds(done.status === 200 && done.data.id === one.id, 'cancelled');
  holds(done.data.external_reference === one.external_reference, 'its reference');
  for (const status of ['approved', 'paused']) {
    refusedSo(await change(site, one, {status}), 400, 'cancelled is for ever');
  }
  refusedSo(await cancel(site, one), 400, 'cancel again');
  holds((await readOrder(site, one)).data.status === 'cancelled', 'stays cancelled');
}

async function checkLateEnds(site: Site): Promise<void> {
  const user = {id: 'late', email: 'late@probe.example'};
  const one = await ordered(site, 'permission', {user});
  const at = await cancel(site, one, {expiration_date: '2026-03-20'});
  holds(at.data.status === 'cancelled', 'cancelled at once');
  holds(productsOf(at.data)[0]?.expiration_date === '2026-03-20', 'last day');
  holds(await mayRead(site, 'late'), 'access goes on');
  await site.hook('advance', {ms: 4 * 24 * 3_600_000});
  holds(!(await mayRead(site, 'late')), 'access has ended');
  const {one: bought} = await paid(site, {user});
  answered(await change(site, bought, {expiration_date: '2030-01-01'}), 200, 'sale, approved');
  const pending = await ordered(site, 'sale', {user});
  for (const body of [{expiration_date: '2030-01-01'}, {status: 'approved'}, {status: 'paused'}]) {
    refusedSo(await change(site, pending, body), 400, 'pending');
  }
  holds((await readOrder(site, pending)).data.status === 'pending', 'still pending');
  answered(await cancel(site, pending), 200, 'cancel a pending order');
}

/** Changing and cancelling orders. */
export async function checkOrderMoves(site: Site): Promise<void> {
  await checkExpirations(site);
  await checkPauses(site);
  await checkLateEnds(site);
}
