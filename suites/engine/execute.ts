import type {Call, Exchange, Repeat, Step, Until, Walk} from '../../spec/step.ts';
import type {RunContext, Position} from './run-context.ts';
import {Bindings} from './bindings.ts';
import {Blocked, expected} from './blocked.ts';
import {cut, nextPage, sameRows} from './pages.ts';
import {CredentialPool} from './credential-pool.ts';
import {cacheKeyOf, type RequestStep, type CacheKey} from './cache-key.ts';
import {Sender} from './sender.ts';
import {reached, wantedBy} from './until.ts';

/**
 * How often, and after how many milliseconds each, a call is repeated whose change does not show
 * yet.
 */
const PATIENCE = {times: 5, every: 2000};

/**
 * Sends the steps of a script in order. Only the engine awaits HTTP.
 * @param known exchanges of a set-up that was sent before; those of these steps are added
 * @returns every exchange by step id; steps inside a repetition, walk or race stand under the outer
 * step's id
 * @throws Blocked when a step with `expects` brings another situation, or a reference leads nowhere
 */
export async function execute(
  steps: Step[],
  context: RunContext,
  known = new Map<string, Exchange>(),
): Promise<Map<string, Exchange[]>> {
  const run = new Execution(context, steps);
  await run.steps(steps, {known, rounds: []});
  return run.results;
}

class Execution {
  readonly results = new Map<string, Exchange[]>();
  readonly #bench: RunContext;
  readonly #bindings: Bindings;
  readonly #purse: CredentialPool;
  readonly #sender: Sender;

