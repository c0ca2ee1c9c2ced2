import type {Contract} from '../../../spec/contract.ts';
import {idText, isObject} from '../../../spec/json.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {freshIn, stepsIn} from '../../../spec/references.ts';
import type {Step} from '../../../spec/step.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {identifiersIn} from '../plan/sent-requests.ts';
import {belongsToReusableSetUp} from '../plan/reusable-set-up.ts';
import {everyStep, requestsOf} from '../plan/steps.ts';
import type {PreparedScene} from '../plan/prepare.ts';

/** The most requests of other scenes that the evidence of a failure has. */
const MAX_REQUESTS = 90;

/** The pages of a list from whose rows the steps that made them are searched. */
const MAX_PAGES = 3;

/** A scene that has made something, with its requests and calls of hooks that changed the deployment. */
interface Maker {
  scene: Pick<PreparedScene, 'id' | 'given' | 'act'>;
  acts: Exchange[];
}

/** Steps and exchanges, as evidence has them. */
export interface Acted {
  steps: Step[];
  exchanges: Exchange[];
}

/** Which scene of a run has made what. */
export class MadeByScenes {
  readonly #makers = new Map<string, Maker>();
  /** By id: the scene that made it, and the step. */
  readonly #byId = new Map<string, {maker: Maker; step: string}>();

  /** Notes what a request or a hook of a scene has made. */
  note(exchange: Exchange, scene: Maker['scene']): void {
    const {hook, status, sent, body, step} = exchange;
    if (!hook && (status >= 400 || status === 0 || /^(GET|HEAD)$/.test(sent.method))) return;
    const maker = this.#makers.get(scene.id) ?? {scene, acts: []};
    this.#makers.set(scene.id, maker);
    maker.acts.push(exchange);
    for (const id of identifiersIn(body))
      if (!this.#byId.has(id)) this.#byId.set(id, {maker, step});
  }

  /**
   * The steps of other scenes that made the rows of some responses, renamed so that they stand before the steps of the
   * scene. Only lists with more than a page show rows that matter: without them their other pages would not exist.
   * @param scene the scene in which the responses came
   */
  before(
    scene: PreparedScene,
    responses: readonly Exchange[],
    contracts: Record<Api, Contract>,
  ): Acted {
    const pages = pagesAmong(responses, contracts[scene.api]);
    const own = new Set([...everyStep([...scene.given, ...scene.act])].map(({id}) => id));
    const isOther = ({maker, step}: {maker: Maker; step: string}): boolean =>
      maker.scene.id !== scene.id && !(belongsToReusableSetUp(step) && own.has(step));
    const made = new Map<Maker, Set<string>>();
    for (const row of pages.flat()) {
      const found = [idText(isObject(row) ? row['id'] : undefined), ...identifiersIn(row)]
        .map((id) => this.#byId.get(id ?? ''))
        .find((one) => one && isOther(one));
      if (found) made.set(found.maker, (made.get(found.maker) ?? new Set()).add(found.step));
    }
    const all: Acted = {steps: [], exchanges: []};
    for (const [index, [maker, steps]] of [...made].entries()) {
      const more = renamed(actsBehind(maker, steps), `o${index + 1}`);
      if (requestsOf([...all.steps, ...more.steps]) > MAX_REQUESTS) continue;
      all.steps.push(...more.steps);
      all.exchanges.push(...more.exchanges);
    }
    return all;
  }
}

/** The rows of each page, where a later page than the first was read. */
function pagesAmong(responses: readonly Exchange[], {operations}: Contract): unknown[][] {
  const isLater = ({op, sent}: Exchange): boolean => {
    const param = operations[op]?.pager?.param;
    return param !== undefined && new URL(sent.url).searchParams.has(param);
  };
  const lists = new Set(responses.filter(isLater).map(({op}) => op));
  return [...lists].flatMap((op) =>
    responses
      .filter((one) => one.op === op && one.status < 300)
      .slice(0, MAX_PAGES)
      .map(({body}) => valuesAt(body, `${operations[op]?.pager?.rows}/*`)),
  );
}

/** The steps of a scene that made something, what they refer to, and what was done to it; until then also its reads and waits. */
function actsBehind({scene, acts}: Maker, making: ReadonlySet<string>): Acted {
  const acting = new Set(acts.map(({step}) => step));
  const steps = [...scene.given, ...scene.act].filter((step) => step.step !== 'parallel');
  const idsOf = (step: Step): string[] => [...everyStep([step])].map(({id}) => id);
  const needed = new Set(steps.filter((step) => idsOf(step).some((id) => making.has(id))));
  const last = steps.findLastIndex((step) => needed.has(step));
  let size = -1;
  while (size !== needed.size) {
    size = needed.size;
    const referredTo = new Set([...needed].flatMap((step) => stepsIn(step)));
    const known = new Set([...needed].flatMap(idsOf));
    const fresh = new Set([...needed].flatMap(freshIn));
    for (const [index, step] of steps.entries()) {
      const ids = idsOf(step);
      const acts = index <= last || ids.some((id) => acting.has(id));
      const isAbout =
        acts &&
        (stepsIn(step).some((id) => known.has(id)) || freshIn(step).some((n) => fresh.has(n)));
      const isWait = step.step === 'advance' && index < last;
      if (isAbout || isWait || ids.some((id) => referredTo.has(id))) needed.add(step);
    }
  }
  const kept = steps.filter((step) => needed.has(step));
  const ids = new Set(kept.flatMap(idsOf));
  return {steps: kept, exchanges: acts.filter(({step}) => ids.has(step))};
}

/** Fresh values of other scenes have numbers that no scene reaches. */
const FRESH_APART = 10_000;

/** Steps under other ids, with fresh values of their own. */
function renamed({steps, exchanges}: Acted, prefix: string): Acted {
  const apart = FRESH_APART * Number(prefix.slice(1));
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (!isObject(value)) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, rename(one)]),
    );
    if ('$from' in value) return {...copy, $from: `${prefix}-${String(value['$from'])}`};
    if ('$fresh' in value) return {...copy, n: Number(value['n']) + apart};
    if ('step' in value && 'id' in value) return {...copy, id: `${prefix}-${String(value['id'])}`};
    return copy;
  };
  return {
    steps: rename(steps) as Step[],
    exchanges: exchanges.map((one) => ({...one, step: `${prefix}-${one.step}`})),
  };
}
