import type {Operation} from '../../spec/contract.ts';
import type {ControlVerb} from '../../spec/control.ts';
import {at} from '../../spec/json.ts';
import type {Api} from '../../spec/rule.ts';
import type {Call, Download, Exchange, Ref, Repeat, Role, Step, Tools, Upload, Walk} from '../../spec/step.ts';
import type {Codec} from '../target/codec.ts';
import {digestOf, type HttpClient, type Reply, type Request} from '../target/client.ts';
import type {Credential, Universe} from '../target/target.ts';
import {guard, guardLink} from './fence.ts';
import {Interrupted} from './interruption.ts';
import {addressOf, mapValues, parsed, resized, show, withoutLength} from './message.ts';
import type {Ledger} from './ledger.ts';
import type {Memory} from './memory.ts';
import {cut, nextPage, sameRows} from './pages.ts';
import type {Pacer} from './pacer.ts';
import type {Recollection} from './recollection.ts';
import {sayingOf, type Asked, type Saying, type Values} from './saying.ts';
import {callTool, listTools, type Told, type ToolServer} from './tool-calls.ts';
import type {ToolSessions} from './tool-sessions.ts';
import {reached, wantedBy} from './until.ts';
import {shownAs} from './near-miss.ts';
import {fill, freshKey, pointed, type Scope, Unresolved} from './values.ts';

/** What an execution works with. */
export interface Bench {
  universe: Universe;
  client: HttpClient;
  codecs: Record<Api, Codec>;
  ledger: Ledger;
  /** Sessions with MCP servers. */
  sessions: ToolSessions;
  /** Absent where every scene has a world and credentials of its own. */
  pacer?: Pacer;
  label: string;
  /** Where every request is noted, so that later scenes need not repeat it. Absent where every scene has a world of its own. */
  memory?: Memory;
  /** What this scene may take instead of sending it again. */
  recollection?: Recollection | undefined;
  /** Told of every exchange that was taken. */
  recalled?: (exchange: Exchange) => void;
  /** Aborted when the run is interrupted: then nothing more is sent. */
  signal?: AbortSignal;
  /** Told after every exchange. */
  seen?: (exchange: Exchange) => void;
}

/** Requests of one pooled credential before the next is taken: below every documented limit a minute. */
const POOLED = 50;

/** How often, and after how many milliseconds each, a call is repeated whose change does not show yet. */
const PATIENCE = {times: 5, every: 2000};

/** A set-up or control step that did not bring what it had to: the check is blocked, nobody is blamed. */
export class Blocked extends Error {
  override name = 'Blocked';
  readonly exchange?: Exchange;
  /** A reference led nowhere: nothing was sent. */
  unresolved?: boolean;
  readonly expected?: string;
  constructor(message: string, exchange?: Exchange, expected?: string) {
    super(message);
    if (exchange) this.exchange = exchange;
    if (expected) this.expected = expected;
  }
}

type Send = (request: Request) => Promise<Reply>;

/** What a call carries, its references filled in. */
type Filled = {path: Record<string, string>; query: Record<string, string>; headers: Record<string, string>; body: unknown};

/**
 * Sends the steps of a script in order. Only the engine awaits HTTP.
 * @param known exchanges of a set-up that was sent before; those of these steps are added
 * @returns every exchange by step id; steps inside a repetition, walk or race stand under the outer step's id
 * @throws Blocked when a step with `expects` brings another situation, or a reference leads nowhere
 */
export async function execute(
  steps: Step[],
  bench: Bench,
  known = new Map<string, Exchange>(),
): Promise<Map<string, Exchange[]>> {
  const run = new Execution(bench, steps);
  await run.steps(steps, known, []);
  return run.results;
}

class Execution {
  readonly results = new Map<string, Exchange[]>();
  readonly #bench: Bench;
  readonly #used = new Map<string, number>();
  readonly #fresh = new Map<string, string>();
  readonly #pinned: boolean;

  constructor(bench: Bench, steps: Step[]) {
    this.#bench = bench;
    this.#pinned = steps.some((step) => step.step === 'repeat' && step.unpaced);
  }

