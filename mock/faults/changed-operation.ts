import {Link, type Done} from '../operation.ts';
import type {Row} from '../world/change.ts';
import type {Table} from '../world/table.ts';
import type {ViewSource} from '../world/view.ts';
import type {WorkspaceRow} from '../workspace/access/rows.ts';
import type {FaultAct} from './fault-rule.ts';
import type {ChangedOperation} from './ordered-fault.ts';

/** How an act changes the operation of its request; undefined for one that does not. */
export function changeOf(act: FaultAct): ChangedOperation | undefined {
  if (act.cannot_mint)
    return {source: (source) => withWorkspace(source, {downloads: 'unavailable'})};
  // Endings that were ordered for runs are kept for those that go on.
  if (act.run_hangs)
    return {source: (source) => withWorkspace(source, {holdsRuns: true, endings: []})};
  const ms = act.link_expires_after_ms;
  return ms === undefined ? undefined : {outcome: (done, now) => withEarlyLinks(done, now + ms)};
}

/** The same source, in which every workspace has some other members. */
function withWorkspace(source: ViewSource, members: Partial<WorkspaceRow>): ViewSource {
  const rows = source.table('workspaces');
  const changed = {
    get(key: string): Row | undefined {
      const row = rows.get(key);
      return row && {...row, ...members};
    },
  } as Table;
  return {
    numbers: source.numbers,
    ids: source.ids,
    objects: source.objects,
    freedom: (name) => source.freedom(name),
    seal: (purpose, ...parts) => source.seal(purpose, ...parts),
    table: (name) => (name === 'workspaces' ? changed : source.table(name)),
    newSeq: () => source.newSeq(),
    rendered: (row, render) => source.rendered(row, render),
  };
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
