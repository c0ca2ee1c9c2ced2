import {defined} from '../../../spec/defined.ts';
import type {Call, Parallel, Repeat, Step, Until, Walk} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {OwnConnection} from '../../target/client.ts';
import {Bindings} from './bindings.ts';
import {Blocked, requireSituation} from './blocked.ts';
import {isOfTwin} from '../../credentials/twins.ts';
import type {RequestStep} from '../plan/cache-key.ts';
import {CredentialPool} from './credential-pool.ts';
import type {Position, AttemptContext} from './attempt-context.ts';
import {branchOrigin} from './branch-origin.ts';
import type {ScriptContext} from './script-context.ts';
import {sendCall} from './send-call.ts';
import {sendAdvance, sendControl} from './send-control.ts';
import {sendDownload, sendUpload} from './send-storage.ts';
import {sendToolCall, sendToolList} from './send-tool.ts';
import {isOddLimit} from '../../target/gateway.ts';
import {endsInErrors} from '../../rate-limits/expect-limits.ts';
import {outlastsMinute} from '../../rate-limits/limit-arithmetic.ts';
import {ListReadings} from './list-readings.ts';
import {pauseBefore} from './pause-before.ts';
import {ConsistencyWait} from './pacing/consistency-wait.ts';
import {comparedValue, isMet} from './until.ts';
import {walkPages} from './walk.ts';
import {durationOf} from './duration-from-response.ts';

const TOO_SLOW =
  'the deployment is too slow for a limit of a minute to be reached: the requests of a burst took a minute';

/** The exchanges of a script, by the ids of its steps. */
export interface Executed {
  /**
   * Every exchange. Those of steps inside a repetition, walk or race are under the id of the outer step
   * as well.
   */
  results: ReadonlyMap<string, Exchange[]>;
  /** The last exchange of each step, those of an earlier set-up included. */
  lastByStep: ReadonlyMap<string, Exchange>;
}

/**
 * Sends the steps of a script in order.
 * @param lastByStep the last exchange of each step of a set-up that was sent before
 * @throws Blocked when a step with `expects` brings another situation, or a reference leads nowhere
 */
export async function execute(
  steps: Step[],
  attempt: AttemptContext,
  lastByStep: ReadonlyMap<string, Exchange> = new Map(),
): Promise<Executed> {
  const execution = new Execution(attempt, steps);
  const position = {lastByStep: new Map(lastByStep), iterationPath: []};
  await execution.steps(steps, position);
  return {results: execution.results, lastByStep: position.lastByStep};
}

class Execution {
  readonly results = new Map<string, Exchange[]>();
  readonly #attempt: AttemptContext;
  readonly #bindings: Bindings;
  readonly #script: ScriptContext;
  readonly #lists: ListReadings;

  constructor(attempt: AttemptContext, steps: Step[]) {
    this.#attempt = attempt;
    this.#bindings = new Bindings(attempt);
    const hasBurst = steps.some((step) => step.step === 'repeat' && step.unpaced);
    const pool = new CredentialPool(attempt, this.#bindings, hasBurst);
    this.#script = {attempt, bindings: this.#bindings, pool};
    this.#lists = new ListReadings(attempt);
  }

  async steps(steps: Step[], position: Position): Promise<Exchange[]> {
    const all: Exchange[] = [];
    let beside: Promise<Exchange[]>[] = [];
    for (const step of steps) {
      const sent = this.#recorded(step, position);
      if ('withNext' in step) {
        beside.push(sent);
        continue;
      }
      all.push(...(await allOf([...beside, sent])));
      beside = [];
    }
    return [...all, ...(await allOf(beside))];
  }

  /** Sends a step, and records what it receives. */
  async #recorded(step: Step, position: Position): Promise<Exchange[]> {
    const exchanges = await this.#stepIfPossible(step, position);
    this.results.set(step.id, [...(this.results.get(step.id) ?? []), ...exchanges]);
    const last = exchanges.at(-1);
    if (last) position.lastByStep.set(step.id, last);
    return exchanges;
  }

