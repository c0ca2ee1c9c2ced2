import {defined} from '../../spec/defined.ts';
import type {
  Advance,
  Call,
  Exchange,
  Parallel,
  Repeat,
  Step,
  Until,
  Walk,
} from '../../spec/step.ts';
import {Bindings} from './bindings.ts';
import {Blocked, requireSituation} from './blocked.ts';
import type {RequestStep} from './cache/cache-key.ts';
import {CredentialPool} from './credential-pool.ts';
import type {Position, AttemptContext} from './attempt-context.ts';
import {branchOrigin} from './sending/branch-origin.ts';
import type {ScriptContext} from './sending/script-context.ts';
import {sendCall} from './sending/send-call.ts';
import {sendAdvance, sendControl} from './sending/send-control.ts';
import {sendDownload, sendUpload} from './sending/send-storage.ts';
import {sendToolCall, sendToolList} from './sending/send-tool.ts';
import {isOddLimit} from '../gateway.ts';
import {changesLists, LATE, readsList} from './late-lists.ts';
import {ShowingPatience} from './showing-patience.ts';
import {comparedValue, isMet} from './until.ts';
import {walkPages} from './walk.ts';
import {millisecondsUntil} from './wall-time.ts';

/** Whether a 429 that contradicts itself came, and none right before it: a limit refuses again. */
function isFirstOddLimit(exchanges: readonly Exchange[]): boolean {
  const [before, last] = [exchanges.at(-2), exchanges.at(-1)];
  return last !== undefined && isOddLimit(last) && before?.status !== 429;
}

/**
 * Sends the steps of a script in order. Only the engine awaits HTTP.
 * @param known exchanges of a set-up that was sent before; those of these steps are added
 * @returns every exchange by step id; steps inside a repetition, walk or race stand under the outer
 * step's id
 * @throws Blocked when a step with `expects` brings another situation, or a reference leads nowhere
 */
export async function execute(
  steps: Step[],
  attempt: AttemptContext,
  known = new Map<string, Exchange>(),
): Promise<Map<string, Exchange[]>> {
  const execution = new Execution(attempt, steps);
  await execution.steps(steps, {known, rounds: []});
  return execution.results;
}

class Execution {
  readonly results = new Map<string, Exchange[]>();
  readonly #attempt: AttemptContext;
  readonly #bindings: Bindings;
  readonly #script: ScriptContext;
  /** Whether a list may have changed since the script last waited for it. */
  #hasWritten = true;

  constructor(attempt: AttemptContext, steps: Step[]) {
    this.#attempt = attempt;
    this.#bindings = new Bindings(attempt);
    const hasBurst = steps.some((step) => step.step === 'repeat' && step.unpaced);
    const pool = new CredentialPool(attempt, this.#bindings, hasBurst);
    this.#script = {attempt, bindings: this.#bindings, pool};
  }

  async steps(steps: Step[], position: Position): Promise<Exchange[]> {
    const all: Exchange[] = [];
    for (const step of steps) {
      const exchanges = await this.#unlessOptional(step, position);
      this.results.set(step.id, [...(this.results.get(step.id) ?? []), ...exchanges]);
      const last = exchanges.at(-1);
      if (last) position.known.set(step.id, last);
      all.push(...exchanges);
    }
    return all;
  }

  /** An optional step is left out when what it refers to did not come. */
  async #unlessOptional(step: Step, position: Position): Promise<Exchange[]> {
    try {
      return await this.#step(step, position);
    } catch (error) {
      const unresolved = error instanceof Blocked && error.blockage.unresolved;
      if (unresolved && 'optional' in step) return [];
      throw error;
    }
  }

  async #step(step: Step, position: Position): Promise<Exchange[]> {
    this.#hasWritten ||= changesLists(step, this.#attempt.codecs);
    switch (step.step) {
      case 'call':
        return this.#list(step, step, position, async () => [
          this.#reused(step, position) ?? (await this.#patientCall(step, position)),
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
        return this.#list(step, step.page, position, () => this.#walk(step, position));
      case 'parallel':
        return this.#parallel(step, position);
      case 'advance':
        await sendAdvance(this.#milliseconds(step, position), this.#script);
        return [];
    }
  }

