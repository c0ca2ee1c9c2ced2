import type {Operation} from '../../spec/contract.ts';
import type {ControlVerb} from '../../spec/control.ts';
import type {Call, Control, Download, Exchange, Tools, Upload} from '../../spec/step.ts';
import {digestOf, type Request} from '../target/client.ts';
import type {RunContext, Position} from './run-context.ts';
import type {Bindings} from './bindings.ts';
import {Blocked} from './blocked.ts';
import {guard, guardLink} from './fence.ts';
import {Interrupted} from './interruption.ts';
import {addressOf, mapValues, parsed, resized, show, withoutLength} from './message.ts';
import {shownAs} from './near-miss.ts';
import type {CredentialPool} from './credential-pool.ts';
import {callTool, listTools, type ToolOutcome, type ToolServer} from './tool-calls.ts';

/** What a call carries, its references filled in. */
type Filled = {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

const nameOf = ({as}: Call | Tools): string => (typeof as === 'string' ? as : 'given');

/** Sends single steps: fills them in, asks the fence, paces, and reads what is answered. */
export class Sender {
  readonly #bench: RunContext;
  readonly #bindings: Bindings;
  readonly #purse: CredentialPool;

  constructor(context: RunContext, bindings: Bindings, pool: CredentialPool) {
    this.#bench = context;
    this.#bindings = bindings;
    this.#purse = pool;
  }

  /** @throws Blocked when the fence or a missing value keeps it from being sent */
  async call(step: Call, position: Position): Promise<Exchange> {
    const {environment, codecs, ledger, pacer} = this.#bench;
    const codec = codecs[step.api];
    const operation = codec.operation(step.op);
    const fill = (value: unknown): any => this.#bindings.fill(value, position);
    const filled: Filled = {
      path: fill(step.path ?? {}),
      query: fill(step.query ?? {}),
      headers: fill(step.headers ?? {}),
      body: fill(step.body),
    };
    if (step.interface) return this.#tool(step, operation, filled, position);
    const path =
      step.elsewhere === undefined
        ? codec.path(step.op, mapValues(filled.path, String))
        : String(fill(step.elsewhere));
    if (path === undefined)
      throw new Blocked(
        `${step.op}: this deployment has handed out no URL for ${Object.values(filled.path).join()}`,
      );
    const method = step.method ?? operation.method;
    const url = addressOf(environment.base(step.api), path);
    for (const [name, value] of Object.entries(filled.query))
      url.searchParams.set(name, String(value));
    const credential = await this.#purse.take(step.as, position);
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...mapValues(filled.headers, String),
    };
    if (credential)
      show(
        step,
        this.#purse.kept({...credential, secret: shownAs(credential.secret, step.present)}),
        headers,
        url,
      );
    const body =
      step.raw ??
      (filled.body === undefined
        ? undefined
        : JSON.stringify(codec.encode(step.op, filled.body)) + (step.tail ?? ''));
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    const refusedHere = guard(
      {
        operation,
        method,
        path: filled.path,
        ...(step.elsewhere !== undefined && {elsewhere: path}),
      },
      ledger,
    );
    if (refusedHere) throw new Blocked(refusedHere);
    if (url.origin !== new URL(environment.base(step.api)).origin)
      throw new Blocked(`the fence keeps ${step.op} from ${url.origin}: the target is elsewhere`);
    if (credential)
      await (position.unpaced ? pacer?.note(credential.name) : pacer?.pace(credential.name));
    ledger.spend(credential?.name ?? 'nobody');
    const exchange = await this.#exchange(
      step.id,
      step.op,
      nameOf(step),
      {method, url: url.href, headers, ...(body !== undefined && {body})},
      position,
    );
    if (filled.body !== undefined) exchange.requestBody = filled.body;
    const [wire, problem] = parsed(exchange, method);
    if (problem && exchange.status) exchange.problem = {kind: 'not-json', text: problem};
    exchange.wire = wire;
    const decoded = codec.decode(step.op, exchange.status, exchange.headers, wire);
    Object.assign(exchange, {
      situations: step.elsewhere ? [] : decoded.situations,
      documented: decoded.documented,
      body: decoded.body,
    });
    if (decoded.profileMismatch) exchange.profileMismatch = decoded.profileMismatch;
    if (step.elsewhere !== undefined) exchange.elsewhere = true;
    this.#made(operation, exchange, filled.path);
    return exchange;
  }

  /** The tools that the MCP server lists. */
  async tools(step: Tools, position: Position): Promise<Exchange> {
    const {environment, codecs, seen} = this.#bench;
    const sentAt = environment.now();
    const told = await listTools(
      await this.#server(step, position),
      codecs.workspace,
      codecs.workspace.operations,
    );
    const exchange = this.#told(step, 'tools/list', sentAt, told);
    seen?.(exchange);
    return exchange;
  }

  /** PUTs a sample's bytes to a presigned URL. */
  async put(step: Upload, position: Position): Promise<Exchange> {
    const {environment, ledger} = this.#bench;
    const url = this.#link(step.url, position);
    const headers = step.omitHeaders
      ? {}
      : withoutLength(this.#bindings.fill(step.headers, position) as Record<string, unknown>);
    const sample = environment.sample(step.sample) as {bytes: Uint8Array} | undefined;
    if (!sample?.bytes) throw new Blocked(`the target has no file as sample ${step.sample}`);
    const bytes = resized(sample.bytes, step.resize ?? 0);
    ledger.spend('nobody');
    const exchange = await this.#exchange(step.id, 'PUT upload_url', 'nobody', {
      method: 'PUT',
      url,
      headers,
      body: bytes,
    });
    exchange.requestBody = digestOf(bytes);
    return this.#stored(exchange, 'stored');
  }

  /** GETs what a presigned URL leads to; of the bytes it keeps size and digest. */
  async download(step: Download, position: Position): Promise<Exchange> {
    const url = this.#link(step.url, position);
    this.#bench.ledger.spend('nobody');
    const exchange = await this.#exchange(
      step.id,
      'GET Location',
      'nobody',
      {method: 'GET', url, headers: {}, digest: true},
      position,
    );
    exchange.body = exchange.status === 0 ? undefined : JSON.parse(exchange.body);
    return this.#stored(exchange, 'fetched');
  }

  /** Has the target do what the APIs cannot. @throws Blocked when it did not */
  async control({id, verb, args}: Control, position: Position): Promise<Exchange> {
    const {environment} = this.#bench;
    const filled = this.#bindings.fill(args, position);
    const now = environment.now();
    try {
      const body = await environment.control(verb as ControlVerb, filled);
      return {
        step: id,
        op: `control ${verb}`,
        as: 'control',
        sentAt: now,
        gotAt: environment.now(),
        status: 200,
        situations: ['done'],
        documented: ['done'],
        headers: {},
        body,
        sent: {method: 'CONTROL', url: verb, headers: {}},
      };
    } catch (error) {
      throw new Blocked(`control ${verb}: ${(error as Error).message}`);
    }
  }

  /** Calls the tool of an operation in the place of the operation. */
  async #tool(
    step: Call,
    operation: Operation,
    filled: Filled,
    position: Position,
  ): Promise<Exchange> {
    const {environment, codecs, ledger} = this.#bench;
    const refusedHere = guard({operation, method: operation.method, path: filled.path}, ledger);
    if (refusedHere) throw new Blocked(refusedHere);
    const server = await this.#server(step, position);
    const sentAt = environment.now();
    const told = await callTool(server, codecs[step.api], operation, filled);
    if (typeof told === 'string') throw new Blocked(told);
    const exchange = this.#told(step, step.op, sentAt, told);
    if (filled.body !== undefined) exchange.requestBody = filled.body;
    this.#made(operation, exchange, filled.path);
    return exchange;
  }

  async #server(step: Call | Tools, position: Position): Promise<ToolServer> {
    const {environment, client, ledger, pacer, sessions, signal} = this.#bench;
    const credential = await this.#purse.take(step.as, position);
    const name = credential?.name ?? 'nobody';
    const present = step.step === 'call' ? step.present : undefined;
    // Tools may spend the minute of the key (NS-WS-41): both are paced as one.
    const counted = (await this.#purse.countedWith(step.as)) ?? name;
    const pace = async (): Promise<void> => {
      if (credential) await (position.unpaced ? pacer?.note(counted) : pacer?.pace(counted));
      if (signal?.aborted) throw new Interrupted();
      ledger.spend(name);
    };
    return {
      url: `${environment.base('workspace')}/mcp`,
      sessions,
      session:
        present === 'in-an-agents-session'
          ? (await this.#purse.take('agent', position))?.secret
          : undefined,
      secret:
        credential &&
        this.#purse.kept({...credential, secret: shownAs(credential.secret, present)}).secret,
      send: async (request) => {
        const send = position.send ?? ((one: Request) => client.send(one));
        await pace();
        const reply = await send(request);
        if (reply.status !== 429 || !pacer || position.unpaced) return reply;
        // Or have a smaller minute of their own.
        await pacer.quiet(counted);
        await pace();
        return send(request);
      },
    };
  }

  #told(step: Call | Tools, op: string, sentAt: number, {request, ...told}: ToolOutcome): Exchange {
    const {environment} = this.#bench;
    return {
      step: step.id,
      op,
      as: nameOf(step),
      sentAt,
      gotAt: environment.now(),
      interface: 'mcp',
      ...(environment.clockOffset && {stoodAt: environment.clockOffset()}),
      ...told,
      sent: sentOf(request),
    };
  }

  /** A presigned URL that the fence lets the run follow. */
  #link(said: unknown, position: Position): string {
    const url = String(this.#bindings.fill(said, position));
    const refusedHere = guardLink(url, this.#bench.environment.base('workspace'));
    if (refusedHere) throw new Blocked(refusedHere);
    return url;
  }

  #stored(exchange: Exchange, success: 'stored' | 'fetched'): Exchange {
    exchange.situations =
      exchange.status === 0 ? [] : [exchange.status < 300 ? success : 'storage-refused'];
    exchange.documented = exchange.situations;
    this.#bench.seen?.(exchange);
    return exchange;
  }

  /** Notes what a success made or changed, and tells of the exchange. */
  #made(operation: Operation, exchange: Exchange, path: Record<string, string>): void {
    const {ledger, seen} = this.#bench;
    if (exchange.status >= 200 && exchange.status < 300) {
      ledger.made(operation, exchange.body, exchange.as);
      if (exchange.sent.method !== 'GET' && operation.method !== 'GET' && !exchange.elsewhere)
        ledger.changed(operation, path, exchange.as);
    }
    seen?.(exchange);
  }

  async #exchange(
    step: string,
    op: string,
    as: string,
    request: Request,
    position?: Position,
  ): Promise<Exchange> {
    const {environment, client, signal} = this.#bench;
    if (signal?.aborted) throw new Interrupted();
    const sentAt = environment.now();
    const {status, headers, text, bytes, problem} = await (
      position?.send ?? ((one) => client.send(one))
    )(request);
    return {
      step,
      op,
      as,
      sentAt,
      gotAt: environment.now(),
      ...(environment.clockOffset && {stoodAt: environment.clockOffset()}),
      status,
      situations: [],
      documented: [],
      headers,
      body: text,
      ...(bytes && {bytes}),
      ...(problem && {problem: {kind: 'no-response' as const, text: problem}}),
      sent: sentOf(request),
    };
  }
}

const sentOf = ({method, url, headers, body}: Request): Exchange['sent'] => ({
  method,
  url,
  headers,
  ...(typeof body === 'string' && {body}),
});
