import {Link, type Done} from '../operation.ts';
import type {Change, Row} from '../world/change.ts';
import type {Table} from '../world/table.ts';
import type {World} from '../world/world.ts';
import type {WorkspaceRow} from '../workspace/access/rows.ts';
import type {FaultAct} from './fault-rule.ts';
import type {ChangedOperation} from './ordered-fault.ts';

/** How an act changes the operation of its request; undefined for one that does not. */
export function changeOf(act: FaultAct): ChangedOperation | undefined {
  if (act.cannot_mint) return {world: (world) => withWorkspace(world, {downloads: 'unavailable'})};
  if (act.run_hangs)
    return {
      world: (world) => withWorkspace(world, {holdsRuns: true}),
      outcome: (done) => ({...done, changes: done.changes?.map(withoutHold) ?? []}),
    };
  const ms = act.link_expires_after_ms;
  return ms === undefined ? undefined : {outcome: (done, now) => withEarlyLinks(done, now + ms)};
}

/** The same world, in which every workspace has some other members. Nothing is written through it. */
function withWorkspace(world: World, members: Partial<WorkspaceRow>): World {
  const rows = world.table('workspaces');
  const changed = {
    get(key: string): Row | undefined {
      const row = rows.get(key);
      return row && {...row, ...members};
    },
  } as Table;
  const table = (name: string): Table => (name === 'workspaces' ? changed : world.table(name));
  return new Proxy(world, {
    get(target, name) {
      if (name === 'table') return table;
      // A method finds the private members of the world only in the world itself.
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** A workspace that is written keeps nothing of what the operation saw of it. */
function withoutHold(change: Change): Change {
  if (change.table !== 'workspaces' || !('put' in change)) return change;
  const {holdsRuns: _seen, ...put} = change.put as WorkspaceRow;
  return {...change, put};
}

/** Links that expire at an instant, if they would not expire before. */
function withEarlyLinks(done: Done, expires: number): Done {
  const early = (value: unknown): unknown =>
    value instanceof Link && value.expires > expires
      ? new Link(value.method, value.object, expires, value.headers, value.limit)
      : value;
  const {body, headers} = done;
  return {
    ...done,
    ...(isPlain(body) && {body: mapped(body, early)}),
    ...(headers && {headers: mapped(headers, early) as typeof headers}),
  };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const mapped = (
  members: Record<string, unknown>,
  change: (value: unknown) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
