import type {Chapter} from '../chapter.ts';
import type {OperationContext} from './request-context.ts';

/** The tables of the resources that path parameters identify. */
export class ResourceTables {
  /** Tables by kind of resource (`x-names` of a parameter). */
  readonly #tables: Record<string, string>;

  constructor(chapters: readonly Chapter[]) {
    this.#tables = Object.assign({}, ...chapters.map(({resources}) => resources ?? {}));
  }

  /**
   * Whether the path identifies a row of another tenant, or none. An operation cannot know that, because its view
   * contains only its tenant.
   */
  conditionOf({
    world,
    params,
    credential,
    operation,
  }: OperationContext): 'foreign' | 'unknown' | undefined {
    for (const {name, names} of operation.contract.parameters) {
      const table = names === undefined ? undefined : this.#tables[names];
      if (table === undefined) continue;
      const row = world.table(table).get(params[name] ?? '');
      return row && row.tenant !== credential?.tenant ? 'foreign' : 'unknown';
    }
    return undefined;
  }
}
