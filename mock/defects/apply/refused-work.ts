import {defined} from '../../../spec/defined.ts';
import type {Defect} from '../../defect.ts';
import type {OperationContext} from '../../http/request-context.ts';
import {isRefused, type Input, type Transition} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import {WorldView} from '../../world/view.ts';
import {changedRows} from './changed-rows.ts';
import {concerns, ofSeam, type DefectOf} from './select.ts';

/** Why a request was refused, and whether it violates its schema. */
interface RefusedFor {
  situation: string;
  isValid: boolean;
}

/** Performs operations although their requests were refused (seam `effect`). */
export class RefusedWork {
  readonly #defects: DefectOf<'effect'>[];
  readonly #credentials: string;
  readonly #unguarded: ReadonlyMap<string, Transition>;

  /**
   * @param credentials table of credentials: the first one is used for a request without one
   * @param unguarded the operations without any guard, by id
   */
  constructor(
    defects: readonly Defect[],
    credentials: string,
    unguarded: ReadonlyMap<string, Transition>,
  ) {
    this.#defects = ofSeam(defects, 'effect');
    this.#credentials = credentials;
    this.#unguarded = unguarded;
  }

  /** Performs the work that the defects of a refusal retain. */
  async perform(
    context: OperationContext,
    input: Input,
    {situation, isValid}: RefusedFor,
  ): Promise<void> {
    const {world, operation} = context;
    const {id, invalid} = operation.contract;
    for (const defect of this.#defects) {
      if (defect.situation !== situation || !concerns(defect, id)) continue;
      // A request that violates its schema can only be performed instead of the refusal as invalid.
      if (!isValid && situation !== invalid && !defect.changes) continue;
      const changes = this.#changesOf(defect, context, input);
      if (!changes) continue;
      const kept = changes.filter(({table}) => !defect.only || defect.only.includes(table));
      await world.commit({
        changes: changedRows(world, kept, () => true, {keep: defect.keep ?? []}),
        effects: [],
      });
    }
  }

  #changesOf(
    {changes}: DefectOf<'effect'>,
    context: OperationContext,
    input: Input,
  ): Change[] | undefined {
    const {world, operation} = context;
    const view = new WorldView(world, this.#tenantOf(context), world.now());
    if (changes) return changes(view);
    const transition = this.#unguarded.get(operation.contract.id) ?? operation.transition;
    const outcome = transition(view, input);
    return isRefused(outcome) ? undefined : (outcome.changes ?? []);
  }

  #tenantOf({world, credential}: OperationContext): string {
    if (credential) return credential.tenant;
    const [first] = world.table(this.#credentials).all();
    return defined(first, 'a credential of the world').tenant;
  }
}
