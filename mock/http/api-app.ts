import type {IncomingMessage, RequestListener} from 'node:http';
import express, {type Request, type Response} from 'express';
import type {Why} from '../operation.ts';
import type {Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {allowedMethods} from './allowed-methods.ts';
import {Answering} from './answering.ts';
import {identify} from './credential.ts';
import {enter, type RequestContext} from './request-context.ts';
import type {IssuedCredential, ApiInterface} from './api-interface.ts';
import {Operations} from './operations.ts';
import type {Origins} from './origins.ts';
import type {Plan, PlannedOperation} from './plan.ts';
import {PreferredResponses} from './preferred.ts';
import {published} from './published.ts';

export interface ApiParts {
  api: ApiInterface;
  worlds: Worlds;
  origins: Origins;
  ports: Ports;
}

/** One API over HTTP, and the way in for tools. */
export interface ApiApp {
  listener: RequestListener;
  /** Every operation that is served. */
  operations: ReadonlyMap<string, PlannedOperation>;
  /** Does what a tool asks for (`exchange.tool`), whose credential is known. */
  call(exchange: RequestContext): void;
  /** What the defects of a world make of the MCP server. */
  toolPlan(world: World): Plan;
}

/**
 * One API over HTTP: the routes come from the contract, the answers from the chapters' transitions.
 * Order of judgement: world, route, credential (401), limits (429), ability (403), request,
 * transition. From the limits on a tool goes the same way.
 */
export function apiApp({api, worlds, origins, ports}: ApiParts): ApiApp {
  const {contract} = api.specification;
  const answering = new Answering(api, worlds, ports);
  let rendered: object | undefined;
  const document = (): object => (rendered ??= published(api, answering.sound));
  const operations = new Operations({
    api: api,
    answering,
    preferred: new PreferredResponses(document),
    origins,
    ports,
  });

  // The router alone: an Express app would give every request and response another prototype, and
  // nothing here needs it.
  const router = express.Router();
  for (const {contract: operation} of answering.sound.operations.values()) {
    const route = (contract.prefix + operation.path).replaceAll(/\{(\w+)\}/g, ':$1');
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    router[method](route, (request) => serve(exchangeOf(request), operation.id, request));
  }
  router.get('/openapi.json', (request) => description(exchangeOf(request)));
  if (api.stub) router.get(api.stub.path, (request) => stub(exchangeOf(request)));
  return {
    listener: (request, response) => guarded(enter(worlds, request, response), arrived),
    operations: answering.sound.operations,
    call: (exchange) => guarded(exchange, () => operations.serve(exchange)),
    toolPlan: (world) => answering.planOf({world, tool: true}),
  };

  function guarded(exchange: RequestContext, work: (exchange: RequestContext) => void): void {
    try {
      work(exchange);
    } catch (error) {
      answering.failed(exchange, error);
    }
  }

  function arrived(exchange: RequestContext): void {
    const {request, response, world} = exchange;
    if (!world)
      return answering.refused(exchange, 'world-not-found', unknownWorld(exchange.worldId));
    (request as Arrived).exchange = exchange;
    request.url = exchange.path = answering.planOf(exchange).path(exchange.path);
    router(request as Request, response as Response, (error?: unknown) =>
      error ? answering.failed(exchange, error) : noRoute(exchange),
    );
  }

  function serve(exchange: RequestContext, id: string, request: Request): void {
    exchange.operation = id;
    exchange.params = request.params as Record<string, string>;
    if (identified(exchange, answering.planOf(exchange).operations.get(id)!.skips))
      operations.serve(exchange);
  }

  /** Finds the credential; answers and returns false when there is none. */
  function identified(exchange: RequestContext, skips: ReadonlySet<string>): boolean {
    const world = exchange.world!;
    const presented = api.present(exchange.request);
    const found = identify(api, worlds, world, presented, skips);
    const known = 'secret' in found ? found : undefined;
    const credential = answering
      .planOf(exchange)
      .credential(
        presented.secret,
        known,
        exchange.method,
        () => world.table(api.credentials).all() as Iterable<IssuedCredential>,
      );
    if (!credential) {
      const {condition, why} = 'secret' in found ? {condition: api.unknown, why: DEFECTIVE} : found;
      exchange.unauthenticated = true;
      exchange.condition = condition;
      answering.refused(exchange, 'unauthenticated', why);
      return false;
    }
    exchange.credential = credential;
    return true;
  }

  function noRoute(exchange: RequestContext): void {
    const allowed = allowedMethods(api, exchange.path);
    if (!allowed.length)
      return answering.refused(exchange, 'route-not-found', {
        expected: `a path of the ${contract.api} API, below ${contract.prefix}`,
        got: exchange.path.split('?')[0]!,
        todo: 'compare base URL and path with the document',
      });
    exchange.headers = {allow: allowed.join(', ')};
    return answering.refused(exchange, 'method-not-allowed', {
      expected: allowed.join(' or '),
      got: exchange.method,
      todo: 'use a documented method',
    });
  }

  function stub(exchange: RequestContext): void {
    if (identified(exchange, NO_SKIPS) && operations.counted(exchange, NO_SKIPS, 'v3'))
      answering.finish(exchange, {
        status: 200,
        situation: 'stub',
        headers: {...answering.failureHeaders, ...exchange.headers},
        body: api.stub!.body,
      });
  }

  /**
   * The effective contract, for whoever generates clients from it; no key is asked for (NS-WS-50).
   */
  function description(exchange: RequestContext): void {
    const servers = [
      {url: origins.url(contract.api, exchange.worldId, exchange.request) + contract.prefix},
    ];
    const body = JSON.stringify({...document(), servers});
    answering.finish(exchange, {
      status: 200,
      situation: 'description',
      headers: answering.failureHeaders,
      body,
    });
  }
}

const DEFECTIVE: Why = {
  expected: 'a credential of this world',
  got: 'one that a defect refuses',
  todo: 'take a world without the defect',
};

const NO_SKIPS: ReadonlySet<string> = new Set();

type Arrived = IncomingMessage & {exchange: RequestContext};

const exchangeOf = (request: IncomingMessage): RequestContext => (request as Arrived).exchange;

const unknownWorld = (id: string): Why => ({
  expected: 'a world that was made',
  got: `/w/${id}`,
  todo: 'make a world through the control plane',
});
