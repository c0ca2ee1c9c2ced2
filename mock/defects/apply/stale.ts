import type {Defect} from '../../defect.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import type {OperationContext} from '../../http/request-context.ts';
import type {Ports} from '../../world/ports.ts';
import type {Table} from '../../world/table.ts';
import {Meeting} from './meeting.ts';
import {concerns, ofSeam, type DefectOf} from './select.ts';

/** Tables in their state at the arrival of a request (seam `stale`). */
export class StaleTables {
  readonly #defects: DefectOf<'stale'>[];
  readonly #ports: Ports;
  readonly #tables = new WeakMap<OperationContext, ReadonlyMap<string, Table>>();
  /** The meetings at which two requests of an operation wait for each other, by operation. */
  readonly #meetings = new Map<string, Meeting>();

  constructor(defects: readonly Defect[], ports: Ports) {
    this.#defects = ofSeam(defects, 'stale');
    this.#ports = ports;
  }

  /** The tables that a request reads; undefined for the world's own. */
  of(context: OperationContext): ReadonlyMap<string, Table> | undefined {
    return this.#tables.get(context);
  }

  /** Takes the snapshots, and lets another request read before this one writes. */
  around(next: Pipeline['perform']): Pipeline['perform'] {
    return (context) => {
      const {id} = context.operation.contract;
      const here = this.#defects.filter((defect) => concerns(defect, id));
      if (!here.length) return next(context);
      const snapshots = here.map(({table}): [string, Table] => [
        table,
        context.world.table(table).snapshot(),
      ]);
      this.#tables.set(context, new Map(snapshots));
      return this.#meeting(id)
        .arrive(this.#ports)
        .then(() => next(context));
    };
  }

  #meeting(operation: string): Meeting {
    const meeting = this.#meetings.get(operation) ?? new Meeting();
    this.#meetings.set(operation, meeting);
    return meeting;
  }
}
