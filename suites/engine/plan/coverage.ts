import type {Contract} from '../../../spec/contract.ts';
import type {Coverage, ModelCoverage} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import type {Check} from '../../language/check.ts';
import {classesIn, kindsIn} from '../../values/assign-classes.ts';
import {OperationsTried} from '../../map/operations-tried.ts';
import {PairsTried} from '../../map/pairs-tried.ts';
import {VALUE_CLASSES, type ValueKind} from '../../values/value-classes.ts';
import {NormalizedValues} from './normalized-values.ts';
import {ResponseClasses} from './response-classes.ts';
import type {PreparedScene} from './prepare.ts';
import {everyStep} from './steps.ts';

/** What the sequences of one model have covered. */
interface ModelSeen {
  sequences: number;
  commandsInStates: Set<string>;
  withClasses: Set<string>;
}

/**
 * Counts which generated values and sequences a run has sent: classes of values by their kind, draws by
 * the values of their property, the commands of models in their states, and which classes of responses came.
 */
export class CoverageCounter {
  /** The possible classes and those that were sent, by kind or by value of a property. */
  readonly #classes = new Map<string, {all: string[]; sent: Set<string>}>();
  readonly #models = new Map<string, ModelSeen>();
  readonly #normalized = new NormalizedValues();
  readonly #unassigned: readonly ValueKind[];
  readonly #responses = new ResponseClasses();
  readonly #pairs: PairsTried;
  readonly #operations: OperationsTried;

  /**
   * @param unassigned kinds of values that are plain in every scene of the run
   * @param contracts of the APIs whose pairs of operations count
   */
  constructor(unassigned: readonly ValueKind[] = [], contracts: readonly Contract[] = []) {
    this.#unassigned = unassigned;
    this.#pairs = new PairsTried(contracts);
    this.#operations = new OperationsTried(contracts);
  }

  /** Records why a scene is not sent. */
  noteNotSent({given, act}: PreparedScene, reason: string): void {
    this.#operations.noteNotSent([...everyStep([...given, ...act])], reason);
  }

  /** Records the values that a scene can have, whether it will be run or not. */
  declareClasses(scene: PreparedScene, checks: readonly Check[]): void {
    const {given, act, unavailable} = scene;
    if (unavailable) {
      this.noteNotSent(scene, unavailable.reason);
      return;
    }
    const steps = [...given, ...act];
    const kinds = [...kindsIn(steps), ...classesIn(steps).map(({kind}) => kind)];
    for (const kind of kinds.filter((one) => !this.#unassigned.includes(one)))
      this.#declare(kind, Object.keys(VALUE_CLASSES[kind]));
    for (const {draw} of checks)
      for (const [name, all] of Object.entries(draw?.all ?? {}))
        this.#declare(`${draw?.subject} ${name}`, all);
  }

  /**
   * Records a scene that was run.
   * @returns whether it covered anything new
   */
  note(scene: PreparedScene, checks: readonly Check[], exchanges: readonly Exchange[]): boolean {
    if (!exchanges.length) return false;
    const before = this.size;
    for (const exchange of exchanges) this.#normalized.note(exchange);
    const sent = sentSteps(scene, exchanges);
    const byId = new Map(sent.map((step) => [step.id, step]));
    this.#pairs.note(scene.id, exchanges, (step) => classesIn(byId.get(step)));
    this.#responses.note(scene.id, exchanges);
    this.#operations.note(exchanges, sent);
    const classes = classesIn(sent);
    for (const {kind, valueClass} of classes) this.#noteSent(kind, valueClass);
    for (const check of checks) {
      for (const [name, valueClass] of Object.entries(check.draw?.classes ?? {}))
        this.#noteSent(`${check.draw?.subject} ${name}`, valueClass);
      this.#noteSequence(
        check,
        classes.map(({kind, valueClass}) => `${kind} ${valueClass}`),
      );
    }
    return this.size > before;
  }

  /** The number of things that are covered. */
  get size(): number {
    let size = this.#pairs.size + this.#responses.size;
    for (const {sent} of this.#classes.values()) size += sent.size;
    for (const {withClasses} of this.#models.values()) size += withClasses.size;
    return size;
  }

  /** What is gained by going on from a scene: its responses are rare, and its pairs of operations were varied little. */
  gainOf(scene: string): number {
    return this.#responses.rarityOf(scene) * (1 + this.#pairs.untriedOf(scene));
  }

  /** The coverage, as reports show it. */
  get seen(): Coverage {
    const normalized = this.#normalized.seen;
    const {tried, notTried} = this.#pairs.seen;
    return {
      ...(normalized.length && {normalized}),
      operations: this.#operations.seen,
      pairs: {
        tried,
        notTried: notTried.map((pair) => this.#operations.withReason(pair)),
      },
      ranks: this.#pairs.ranks,
      values: [...this.#classes].map(([of, {all, sent}]) => ({
        of,
        sent: all.filter((one) => sent.has(one)),
        notSent: all.filter((one) => !sent.has(one)),
      })),
      models: [...this.#models].map(
        ([rule, {sequences, commandsInStates, withClasses}]): ModelCoverage => ({
          rule,
          sequences,
          situations: commandsInStates.size,
          withClasses: withClasses.size,
        }),
      ),
    };
  }

  #declare(of: string, all: string[]): void {
    if (!this.#classes.has(of)) this.#classes.set(of, {all, sent: new Set()});
  }

  #noteSent(of: string, valueClass: string): void {
    this.#classes.get(of)?.sent.add(valueClass);
  }

  #noteSequence({rule, sequence}: Check, classes: string[]): void {
    if (!sequence) return;
    const none: ModelSeen = {sequences: 0, commandsInStates: new Set(), withClasses: new Set()};
    const seen = this.#models.get(rule) ?? none;
    this.#models.set(rule, seen);
    seen.sequences += 1;
    for (const situation of sequence.commandsInStates) {
      seen.commandsInStates.add(situation);
      for (const one of classes.length ? classes : ['plain'])
        seen.withClasses.add(`${situation} ${one}`);
    }
  }
}

/** The steps of a scene that got a response. */
function sentSteps({given, act}: PreparedScene, exchanges: readonly Exchange[]): Step[] {
  const sent = new Set(exchanges.map(({step}) => step));
  return [...everyStep([...given, ...act])].filter(({id}) => sent.has(id));
}