  /**
   * Reads a list: some seconds after the last write where lists are known to be late; three times
   * where they may be, and keeps the first reading apart. Two readings follow each other at once, so
   * that a list which alternates is not taken for a late one.
   */
  async #list(
    step: Call | Walk,
    call: Call,
    position: Position,
    read: () => Promise<Exchange[]>,
  ): Promise<Exchange[]> {
    const {first, lists, codecs, environment} = this.#attempt;
    const isAtOnce = position.send !== undefined || position.unpaced === true;
    if (isAtOnce || !readsList(call, codecs[call.api])) return read();
    if (lists?.areLate && this.#hasWritten) {
      await environment.wait(LATE);
      this.#hasWritten = false;
    }
    if (!first || lists?.areLate || 'between' in step) return read();
    const reading = await read();
    first.set(step.id, [...(first.get(step.id) ?? []), ...reading]);
    await environment.wait(LATE);
    await read();
    return read();
  }

  #milliseconds({ms, until}: Advance, position: Position): number {
    if (!until) return ms;
    const now = this.#bindings.fill<string>(until.now, position);
    return Math.min(ms, millisecondsUntil(String(now), until));
  }

  /** An earlier exchange that the script may reuse instead of sending the step. */
  #reused(step: RequestStep, position: Position): Exchange | undefined {
    const {sceneCache, environment, reused} = this.#attempt;
    const inTurn = !position.rounds.length && !position.send && !position.unpaced;
    if (!sceneCache || !inTurn) return undefined;
    const hit = sceneCache.lookUp(step, this.#bindings.values(position), environment.now());
    if (!hit) return undefined;
    this.#bindings.take(hit.fresh);
    reused?.(hit.exchange, hit.fresh);
    return hit.exchange;
  }

  /**
   * Sends one request, records it for later scenes, and requires the situation that it `expects`.
   */
  async #request(step: RequestStep, position: Position): Promise<Exchange> {
    const record = this.#attempt.cache?.record(step, this.#bindings.values(position));
    const exchange = await this.#send(step, position);
    // What a race refused was refused because of the other branches, not because of the request.
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
   * Repeats a call while a change does not show yet. Only its last response has to be the one that
   * the step `expects`.
   */
  async #patientCall({expects, ...call}: Call, position: Position): Promise<Exchange> {
    const {until} = call;
    const value = until && this.#bindings.fill(comparedValue(until), position);
    let exchange = await this.#request(call, position);
    if (!until || isMet(until, exchange, value)) return requireSituation(exchange, expects);
    const change = `${call.op} ${JSON.stringify({...until, has: undefined, not: undefined})}`;
    const waits = {
      wait: (ms: number) => this.#attempt.environment.wait(ms),
      advance: (ms: number) => sendAdvance(ms, this.#script),
    };
    const showing = this.#attempt.showing ?? new ShowingPatience();
    const waited = await showing.until(change, waits, async () => {
      exchange = await this.#request(call, position);
      return isMet(until, exchange, value);
    });
    return requireSituation(exchange, expects, waited);
  }

  async #repeat(step: Repeat, position: Position): Promise<Exchange[]> {
    const all: Exchange[] = [];
    if (step.unpaced) await this.#quietMinute(step);
    const most =
      step.atMost === undefined ? step.times : this.#bindings.fill(step.atMost, position);
    const times = Math.min(step.times, Number(most));
    for (let round = 0; round < times; round += 1) {
      const pause = round > 0 ? step.every : step.first;
      if (pause) await sendAdvance(pause, this.#script);
      const exchanges = await this.steps(step.body, {
        known: new Map(position.known),
        rounds: [...position.rounds, `${step.id}#${round}`],
        ...(step.unpaced && {unpaced: true}),
      });
      // What the body refers to did not come, and never will.
      if (!exchanges.length) break;
      all.push(...exchanges);
      const last = all.at(-1);
      const isLimitInDoubt = step.unpaced && isFirstOddLimit(all);
      if (isLimitInDoubt) continue;
      if (last && step.until && this.#isMet(last, step.until, position)) break;
    }
    return all;
  }

  /** A burst begins after a quiet minute. */
  async #quietMinute({body}: Repeat): Promise<void> {
    const first = body.find((step): step is Call => step.step === 'call');
    if (this.#attempt.pacer && typeof first?.as === 'string')
      await this.#script.pool.quiet(first.as);
  }

  #walk(step: Walk, position: Position): Promise<Exchange[]> {
    const {known, rounds} = position;
    return walkPages(step, this.#attempt.codecs[step.page.api], {
      page: (call, turn) =>
        this.#request({...call, id: step.id}, {known, rounds: [...rounds, `${step.id}#${turn}`]}),
      between: ({between}) =>
        this.steps(between?.body ?? [], {known: new Map(known), rounds: [...rounds, step.id]}),
      isEnough: (page) => step.until !== undefined && this.#isMet(page, step.until, position),
    });
  }

  /** Sends branches at the same moment, each over a socket that is open already. */
  async #parallel({branches}: Parallel, position: Position): Promise<Exchange[]> {
    const {client} = this.#attempt;
    const {known, rounds} = position;
    // An origin that is not known ends the race before a socket is open.
    const origins = branches.map((branch) => branchOrigin(branch, position, this.#script));
    const opened = await Promise.allSettled(origins.map((origin) => client.openConnection(origin)));
    const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      for (const one of opened) if (one.status === 'rejected') throw one.reason;
      const results = await Promise.all(
        branches.map((branch, index) =>
          this.steps(branch, {
            known: new Map(known),
            rounds: [...rounds, `|${index}`],
            ...(position.unpaced && {unpaced: true}),
            send: (request) => defined(sockets[index], 'the socket of a branch').send(request),
          }),
        ),
      );
      return results.flatMap((result) => result.slice(-1));
    } finally {
      await Promise.all(sockets.map((socket) => socket.close()));
    }
  }

  #isMet(exchange: Exchange, until: Until, position: Position): boolean {
    return isMet(until, exchange, this.#bindings.fill(comparedValue(until), position));
  }
}
