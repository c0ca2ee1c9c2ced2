import {FREE_BOOK, RETIRED, YEARLY} from './commerce-kit.ts';
import {BOOK, mayRead, NORA, order, ordered, product, productsOf} from './commerce-kit.ts';
import {asList, asObject, type Site, type Value} from './probe-kit.ts';
import {answered, holds, refusedSo} from './self-assert.ts';
import {parses} from './web-address.ts';

const x = (length: number): string => 'x'.repeat(length);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NEVER: Value[] = [
  {type: undefined},
  {type: 'gift'},
  {external_reference: x(65)},
  {return_url: 'nowhere'},
  {unit_price: 'dear'},
  {unit_price: -1},
  {currency_id: 'US'},
  {user: undefined},
  {user: {}},
  {user: {id: x(65), email: NORA.email}},
  {user: {id: 'a', email: 'x'}},
  {products: undefined},
  {products: []},
  {products: [product({type: undefined})]},
  {products: [product({type: 'book'})]},
  {products: [product({id: undefined})]},
  {products: [product({id: x(65)})]},
  {products: [product({name: x(65)})]},
  {products: [product({url: 'x'})]},
  {products: [product({unit_price: 'x'})]},
  {products: [product({expiration_date: '2026-02-30'})]},
];

const PAID: Value[] = [
  {return_url: undefined},
  {unit_price: undefined},
  {currency_id: undefined},
  {products: [product({unit_price: undefined})]},
  {products: [product({currency_id: undefined})]},
  {products: [product({currency_id: 'EUR'})]},
  {products: [product({id: 'missing', name: 'A'})]},
  {products: [product({id: 'missing', url: 'https://a.example'})]},
  {products: [product({id: 'missing', type: 'subscription', name: 'A', url: 'https://a.example'})]},
];

/** What orders are refused. */
export async function checkOrderBodies(site: Site): Promise<void> {
  for (const type of ['permission', 'report', 'sale']) {
    for (const changes of NEVER) {
      refusedSo(await order(site, type, changes), 422, `${type} ${JSON.stringify(changes)}`);
    }
    if (type !== 'permission') {
      for (const changes of PAID) {
        refusedSo(await order(site, type, changes), 422, `${type} ${JSON.stringify(changes)}`);
      }
    }
    site.clock.time += 61_000;
  }
  refusedSo(await order(site, 'sale', {user: {email: NORA.email}}), 422, 'sale without id');
  refusedSo(await order(site, 'sale', {user: {id: NORA.id}}), 422, 'sale without email');
  refusedSo(await order(site, 'report', {user: {id: 'ghost'}}), 422, 'report for nobody');
  const euro = {currency_id: 'EUR', products: [product({currency_id: 'EUR'})]};
  refusedSo(await order(site, 'sale', euro), 400, 'sale in EUR');
  answered(await order(site, 'report', euro), 201, 'report in EUR');
  answered(await order(site, 'permission', {currency_id: 'HNL'}), 201, 'permission in HNL');
  const missing = {products: [{type: 'content', id: 'missing'}]};
  refusedSo(await order(site, 'permission', missing), 400, 'not in the catalog');
  holds((await site.rows('ghost@probe.example')).length === 0, 'no user of a refused order');
}

async function checkPermission(site: Site): Promise<void> {
  const plain = {external_reference: undefined, user: {id: NORA.id}};
  const answer = await order(site, 'permission', plain);
  answered(answer, 201, 'permission');
  const one = answer.data;
  holds(UUID.test(String(one.id)) && one.external_reference === null, 'id');
  holds(one.type === 'permission' && one.source === 'api' && one.status === 'approved', 'state');
  holds(one.unit_price === 0 && one.currency_id === null, 'price');
  holds(one.created_at === '2026-03-17' && one.checkout === undefined, 'created_at');
  holds(JSON.stringify(one.user) === JSON.stringify(NORA), 'user');
  const [item = {}] = productsOf(one);
  holds(item.id === BOOK && item.type === 'content' && item.name === 'Tide Tables', 'product');
  holds(item.expiration_date === null && item.status === 'active', 'its state');
  holds(parses(String(item.cover)) && parses(String(item.reader_url)), 'its URLs');
  holds(Number.isInteger(item.pages_quantity) && item.file_type === 'epub', 'its file');
  holds(item.is_free === false && item.unit_price === 0, 'its price');
  holds(await mayRead(site), 'access at once');
  const rows = await site.rows(NORA.email);
  const bought = asList(asObject(rows[0]).purchased_issues_with_cancelled);
  holds(
    bought.some((entry) => entry.state === 'granted' && entry.issue_id === 610_020),
    'shown',
  );
}