  constructor(context: RunContext, steps: Step[]) {
    this.#bench = context;
    this.#bindings = new Bindings(context);
    this.#purse = new CredentialPool(
      context,
      this.#bindings,
      steps.some((step) => step.step === 'repeat' && step.unpaced),
    );
    this.#sender = new Sender(context, this.#bindings, this.#purse);
  }

  async steps(steps: Step[], position: Position): Promise<Exchange[]> {
    const seen: Exchange[] = [];
    for (const step of steps) {
      const got = await this.#attempt(step, position);
      this.results.set(step.id, [...(this.results.get(step.id) ?? []), ...got]);
      const last = got.at(-1);
      if (last) position.known.set(step.id, last);
      seen.push(...got);
    }
    return seen;
  }

  async #attempt(step: Step, position: Position): Promise<Exchange[]> {
    try {
      return await this.#step(step, position);
    } catch (error) {
      if (error instanceof Blocked && error.unresolved && 'optional' in step) return [];
      throw error;
    }
  }

  async #step(step: Step, position: Position): Promise<Exchange[]> {
    if (step.step === 'call' || step.step === 'upload')
      return [
        this.#recall(step, position) ??
          (step.step === 'call'
            ? await this.#patient(step, position)
            : expected(await this.#noted(step, position), step.expects)),
      ];
    if (step.step === 'tools') return [await this.#sender.tools(step, position)];
    if (step.step === 'download')
      return [expected(await this.#sender.download(step, position), step.expects)];
    if (step.step === 'repeat') return this.#repeat(step, position);
    if (step.step === 'walk') return this.#walk(step, position);
    if (step.step === 'control') return [await this.#sender.control(step, position)];
    if (step.step === 'parallel') return this.#parallel(step.branches, position);
    await this.#bench.environment.advance(step.ms);
    return [];
  }

  /** What the scene may take from an earlier one instead of sending the step. */
  #recall(step: RequestStep, position: Position): Exchange | undefined {
    const {sceneCache, environment, reused: recalled} = this.#bench;
    if (!sceneCache || position.rounds.length || position.send || position.unpaced)
      return undefined;
    const values = this.#bindings.values(position);
    const said = cacheKeyOf(step, values);
    const taken = said && sceneCache.recall(step, said, values, environment.now());
    if (!taken) {
      if (said) sceneCache.sent(step, said);
      return undefined;
    }
    this.#bindings.take(taken.fresh);
    recalled?.(taken.exchange);
    return taken.exchange;
  }

  /** Sends one request and notes it. */
  async #noted(step: RequestStep, position: Position): Promise<Exchange> {
    const {cache} = this.#bench;
    const values = this.#bindings.values(position);
    const said: CacheKey | undefined = cache && cacheKeyOf(step, values);
    const exchange = await (step.step === 'call'
      ? this.#sender.call(step, position)
      : this.#sender.put(step, position));
    if (said)
      cache!.note(
        step,
        said,
        said.introduced.map((fresh) => values.fresh(fresh)!),
        exchange,
      );
    return exchange;
  }

  async #repeat(step: Repeat, position: Position): Promise<Exchange[]> {
    const seen: Exchange[] = [];
    if (step.unpaced) await this.#quiet(step);
    for (let round = 0; round < step.times; round += 1) {
      const pause = round > 0 ? step.every : step.first;
      if (pause) await this.#bench.environment.advance(pause);
      seen.push(
        ...(await this.steps(step.body, {
          known: new Map(position.known),
          rounds: [...position.rounds, `${step.id}#${round}`],
          ...(step.unpaced && {unpaced: true}),
        })),
      );
      const last = seen.at(-1);
      if (last && step.until && this.#reached(last, step.until, position)) break;
    }
    return seen;
  }

  /** A burst begins with a quiet minute. */
  async #quiet(step: Repeat): Promise<void> {
    const first = step.body.find((inner) => inner.step === 'call') as Call | undefined;
    if (this.#bench.pacer && typeof first?.as === 'string') await this.#purse.quiet(first.as);
  }

  async #walk(step: Walk, position: Position): Promise<Exchange[]> {
    const codec = this.#bench.codecs[step.page.api];
    const operation = codec.operation(step.page.op);
    const pager = codec.pager(step.page.op);
    const pages: Exchange[] = [];
    let page = step.page;
    for (let turn = 0; turn < step.atMost; turn += 1) {
      const got = await this.#call(
        {...page, id: step.id},
        {known: position.known, rounds: [...position.rounds, `${step.id}#${turn}`]},
      );
      if (!got.situations.includes(operation.success)) {
        // A page that does not exist ends a walk by page numbers; before it everything was seen.
        if (pager.kind === 'page' && got.status === 404 && turn > 0) return pages;
        if (got.situations.includes('nothing-found')) return [got];
        throw new Blocked(
          `${page.op}: page ${turn + 1} was answered ${got.status || got.problem?.text}`,
          got,
          operation.success,
        );
      }
      if (pager.kind === 'page' && pages.some((earlier) => sameRows(got, earlier, pager.rows)))
        // A second page that is the first again may be all that there is, or a list that turns its
        // pages in another way.
        return pages.length > 1
          ? pages
          : cut(
              pages,
              `its second page is the first again; if that is not all, say how it turns pages (pager.${page.op})`,
            );
      pages.push(got);
      if (step.until && this.#reached(got, step.until, position)) return pages;
      if (step.between?.after === turn + 1)
        await this.steps(step.between.body, {
          known: new Map(position.known),
          rounds: [...position.rounds, step.id],
        });
      const next = nextPage(page, got, pager, turn);
      if (!next) return pages;
      page = next;
    }
    return cut(pages, `${step.atMost} pages were not all of it`);
  }

  async #parallel(branches: Step[][], {known, rounds}: Position): Promise<Exchange[]> {
    const {client, environment} = this.#bench;
    const first = branches[0]?.[0];
    const origin = new URL(environment.base(first?.step === 'call' ? first.api : 'workspace'))
      .origin;
    const sockets = await Promise.all(branches.map(() => client.warmed(origin)));
    try {
      const results = await Promise.all(
        branches.map((branch, index) =>
          this.steps(branch, {
            known: new Map(known),
            rounds: [...rounds, `|${index}`],
            send: (request) => sockets[index]!.send(request),
          }),
        ),
      );
      return results.flatMap((result) => result.slice(-1));
    } finally {
      await Promise.all(sockets.map((socket) => socket.close()));
    }
  }

  /**
   * Asks again while a change does not show yet; only the last answer is held against `expects`.
   */
  async #patient({expects, ...step}: Call, position: Position): Promise<Exchange> {
    const {until} = step;
    const wanted = until && this.#bindings.fill(wantedBy(until), position);
    let exchange = await this.#noted(step, position);
    for (
      let again = 0;
      until && again < PATIENCE.times && !reached(exchange, until, wanted);
      again += 1
    ) {
      await this.#bench.environment.advance(PATIENCE.every);
      exchange = await this.#noted(step, position);
    }
    return expected(exchange, expects);
  }

  async #call(step: Call, position: Position): Promise<Exchange> {
    return expected(await this.#noted(step, position), step.expects);
  }

  #reached(exchange: Exchange, until: Until, position: Position): boolean {
    return reached(exchange, until, this.#bindings.fill(wantedBy(until), position));
  }
}