  /**
   * Sends a step. An optional step is left out if an earlier response lacks a value that it refers to; one that another
   * tenant sends beside the scene, whatever prevents it.
   */
  async #stepIfPossible(step: Step, position: Position): Promise<Exchange[]> {
    try {
      return await this.#step(step, position);
    } catch (error) {
      if (!(error instanceof Blocked) || !('optional' in step)) throw error;
      if (error.blockage.unresolved || isOfTwin(step.id)) return [];
      throw error;
    }
  }

  async #step(step: Step, position: Position): Promise<Exchange[]> {
    this.#lists.note(step);
    switch (step.step) {
      case 'call':
        return this.#lists.read(step, step, position, async () => [
          this.#reused(step, position) ?? (await this.#callUntilMet(step, position)),
        ]);
      case 'upload':
        return [this.#reused(step, position) ?? (await this.#request(step, position))];
      case 'download':
        return [requireSituation(await sendDownload(step, position, this.#script), step.expects)];
      case 'tools':
        return [await sendToolList(step, position, this.#script)];
      case 'control':
        return [await sendControl(step, position, this.#script)];
      case 'repeat':
        return this.#repeat(step, position);
      case 'walk':
        return this.#lists.read(step, step.page, position, () => this.#walk(step, position));
      case 'parallel':
        return this.#parallel(step, position);
      case 'advance':
        await sendAdvance(durationOf(step, position, this.#script), this.#script);
        return [];
    }
  }

  /** An earlier exchange that the script may reuse instead of sending the step. */
  #reused(step: RequestStep, position: Position): Exchange | undefined {
    const {sceneCache, environment, onReused} = this.#attempt;
    const inTurn = !position.iterationPath.length && !position.send && !position.unpaced;
    if (!sceneCache || !inTurn) return undefined;
    const hit = sceneCache.lookUp(step, this.#bindings.values(position), environment.now());
    if (!hit) return undefined;
    this.#bindings.take(hit.fresh);
    onReused?.(hit.exchange, hit.fresh);
    return hit.exchange;
  }

  /**
   * Sends one request, records it for later scenes, and requires the situation that it `expects`.
   */
  async #request(step: RequestStep, position: Position): Promise<Exchange> {
    const record = this.#attempt.cache?.record(step, this.#bindings.values(position));
    const exchange = await this.#send(step, position);
    // A refusal in a race may be caused by the other branches, not by the request.
    const refusedInRace = position.send !== undefined && exchange.status >= 400;
    if (!refusedInRace) record?.(exchange);
    return requireSituation(exchange, step.expects);
  }

  #send(step: RequestStep, position: Position): Promise<Exchange> {
    if (step.step === 'upload') return sendUpload(step, position, this.#script);
    const send = step.interface ? sendToolCall : sendCall;
    return send(step, position, this.#script);
  }

  /**
   * Sends a call, and repeats it until it shows a change. Only the last response has to be in the
   * situation that the step `expects`.
   */
  async #callUntilMet({expects, ...call}: Call, position: Position): Promise<Exchange> {
    const {until} = call;
    const value = until && this.#bindings.fill(comparedValue(until), position);
    let exchange = await this.#request(call, position);
    if (!until || isMet(until, exchange, value)) return requireSituation(exchange, expects);
    const waits = {
      wait: (ms: number) => this.#attempt.environment.wait(ms),
      advance: (ms: number) => sendAdvance(ms, this.#script),
    };
    const consistencyWait = this.#attempt.consistencyWait ?? new ConsistencyWait();
    const waited = await consistencyWait.until(changeIn(call.op, until), waits, async () => {
      exchange = await this.#request(call, position);
      return isMet(until, exchange, value);
    });
    return requireSituation(exchange, expects, waited);
  }

  async #repeat(step: Repeat, position: Position): Promise<Exchange[]> {
    if (step.unpaced) await this.#waitForUnusedMinute(step);
    const all: Exchange[] = [];
    const times = this.#mostTurns(step, position);
    for (let turn = 0; turn < times; turn += 1) {
      const exchanges = await this.#turn(step, turn, position);
      // The body refers to a value that no response has, and repeating it will not help.
      if (!exchanges.length) break;
      all.push(...exchanges);
      if (this.#isDone(step, all, position)) return all;
      if (step.unpaced && step.until && outlastsMinute(all)) throw new Blocked(TOO_SLOW);
    }
    if (step.unmet !== undefined) throw new Blocked(step.unmet);
    return all;
  }

  #mostTurns({times, atMost}: Repeat, position: Position): number {
    const most = atMost === undefined ? times : this.#bindings.fill(atMost, position);
    return Math.min(times, Number(most));
  }

  /** Sends the body of a repetition once, after the pause before this turn. */
  async #turn(
    {id, body, unpaced, ...pauses}: Repeat,
    turn: number,
    position: Position,
  ): Promise<Exchange[]> {
    const pause = pauseBefore(turn, pauses);
    if (pause) await sendAdvance(pause, this.#script);
    return this.steps(body, inside(position, `${id}#${turn}`, {...(unpaced && {unpaced})}));
  }

  /** Whether the last response ends a repetition. */
  #isDone({until, unpaced}: Repeat, all: readonly Exchange[], position: Position): boolean {
    const last = all.at(-1);
    if (!last || !until) return false;
    if (unpaced && endsInErrors(all)) return true;
    // If a limit sent this response, the next request is refused as well.
    if (unpaced && isFirstOddLimit(all)) return false;
    return this.#isMet(last, until, position);
  }

  /** Waits before a burst until its credential has not been used for a minute. */
  async #waitForUnusedMinute({body}: Repeat): Promise<void> {
    const first = body.find((step): step is Call => step.step === 'call');
    if (this.#attempt.pacer && typeof first?.as === 'string')
      await this.#script.pool.quiet(first.as);
  }

  #walk(step: Walk, position: Position): Promise<Exchange[]> {
    return walkPages(step, this.#attempt.codecs[step.page.api], {
      page: (call, turn) =>
        this.#request({...call, id: step.id}, inside(position, `${step.id}#${turn}`)),
      between: ({between}) => this.steps(between?.body ?? [], inside(position, step.id)),
      isEnough: (page) => step.until !== undefined && this.#isMet(page, step.until, position),
    });
  }

  /** Sends branches at the same moment, each over a connection that was opened before. */
  async #parallel({branches}: Parallel, position: Position): Promise<Exchange[]> {
    const {client} = this.#attempt;
    // If an origin is unknown, the race ends before a connection is opened.
    const origins = branches.map((branch) => branchOrigin(branch, position, this.#script));
    const opened = await Promise.allSettled(
      origins.map(({origin, givenBy}) => client.openConnection(origin, givenBy)),
    );
    const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      for (const one of opened) if (one.status === 'rejected') throw one.reason;
      const results = await Promise.all(
        branches.map((branch, index) =>
          this.#branch(branch, index, defined(sockets[index], 'the socket of a branch'), position),
        ),
      );
      return results.flatMap((result) => result.slice(-1));
    } finally {
      await Promise.all(sockets.map((socket) => socket.close()));
    }
  }

  async #branch(
    steps: Step[],
    index: number,
    socket: OwnConnection,
    position: Position,
  ): Promise<Exchange[]> {
    const {unpaced} = position;
    const send: Position['send'] = (request) => socket.send(request);
    const own = inside(position, `|${index}`, {send, ...(unpaced && {unpaced})});
    const exchanges = await this.steps(steps, own);
    // Each step of a race is sent once, so that later steps may refer to its response.
    for (const {id} of steps) {
      const last = own.lastByStep.get(id);
      if (last) position.lastByStep.set(id, last);
    }
    return exchanges;
  }

  #isMet(exchange: Exchange, until: Until, position: Position): boolean {
    return isMet(until, exchange, this.#bindings.fill(comparedValue(until), position));
  }
}

/** What several steps received, once each has ended: none is under way any more when another one has failed. */
async function allOf(sent: readonly Promise<Exchange[]>[]): Promise<Exchange[]> {
  await Promise.allSettled(sent);
  return (await Promise.all(sent)).flat();
}

/** The position inside a repetition, a walk or a race. What the steps of the first two receive is not known outside. */
const inside = (
  {lastByStep, iterationPath}: Position,
  entry: string,
  sending: Pick<Position, 'send' | 'unpaced'> = {},
): Position => ({
  lastByStep: new Map(lastByStep),
  iterationPath: [...iterationPath, entry],
  ...sending,
});

/** The change for which a call waits: the same for all resources. */
const changeIn = (op: string, until: Until): string =>
  `${op} ${JSON.stringify({...until, has: undefined, not: undefined})}`;

/** Whether the last response is a 429 that contradicts itself, and the one before it no 429. */
function isFirstOddLimit(exchanges: readonly Exchange[]): boolean {
  const [before, last] = [exchanges.at(-2), exchanges.at(-1)];
  return last !== undefined && isOddLimit(last) && before?.status !== 429;
}
