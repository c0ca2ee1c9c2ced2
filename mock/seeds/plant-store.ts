import type {StoreRow} from '../store/access/rows.ts';
import type {Collection} from '../store/plans/collection.ts';
import type {Plan} from '../store/plans/plan.ts';
import {createPlan} from '../store/plans/write-plan.ts';
import type {Issue} from '../store/content/issue.ts';
import type {User} from '../store/users/user.ts';
import {Names} from './names.ts';
import {plantContent} from './plant-content.ts';
import {plantOrder, type Catalog} from './plant-order.ts';
import {endUser, plantSessions, plantUser} from './plant-user.ts';
import type {Plot, Timed} from './plot.ts';
import type {StorePlanSeed, StoreSeed} from './seed.ts';
import {slug} from './slug.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

/** Adds a store with all that belongs to it: what others refer to comes first. @throws WrongValue */
export async function plantStore(plot: Plot, seed: StoreSeed, path: Path): Promise<void> {
  const {world} = plot;
  const key = seed.id ?? slug(seed.name, 'store');
  if (world.table('stores').get(key))
    throw new WrongValue(
      [...path, seed.id === undefined ? 'name' : 'id'],
      `another store has the id \`${key}\``,
      'give them different ids',
    );
  plot.put('stores', {key, tenant: key, seq: world.newSeq(), name: seed.name} as StoreRow);
  addCollections(plot, key, seed.collections);
  for (const plan of plot.inOrder(seed.plans, 'created_at', [...path, 'plans']))
    addPlan(plot, key, plan);
  const plans = new Names('plan', world.table('plans').of(key) as Plan[], ({name}) => [name]);
  const users = plot.inOrder(seed.users, 'created_at', [...path, 'users']);
  const rows = new Map<(typeof users)[number], User>();
  for (const user of users) {
    rows.set(user, plantUser(plot, key, user, plans));
    await plot.rest();
  }
  for (const content of plot.inOrder(seed.content, 'created_at', [...path, 'content'])) {
    plantContent(plot, key, content);
    await plot.rest();
  }
  const catalog = catalogOf(plot, key, plans);
  for (const order of plot.inOrder(seed.orders, 'created_at', [...path, 'orders'])) {
    plantOrder(plot, key, order, catalog);
    await plot.rest();
  }
  for (const [user, {id}] of rows) {
    plantSessions(plot, key, id, user);
    endUser(plot, key, id, user);
    await plot.rest();
  }
}

function addCollections(plot: Plot, tenant: string, names: readonly string[] = []): void {
  for (const name of names) {
    const row: Collection = {key: `${tenant}/${name}`, tenant, seq: plot.world.newSeq(), name};
    plot.put('collections', row);
  }
}

function addPlan(plot: Plot, store: string, {thing, path, at}: Timed<StorePlanSeed>): void {
  const {created_at: _created, deleted_at: deletedAt, ...body} = thing;
  const deleted = deletedAt === undefined ? null : plot.instant(deletedAt, [...path, 'deleted_at']);
  plot.at(at);
  const input = {body: {type: 'recurring', ...body}};
  plot.perform(store, createPlan, input, path, (table, row) =>
    table === 'plans' ? ({...row, deleted} as Plan) : row,
  );
}

/** What the orders of a store may name. */
function catalogOf(plot: Plot, store: string, plans: Names<Plan>): Catalog {
  const {world} = plot;
  const users = world.table('users').of(store) as User[];
  const issues = world.table('issues').of(store) as Issue[];
  return {
    plans,
    users: new Names('user', users, ({email, external_id: id, name}) => [email, id, name]),
    content: new Names('content', issues, ({external_id: id, name}) => [id, name]),
  };
}
