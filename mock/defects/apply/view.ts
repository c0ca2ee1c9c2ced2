import {defined} from '../../../spec/defined.ts';
import type {Defect} from '../../defect.ts';
import type {OperationContext} from '../../http/request-context.ts';
import type {ViewOf} from '../../http/steps/perform.ts';
import type {Input, View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import type {Page} from '../../world/ordered-rows.ts';
import type {Table, Under} from '../../world/table.ts';
import {WorldView, type ViewSource} from '../../world/view.ts';
import {concerns, ofSeam, type DefectOf} from './select.ts';
import type {StaleTables} from './stale.ts';

/** Views of another tenant, of all tenants, or of earlier tables (seams `tenant`, `tenancy` and `stale`). */
export function viewWith(defects: readonly Defect[], stale: StaleTables, next: ViewOf): ViewOf {
  const tenancy = ofSeam(defects, 'tenancy');
  const named = ofSeam(defects, 'tenant');
  return (context, input) => {
    const {id} = context.operation.contract;
    const tables = stale.of(context);
    const parameter = named.find((defect) => concerns(defect, id));
    const isOpen = tenancy.some((defect) => concerns(defect, id));
    if (!tables && !parameter && !isOpen) return next(context, input);
    const source = tables ? withTables(context.world, tables) : context.world;
    const own = defined(context.credential, 'the credential of the request').tenant;
    const tenant = (parameter && tenantNamed(parameter, context, input)) || own;
    const View = isOpen ? EveryTenantsView : WorldView;
    return new View(source, tenant, context.world.now());
  };
}

/** The tenant in a parameter, in the query or in the body. */
function tenantNamed(
  {parameter, body: inBody}: DefectOf<'tenant'>,
  {path}: OperationContext,
  {body}: Input,
): string | undefined {
  const named = inBody
    ? (body as Record<string, unknown> | undefined)?.[parameter]
    : new URL(path, 'http://localhost').searchParams.get(parameter);
  return typeof named === 'string' ? named : undefined;
}

/** The same source with some tables replaced by snapshots. */
const withTables = (source: ViewSource, tables: ReadonlyMap<string, Table>): ViewSource => ({
  numbers: source.numbers,
  ids: source.ids,
  objects: source.objects,
  freedom: (name) => source.freedom(name),
  seal: (purpose, ...parts) => source.seal(purpose, ...parts),
  table: (name) => tables.get(name) ?? source.table(name),
  newSeq: () => source.newSeq(),
  rendered: (row, render) => source.rendered(row, render),
});

/** A view that finds and lists the rows of all tenants. */
class EveryTenantsView extends WorldView implements View {
  readonly #every: ViewSource;

  constructor(source: ViewSource, tenant: string, now: number) {
    super(source, tenant, now);
    this.#every = source;
  }

  override find<R extends Row>(table: string, key: string): R | undefined {
    return this.#every.table(table).get(key) as R | undefined;
  }

  override by<R extends Row>(table: string, index: string, value: string): R | undefined {
    const rows = this.#every.table(table);
    for (const tenant of rows.tenants()) {
      const row = rows.first(index, value, tenant);
      if (row) return row as R;
    }
    return undefined;
  }

  override all<R extends Row>(table: string, index: string, value: string): R[] {
    const rows = this.#every.table(table);
    return rows.tenants().flatMap((tenant) => rows.by(index, value, tenant)) as R[];
  }

  override newest<R extends Row>(table: string, page: Page<R> & {before?: number}): R[] {
    const rows = this.#every.table(table);
    const found = rows.tenants().flatMap((tenant) => rows.newest(tenant, page as Page) as R[]);
    return found.sort((a, b) => b.seq - a.seq).slice(0, page.limit);
  }

  override oldest<R extends Row>(table: string, page: Page<R> & {after?: number}): R[] {
    const rows = this.#every.table(table);
    const found = rows.tenants().flatMap((tenant) => rows.oldest(tenant, page as Page) as R[]);
    return found.sort((a, b) => a.seq - b.seq).slice(0, page.limit);
  }
  override newestUnder<R extends Row>(
    table: string,
    under: Under,
    page: Page<R> & {before?: number},
  ): R[] {
    const rows = this.#every.table(table);
    const found = rows
      .tenants()
      .flatMap((tenant) => rows.newestUnder({...under, tenant}, page as Page) as R[]);
    return found.sort((a, b) => b.seq - a.seq).slice(0, page.limit);
  }

  override oldestUnder<R extends Row>(
    table: string,
    under: Under,
    page: Page<R> & {after?: number},
  ): R[] {
    const rows = this.#every.table(table);
    const found = rows
      .tenants()
      .flatMap((tenant) => rows.oldestUnder({...under, tenant}, page as Page) as R[]);
    return found.sort((a, b) => a.seq - b.seq).slice(0, page.limit);
  }
}