async function checkNewUsers(site: Site): Promise<void> {
  const user = {id: 'new-1', email: 'new.one@probe.example'};
  const one = await ordered(site, 'sale', {user});
  holds(JSON.stringify(one.user) === JSON.stringify(user), 'user of a sale');
  const rows = await site.rows(user.email);
  holds(rows.length === 1 && asObject(rows[0]).external_id === 'new-1', 'a user is made');
  await ordered(site, 'permission', {user: {id: 'new-1', email: 'other@probe.example'}});
  await ordered(site, 'permission', {user: {email: 'NEW.one@probe.example'}});
  holds((await site.rows('other@probe.example')).length === 0, 'no second user');
  const onlyId = await ordered(site, 'permission', {user: {id: 'new-2'}});
  holds(asObject(onlyId.user).id === 'new-2', 'by id alone');
  const byMail = await ordered(site, 'permission', {user: {email: 'only@probe.example'}});
  const {id} = asObject(byMail.user);
  holds(UUID.test(String(id)), 'without an external_id, the uuid');
  const again = await ordered(site, 'permission', {user: {id}});
  holds(asObject(again.user).email === 'only@probe.example', 'found by the uuid');
}

async function checkSubscriptions(site: Site): Promise<void> {
  const user = {id: 'sub-1', email: 'sub.one@probe.example'};
  const products = [
    {type: 'subscription', id: YEARLY},
    {type: 'content', id: FREE_BOOK},
  ];
  const one = await ordered(site, 'permission', {user, products});
  const [plan = {}, free = {}] = productsOf(one);
  holds(plan.name === 'Shelf year' && plan.expiration_date === null, 'a subscription');
  holds(free.is_free === true, 'a free title');
  holds(await mayRead(site, user.id, YEARLY, 'subscription'), 'it runs');
  const [row = {}] = await site.rows(user.email);
  const [held = {}] = asList(row.user_plans);
  holds(held.state === 'running' && held.runs_until === '2027-03-17', 'for its months');
  const retired = {products: [{type: 'subscription', id: RETIRED}]};
  refusedSo(await order(site, 'permission', retired), 400, 'a retired plan');
}

/** What orders are made, and what they make. */
export async function checkOrderAnswers(site: Site): Promise<void> {
  await checkPermission(site);
  await checkNewUsers(site);
  await checkSubscriptions(site);
  const link = product({id: 'link-1', name: 'Linked', url: 'https://a.example/b'});
  const made = await ordered(site, 'report', {products: [link, product()]});
  holds(made.status === 'approved' && productsOf(made).length === 2, 'report');
  const [item = {}] = productsOf(made);
  holds(item.file_type === 'External link' && item.reader_url === 'https://a.example/b', 'link');
  const second = await order(site, 'sale', {products: [product({id: 'link-1'})]});
  answered(second, 201, 'the made product is in the catalog');
  const pending = second.data;
  holds(pending.status === 'pending' && asObject(pending.checkout).ttl === 3600, 'sale');
  holds(productsOf(pending)[0]?.reader_url === null, 'not to be read yet');
  const long = {id: x(64), name: x(64), url: 'https://a.example'};
  const edge = {external_reference: x(64), products: [product(long)]};
  answered(await order(site, 'sale', edge), 201, '64 characters');
  const deactivated = await site.made();
  await site.remove(deactivated);
  const refused = await order(site, 'permission', {user: {id: deactivated.external_id}});
  refusedSo(refused, 422, 'for a deactivated user');
}
