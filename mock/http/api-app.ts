import type {RequestListener} from 'node:http';
import {findWorld, worldNotFound} from './steps/find-world.ts';
import type {IssuedCredential} from './api-interface.ts';
import {
  afterAuthentication,
  pipelineOf,
  type Pipeline,
  type PipelineOf,
  type PipelineParts,
} from './pipeline.ts';
import {JSON_TYPE} from './prepared-response.ts';
import {published} from './published.ts';
import {
  contextOf,
  hasOperation,
  hasWorld,
  type AddressedRequest,
  type OperationContext,
  type RequestContext,
  type ToolCall,
  type WorldContext,
} from './request-context.ts';
import {respondRefusal, respondToFault, serveOperation, take} from './serve.ts';
import type {ServedOperation} from './served-operation.ts';
import {inTurn, type Step} from './step.ts';

/** A call of a tool whose token is known. */
export interface ToolRequest extends Omit<AddressedRequest, 'method' | 'settled'> {
  /** Id of the operation that the tool stands for. */
  operation: string;
  /** Path parameters by name. */
  params: Record<string, string>;
  credential: IssuedCredential;
  tool: ToolCall;
}

/** One API over HTTP, and the way in for tools. */
export interface ApiApp {
  listener: RequestListener;
  /** Every operation that is served, by id. */
  operations: ReadonlyMap<string, ServedOperation>;
  /** Serves a tool call: it takes the steps after authentication. */
  call(request: ToolRequest): void;
}

/** One API over HTTP. */
export function apiApp(parts: PipelineParts, pipelineFor: PipelineOf): ApiApp {
  const {api, worlds, origins, operations, outcomes} = parts;
  const {contract} = api.specification;
  const version = contract.prefix.includes('/v3') ? 'v3' : 'v1';
  const plain = pipelineOf(parts);
  const document = onceMade(() => published(api, operations, outcomes));
  const stepsOf = onceEach((pipeline: Pipeline) => {
    const forTools = afterAuthentication(pipeline);
    return {forTools, forRequests: inTurn<OperationContext>(pipeline.authenticate, forTools)};
  });
  return {
    listener(request, response) {
      const context = contextOf(findWorld(worlds, request, response));
      if (!hasWorld(context)) return respondRefusal(plain, context, worldNotFound(context.worldId));
      const pipeline = pipelineFor(context.world, 'api');
      guarded(pipeline, context, () => serveRoute(pipeline, context));
    },
    operations,
    call({operation, params, credential, tool, ...addressed}) {
      const context = contextOf({...addressed, method: 'POST', settled: undefined}, tool);
      if (!hasWorld(context)) return;
      const pipeline = pipelineFor(context.world, 'mcp');
      context.params = params;
      context.credential = credential;
      guarded(pipeline, context, () =>
        serveNamed(pipeline, context, operation, stepsOf(pipeline).forTools),
      );
    },
  };

  function serveRoute(pipeline: Pipeline, context: WorldContext): void {
    const route = pipeline.route(context);
    if (!route) return;
    if ('refused' in route) return respondRefusal(pipeline, context, route);
    if (route.serves === 'description') return describe(pipeline, context);
    if (route.serves === 'stub') return serveStub(pipeline, context);
    context.params = route.params;
    serveNamed(pipeline, context, route.id, stepsOf(pipeline).forRequests);
  }

  function serveNamed(
    pipeline: Pipeline,
    context: WorldContext,
    id: string,
    steps: Step<OperationContext>,
  ): void {
    context.operation = pipeline.operations.get(id);
    context.version = version;
    if (hasOperation(context)) serveOperation(pipeline, steps, context);
  }

  /** Serves a read of another version: it is counted, and nothing else. */
  function serveStub(pipeline: Pipeline, context: WorldContext): void {
    context.version = 'v3';
    take(pipeline, inTurn(pipeline.authenticate, pipeline.count), context, () =>
      pipeline.respond(context, {
        status: 200,
        situation: 'stub',
        headers: {...JSON_TYPE, ...api.headers, ...context.headers},
        body: api.stub?.body,
      }),
    );
  }

  /**
   * The effective contract, for whoever generates clients from it; no key is needed (NS-WS-50).
   */
  function describe(pipeline: Pipeline, context: RequestContext): void {
    const servers = [
      {url: origins.url(contract.api, context.worldId, context.request) + contract.prefix},
    ];
    pipeline.respond(context, {
      status: 200,
      situation: 'description',
      headers: {...JSON_TYPE, ...api.headers},
      body: JSON.stringify({...document(), servers}),
    });
  }
}

/** Does the work; a fault in it is answered 500. */
function guarded(pipeline: Pipeline, context: RequestContext, work: () => void): void {
  try {
    work();
  } catch (error) {
    respondToFault(pipeline, context, error);
  }
}

/** A value that is made when it is first needed. */
function onceMade<T>(make: () => T): () => T {
  let made: {value: T} | undefined;
  return () => {
    made ??= {value: make()};
    return made.value;
  };
}

/** A value for each key, made when it is first needed. */
function onceEach<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>();
  return (key) => {
    const there = made.get(key);
    if (there !== undefined) return there;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