  async steps(steps: Step[], outer: Map<string, Exchange>, rounds: string[], send?: Send, unpaced = false): Promise<Exchange[]> {
    const seen: Exchange[] = [];
    for (const step of steps) {
      const got = await this.#attempt(step, outer, rounds, send, unpaced);
      this.results.set(step.id, [...(this.results.get(step.id) ?? []), ...got]);
      const last = got.at(-1);
      if (last) outer.set(step.id, last);
      seen.push(...got);
    }
    return seen;
  }

  async #attempt(step: Step, scope: Map<string, Exchange>, rounds: string[], send: Send | undefined, unpaced: boolean): Promise<Exchange[]> {
    try {
      return await this.#step(step, scope, rounds, send, unpaced);
    } catch (error) {
      if (error instanceof Blocked && error.unresolved && 'optional' in step) return [];
      throw error;
    }
  }

  async #step(step: Step, scope: Map<string, Exchange>, rounds: string[], send: Send | undefined, unpaced: boolean): Promise<Exchange[]> {
    if (step.step === 'call' || step.step === 'upload') {
      const single = rounds.length === 0 && !send && !unpaced;
      const said = single && this.#bench.recollection ? sayingOf(step, this.#values(scope, rounds)) : undefined;
      const taken = said && this.#recall(step, said, scope);
      if (taken) return [taken];
      if (said) this.#bench.recollection!.sent(step, said);
      return [step.step === 'call' ? await this.#patient(step, scope, rounds, send, unpaced) : await this.#upload(step, scope, rounds)];
    }
    if (step.step === 'tools') return [await this.#listed(step, scope)];
    if (step.step === 'download') return [await this.#download(step, scope, rounds, send)];
    if (step.step === 'repeat') return this.#repeat(step, scope, rounds);
    if (step.step === 'walk') return this.#walk(step, scope, rounds);
    if (step.step === 'control') return [await this.#control(step.id, step.verb, step.args, scope, rounds)];
    if (step.step === 'advance') {
      await this.#bench.universe.advance(step.ms);
      return [];
    }
    return this.#parallel(step.branches, scope, rounds);
  }

  /** What the scene may take from an earlier one instead of sending the step. */
  #recall(step: Asked, said: Saying, scope: Map<string, Exchange>): Exchange | undefined {
    const {recollection, universe, recalled} = this.#bench;
    const taken = recollection!.recall(step, said, this.#values(scope, []), universe.now());
    if (!taken) return undefined;
    for (const [n, value] of taken.fresh) this.#fresh.set(` ${n}`, value);
    recalled?.(taken.exchange);
    return taken.exchange;
  }

  #values(scope: Map<string, Exchange>, rounds: string[]): Values {
    return {
      at: (step, pointer) => {
        const exchange = scope.get(step);
        return exchange && pointed(exchange, pointer);
      },
      fresh: (fresh) => this.#fresh.get(freshKey(fresh, rounds)),
      sample: (name, pointer) => at(this.#sample(name), pointer),
    };
  }

  /** Sends one request and notes it. */
  async #noted(step: Asked, scope: Map<string, Exchange>, rounds: string[], send: () => Promise<Exchange>): Promise<Exchange> {
    const {memory} = this.#bench;
    const values = this.#values(scope, rounds);
    const said = memory && sayingOf(step, values);
    const exchange = await send();
    if (said) memory.note(step, said, said.introduced.map((fresh) => values.fresh(fresh)!), exchange);
    return exchange;
  }

  async #repeat(step: Repeat, scope: Map<string, Exchange>, rounds: string[]): Promise<Exchange[]> {
    const seen: Exchange[] = [];
    if (step.unpaced) await this.#quiet(step);
    for (let round = 0; round < step.times; round += 1) {
      const pause = round > 0 ? step.every : step.first;
      if (pause) await this.#bench.universe.advance(pause);
      const inner = new Map(scope);
      seen.push(...(await this.steps(step.body, inner, [...rounds, `${step.id}#${round}`], undefined, step.unpaced === true)));
      const last = seen.at(-1);
      if (last && step.until && reached(last, step.until, this.#fill(wantedBy(step.until), this.#scope(scope, rounds)))) break;
    }
    return seen;
  }

  /** A burst begins with a quiet minute, so that every refusal in it is the burst's own doing. */
  async #quiet(step: Repeat): Promise<void> {
    const first = step.body.find((inner) => inner.step === 'call') as Call | undefined;
    if (!this.#bench.pacer || !first || typeof first.as !== 'string') return;
    const [credential] = await this.#bench.universe.credentials(first.as);
    if (credential && !this.#used.has(credential.name)) await this.#bench.pacer.quiet(credential.name);
  }

  async #walk(step: Walk, scope: Map<string, Exchange>, rounds: string[]): Promise<Exchange[]> {
    const codec = this.#bench.codecs[step.page.api];
    const operation = codec.operation(step.page.op);
    const pager = codec.pager(step.page.op);
    const pages: Exchange[] = [];
    let page = step.page;
    for (let turn = 0; turn < step.atMost; turn += 1) {
      const got = await this.#call({...page, id: step.id}, scope, [...rounds, `${step.id}#${turn}`]);
      if (!got.situations.includes(operation.success)) {
        // A page that does not exist ends a walk by page numbers; before it everything was seen.
        if (pager.kind === 'page' && got.status === 404 && turn > 0) return pages;
        if (got.situations.includes('nothing-found')) return [got];
        throw new Blocked(`${page.op}: page ${turn + 1} was answered ${got.status || got.problem}`, got, operation.success);
      }
      if (pager.kind === 'page' && pages.some((earlier) => sameRows(got, earlier, pager.rows)))
        // A second page that is the first again may be all that there is, or a list that turns its pages in another way.
        return pages.length > 1 ? pages : cut(pages, `its second page is the first again; if that is not all, say how it turns pages (pager.${page.op})`);
      pages.push(got);
      if (step.until && reached(got, step.until, this.#fill(wantedBy(step.until), this.#scope(scope, rounds)))) return pages;
      if (step.between?.after === turn + 1) await this.steps(step.between.body, new Map(scope), [...rounds, step.id]);
      const next = nextPage(page, got, pager, turn);
      if (!next) return pages;
      page = next;
    }
    return cut(pages, `${step.atMost} pages were not all of it`);
  }

  async #parallel(branches: Step[][], scope: Map<string, Exchange>, rounds: string[]): Promise<Exchange[]> {
    const first = branches[0]?.[0];
    const origin = new URL(this.#bench.universe.base(first?.step === 'call' ? first.api : 'workspace')).origin;
    const sockets = await Promise.all(branches.map(() => this.#bench.client.warmed(origin)));
    try {
      const results = await Promise.all(
        branches.map((branch, index) => this.steps(branch, new Map(scope), [...rounds, `|${index}`], (request) => sockets[index]!.send(request))),
      );
      return results.flatMap((result) => result.slice(-1));
    } finally {
      await Promise.all(sockets.map((socket) => socket.close()));
    }
  }

  /** Asks again while a change does not show yet; only the last answer is held against `expects`. */
  async #patient({expects, ...step}: Call, scope: Map<string, Exchange>, rounds: string[], send?: Send, unpaced = false): Promise<Exchange> {
    const {until} = step;
    if (!until) return this.#call({...step, ...(expects && {expects})}, scope, rounds, send, unpaced);
    const wanted = this.#fill(wantedBy(until), this.#scope(scope, rounds));
    let exchange = await this.#call(step, scope, rounds, send, unpaced);
    for (let again = 0; again < PATIENCE.times && !reached(exchange, until, wanted); again += 1) {
      await this.#bench.universe.advance(PATIENCE.every);
      exchange = await this.#call(step, scope, rounds, send, unpaced);
    }
    return this.#expected(exchange, expects);
  }

  async #call(step: Call, scope: Map<string, Exchange>, rounds: string[], send?: Send, unpaced = false): Promise<Exchange> {
    return this.#expected(await this.#noted(step, scope, rounds, () => this.#send(step, scope, rounds, send, unpaced)), step.expects);
  }

  async #send(step: Call, scope: Map<string, Exchange>, rounds: string[], send?: Send, unpaced = false): Promise<Exchange> {
    const {universe, codecs, ledger} = this.#bench;
    const codec = codecs[step.api];
    const operation = codec.operation(step.op);
    const values = this.#scope(scope, rounds);
    const filled: Filled = {
      path: this.#fill(step.path ?? {}, values) as Record<string, string>,
      query: this.#fill(step.query ?? {}, values) as Record<string, string>,
      headers: this.#fill(step.headers ?? {}, values) as Record<string, string>,
      body: this.#fill(step.body, values),
    };
    if (step.face) return this.#called(step, operation, filled, scope, send, unpaced);
    const path = step.elsewhere === undefined ? codec.path(step.op, mapValues(filled.path, String)) : String(this.#fill(step.elsewhere, values));
    if (path === undefined) throw new Blocked(`${step.op}: this deployment has handed out no URL for ${Object.values(filled.path).join()}`);
    const method = step.method ?? operation.method;
    const url = addressOf(universe.base(step.api), path);
    for (const [name, value] of Object.entries(filled.query)) url.searchParams.set(name, String(value));
    const credential = await this.#credential(step.as, scope, unpaced);
    const headers: Record<string, string> = {accept: 'application/json', ...mapValues(filled.headers, String)};
    if (credential) show(step, this.#kept({...credential, secret: shownAs(credential.secret, step.present)}), headers, url);
    const body = step.raw ?? (filled.body === undefined ? undefined : JSON.stringify(codec.encode(step.op, filled.body)) + (step.tail ?? ''));
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    const refusedHere = guard({operation, method, path: filled.path, ...(step.elsewhere !== undefined && {elsewhere: path})}, ledger);
    if (refusedHere) throw new Blocked(refusedHere);
    if (url.origin !== new URL(universe.base(step.api)).origin) throw new Blocked(`the fence keeps ${step.op} from ${url.origin}: the target is elsewhere`);
    if (credential) await (unpaced ? this.#bench.pacer?.note(credential.name) : this.#bench.pacer?.pace(credential.name));
    ledger.spend(credential?.name ?? 'nobody');
    const request: Request = {method, url: url.href, headers, ...(body !== undefined && {body})};
    const exchange = await this.#exchange(step.id, step.op, typeof step.as === 'string' ? step.as : 'given', request, send);
    if (filled.body !== undefined) exchange.asked = filled.body;
    const [wire, problem] = parsed(exchange, method);
    if (problem && exchange.status) exchange.problem = problem;
    exchange.wire = wire;
    const decoded = codec.decode(step.op, exchange.status, exchange.headers, wire);
    Object.assign(exchange, {situations: step.elsewhere ? [] : decoded.situations, documented: decoded.documented, body: decoded.body});
    if (decoded.doubt) exchange.doubt = decoded.doubt;
    if (step.elsewhere !== undefined) exchange.elsewhere = true;
    this.#made(operation, exchange, filled.path);
    return exchange;
  }

  /** Notes what a success made or changed, and tells of the exchange. */
  #made(operation: Operation, exchange: Exchange, path: Record<string, string>): void {
    const {ledger, seen} = this.#bench;
    if (exchange.status >= 200 && exchange.status < 300) {
      ledger.made(operation, exchange.body, exchange.as);
      if (exchange.sent.method !== 'GET' && operation.method !== 'GET' && !exchange.elsewhere) ledger.changed(operation, path, exchange.as);
    }
    seen?.(exchange);
  }

  /** Calls the tool of an operation in the place of the operation. */
  async #called(step: Call, operation: Operation, filled: Filled, scope: Map<string, Exchange>, send?: Send, unpaced = false): Promise<Exchange> {
    const {universe, codecs, ledger} = this.#bench;
    const refusedHere = guard({operation, method: operation.method, path: filled.path}, ledger);
    if (refusedHere) throw new Blocked(refusedHere);
    const server = await this.#toolServer(step, scope, send, unpaced);
    const sentAt = universe.now();
    const told = await callTool(server, codecs[step.api], operation, filled);
    if (typeof told === 'string') throw new Blocked(told);
    const exchange = this.#told(step, step.op, sentAt, told);
    if (filled.body !== undefined) exchange.asked = filled.body;
    this.#made(operation, exchange, filled.path);
    return exchange;
  }

  async #listed(step: Tools, scope: Map<string, Exchange>): Promise<Exchange> {
    const {universe, codecs, seen} = this.#bench;
    const sentAt = universe.now();
    const exchange = this.#told(step, 'tools/list', sentAt, await listTools(await this.#toolServer(step, scope), codecs.workspace, codecs.workspace.operations));
    seen?.(exchange);
    return exchange;
  }

  async #toolServer({as, ...step}: Call | Tools, scope: Map<string, Exchange>, send?: Send, unpaced = false): Promise<ToolServer> {
    const {universe, client, ledger, pacer, sessions, signal} = this.#bench;
    const credential = await this.#credential(as, scope, unpaced);
    const name = credential?.name ?? 'nobody';
    return {
      url: `${universe.base('workspace')}/mcp`, sessions,
      secret: credential && this.#kept({...credential, secret: shownAs(credential.secret, 'present' in step ? step.present : undefined)}).secret,
      send: async (request) => {
        if (credential) await (unpaced ? pacer?.note(name) : pacer?.pace(name));
        if (signal?.aborted) throw new Interrupted();
        ledger.spend(name);
        return (send ?? ((one) => client.send(one)))(request);
      },
    };
  }

  #told(step: Call | Tools, op: string, sentAt: number, {request, ...told}: Told): Exchange {
    const {universe} = this.#bench;
    return {
      step: step.id, op, as: typeof step.as === 'string' ? step.as : 'given', sentAt, gotAt: universe.now(), face: 'mcp',
      ...(universe.standsAt && {stoodAt: universe.standsAt()}), ...told,
      sent: {method: request.method, url: request.url, headers: request.headers, ...(typeof request.body === 'string' && {body: request.body})},
    };
  }

  async #upload(step: Upload, scope: Map<string, Exchange>, rounds: string[]): Promise<Exchange> {
    return this.#expected(await this.#noted(step, scope, rounds, () => this.#put(step, scope, rounds)), step.expects);
  }

  async #put(step: Upload, scope: Map<string, Exchange>, rounds: string[]): Promise<Exchange> {
    const values = this.#scope(scope, rounds);
    const url = String(this.#fill(step.url, values));
    const refusedHere = guardLink(url, this.#bench.universe.base('workspace'));
    if (refusedHere) throw new Blocked(refusedHere);
    const headers = step.omitHeaders ? {} : withoutLength(this.#fill(step.headers, values) as Record<string, unknown>);
    const sample = this.#bench.universe.sample(step.sample) as {bytes: Uint8Array} | undefined;
    if (!sample?.bytes) throw new Blocked(`the target has no file as sample ${step.sample}`);
    const bytes = resized(sample.bytes, step.resize ?? 0);
    this.#bench.ledger.spend('nobody');
    const exchange = await this.#exchange(step.id, 'PUT upload_url', 'nobody', {method: 'PUT', url, headers, body: bytes});
    exchange.asked = digestOf(bytes);
    exchange.situations = exchange.status === 0 ? [] : [exchange.status < 300 ? 'stored' : 'storage-refused'];
    exchange.documented = exchange.situations;
    this.#bench.seen?.(exchange);
    return exchange;
  }

  async #download(step: Download, scope: Map<string, Exchange>, rounds: string[], send?: Send): Promise<Exchange> {
    const url = String(this.#fill(step.url, this.#scope(scope, rounds)));
    const refusedHere = guardLink(url, this.#bench.universe.base('workspace'));
    if (refusedHere) throw new Blocked(refusedHere);
    this.#bench.ledger.spend('nobody');
    const exchange = await this.#exchange(step.id, 'GET Location', 'nobody', {method: 'GET', url, headers: {}, digest: true}, send);
    exchange.body = exchange.status === 0 ? undefined : JSON.parse(exchange.body);
    exchange.situations = exchange.status === 0 ? [] : [exchange.status < 300 ? 'fetched' : 'storage-refused'];
    exchange.documented = exchange.situations;
    this.#bench.seen?.(exchange);
    return this.#expected(exchange, step.expects);
  }

  async #control(id: string, verb: string, args: object, scope: Map<string, Exchange>, rounds: string[]): Promise<Exchange> {
    const filled = this.#fill(args as any, this.#scope(scope, rounds));
    const now = this.#bench.universe.now();
    try {
      const body = await this.#bench.universe.control(verb as ControlVerb, filled);
      return {
        step: id, op: `control ${verb}`, as: 'control', sentAt: now, gotAt: this.#bench.universe.now(), status: 200,
        situations: ['done'], documented: ['done'], headers: {}, body, sent: {method: 'CONTROL', url: verb, headers: {}},
      };
    } catch (error) {
      throw new Blocked(`control ${verb}: ${(error as Error).message}`);
    }
  }

  async #exchange(step: string, op: string, as: string, request: Request, send?: Send): Promise<Exchange> {
    const {universe, client, signal} = this.#bench;
    if (signal?.aborted) throw new Interrupted();
    const sentAt = universe.now();
    const reply = await (send ?? ((one) => client.send(one)))(request);
    return {
      step, op, as, sentAt, gotAt: universe.now(), ...(universe.standsAt && {stoodAt: universe.standsAt()}), status: reply.status, situations: [], documented: [], headers: reply.headers,
      body: reply.text,
      ...(reply.bytes && {bytes: reply.bytes}),
      ...(reply.problem && {problem: reply.problem}),
      sent: {
        method: request.method, url: request.url, headers: request.headers,
        ...(typeof request.body === 'string' && {body: request.body}),
      },
    };
  }

  #expected(exchange: Exchange, expects: string | undefined): Exchange {
    if (expects && !exchange.situations.includes(expects))
      throw new Blocked(
        `${exchange.op} was answered ${exchange.status || exchange.problem}${exchange.body?.reason ? ` ${exchange.body.reason}` : ''} where ${expects} was needed${
          exchange.doubt ? `; the profile may be wrong: ${exchange.doubt}` : ''
        }`,
        exchange,
        expects,
      );
    return exchange;
  }

  async #credential(as: Role | Ref, scope: Map<string, Exchange>, unpaced: boolean): Promise<Credential | undefined> {
    if (typeof as !== 'string') return this.#kept({name: `given ${as.$from}`, secret: String(this.#fill(as, this.#scope(scope, [])))});
    if (as === 'nobody') return undefined;
    const pool = await this.#bench.universe.credentials(as);
    if (!pool.length) throw new Blocked(`the target has no credential for the role ${as}`);
    // A burst pins the first credential of its role; everything else leaves that one alone while it can.
    const others = this.#pinned && pool.length > 1 ? pool.slice(1) : pool;
    const credential = unpaced
      ? pool[0]!
      : (others.find((one) => this.#bench.pacer || (this.#used.get(one.name) ?? 0) < POOLED) ?? others.at(-1)!);
    this.#used.set(credential.name, (this.#used.get(credential.name) ?? 0) + 1);
    return this.#kept(credential);
  }

  /** No report shows a credential that was used. */
  #kept(credential: Credential): Credential {
    this.#bench.ledger.keep(credential.secret);
    return credential;
  }

  #scope(exchanges: Map<string, Exchange>, rounds: string[]): Scope {
    return {
      exchanges, label: this.#bench.label, rounds, fresh: this.#fresh,
      sample: (name) => this.#sample(name),
      minted: (value) => this.#bench.ledger.own(value),
    };
  }

  /** An id that nobody has may be touched: nothing is there. */
  #sample(name: string): unknown {
    const sample = this.#bench.universe.sample(name);
    if (name.startsWith('unknown')) this.#bench.ledger.own(String(sample));
    return sample;
  }

  #fill(value: any, scope: Scope): any {
    try {
      return fill(value, scope);
    } catch (error) {
      if (error instanceof Unresolved) throw Object.assign(new Blocked(error.message), {unresolved: true});
      throw error;
    }
  }
}
