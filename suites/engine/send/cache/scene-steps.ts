import {isObject} from '../../../../spec/json.ts';
import type {Call, Step} from '../../../../spec/step.ts';
import {isRequestStep, type RequestStep} from '../../plan/cache-key.ts';
import type {OperationTraits} from '../../plan/sent-requests.ts';

/** The properties of the steps of one scene that the cache needs. */
export class SceneSteps {
  /**
   * Index of the first step that reads an overview (a list, the account) instead of single resources. The
   * changes of the scene after that step have to happen after that read.
   */
  readonly firstOverview: number;
  readonly #steps: Step[];
  readonly #traits: OperationTraits;
  readonly #waits: ReadonlySet<string>;
  readonly #inTexts: ReadonlySet<number>;

  /** @param judged ids of the steps whose responses a judge reads */
  constructor(steps: Step[], traits: OperationTraits, judged: ReadonlySet<string>) {
    this.#steps = steps;
    this.#traits = traits;
    const overview = steps.findIndex((step) => this.#isOverview(step));
    this.firstOverview = overview < 0 ? steps.length : overview;
    const waits = steps.filter((step) => this.#isWait(step) && !this.#isReadLater(step, judged));
    this.#waits = new Set(waits.map(({id}) => id));
    this.#inTexts = new Set(freshInTexts(steps));
  }

  /** Whether the scene puts a fresh value into a longer text, whose length may have a bound. */
  isInText(n: number): boolean {
    return this.#inTexts.has(n);
  }

  indexOf(step: RequestStep): number {
    return this.#steps.findIndex((one) => one.id === step.id);
  }

  /** The requests after a step and before the first overview. */
  requestsAfter(index: number): RequestStep[] {
    return this.#steps.slice(index + 1, this.firstOverview).filter(isRequestStep);
  }

  /** Whether a step is a GET. */
  reads(step: Step): step is Call {
    return step.step === 'call' && this.#traits.method(step) === 'GET';
  }

  /**
   * Whether a step only waits for a change, and nothing reads its response. Then it suffices that an
   * earlier response has shown the change.
   */
  onlyWaits(step: RequestStep): boolean {
    return this.#waits.has(step.id);
  }

  /**
   * Whether the scene reads an unfiltered list at a step or later. Such a list begins with the newest
   * rows, where the scene expects its own resource.
   */
  looksAtNewest(index: number): boolean {
    return this.#steps.slice(index).some((step) => {
      if (step.step === 'walk') return this.#isUnfilteredList(step.page);
      return step.step === 'call' && this.#isUnfilteredList(step);
    });
  }

  #isUnfilteredList(call: Call): boolean {
    const parameters = {...call.path, ...call.query};
    return (
      this.#traits.turnsPages(call) && this.reads(call) && Object.keys(parameters).length === 0
    );
  }

  #isOverview(step: Step): boolean {
    return !isRequestStep(step) || (this.reads(step) && !namesResource(step));
  }

  #isWait(step: Step): boolean {
    return this.reads(step) && step.until !== undefined;
  }

  #isReadLater({id}: Step, judged: ReadonlySet<string>): boolean {
    return judged.has(id) || this.#steps.some((step) => usesResponse(step, id));
  }
}

/** Whether the path or the query of a call names a resource that the scene created, or a sample. */
const namesResource = ({path, query}: Call): boolean =>
  /"\$(from|fresh)"/.test(JSON.stringify([path, query])) ||
  JSON.stringify(path ?? '').includes('"$sample"');

/** Whether a step uses a value from the response to another step. */
export const usesResponse = (step: Step, id: string): boolean =>
  JSON.stringify(step).includes(`{"$from":${JSON.stringify(id)},`);

/** The numbers of the fresh values that are part of a longer text. */
function freshInTexts(value: unknown, isInText = false): number[] {
  if (Array.isArray(value)) return value.flatMap((member) => freshInTexts(member, isInText));
  if (!isObject(value)) return [];
  if (isInText && '$fresh' in value) return [Number(value.n)];
  return Object.entries(value).flatMap(([name, member]) =>
    freshInTexts(member, isInText || name === '$text'),
  );
}
