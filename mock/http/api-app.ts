import type {RequestListener} from 'node:http';
import {findWorld, worldNotFound} from './steps/find-world.ts';
import type {IssuedCredential} from './api-interface.ts';
import {
  forRequests,
  forTools,
  pipelineOf,
  type Pipeline,
  type PipelineOf,
  type PipelineParts,
} from './pipeline.ts';
import {JSON_TYPE} from './prepared-response.ts';
import {
  contextOf,
  hasOperation,
  hasWorld,
  type AddressedRequest,
  type OperationContext,
  type ToolCall,
  type WorldContext,
} from './request-context.ts';
import {respondRefusal, respondToFault, runSteps, serveOperation} from './serve.ts';
import type {ServedOperation} from './served-operation.ts';
import {inTurn, type Step} from './step.ts';

/** A tool call with a valid token. */
export interface ToolRequest extends Omit<AddressedRequest, 'method'> {
  /** Id of the operation behind the tool. */
  operation: string;
  /** Path parameters by name. */
  params: Readonly<Record<string, string>>;
  credential: IssuedCredential;
  tool: ToolCall;
}

/** The steps of one pipeline once the operation is known, for HTTP requests and for tool calls. */
interface OperationSteps {
  forRequests: Step<OperationContext>;
  forTools: Step<OperationContext>;
}

/** Serves one API over HTTP, and its operations to the MCP server. */
export class ApiApp {
  /** Every operation that is served, by id. */
  readonly operations: ReadonlyMap<string, ServedOperation>;
  readonly #parts: PipelineParts;
  readonly #pipelineFor: PipelineOf;
  /** Responds to requests for worlds that do not exist. */
  readonly #plain: Pipeline;
  readonly #steps = new WeakMap<Pipeline, OperationSteps>();
  readonly #version: string;

  /** @param pipelineFor returns the pipeline of a world */
  constructor(parts: PipelineParts, pipelineFor: PipelineOf) {
    this.operations = parts.operations;
    this.#parts = parts;
    this.#pipelineFor = pipelineFor;
    this.#plain = pipelineOf(parts);
    this.#version = parts.api.specification.contract.prefix.includes('/v3') ? 'v3' : 'v1';
  }

  /** Serves an HTTP request. */
  readonly listener: RequestListener = (request, response) => {
    const context = contextOf(findWorld(this.#parts.worlds, request, response));
    if (!hasWorld(context))
      return respondRefusal(this.#plain, context, worldNotFound(context.worldId));
    const pipeline = this.#pipelineFor(context.world, 'api');
    try {
      context.duePersisted = context.world.handleDue();
      this.#serve(pipeline, context);
    } catch (error) {
      respondToFault(pipeline, context, error);
    }
  };

  /** Serves a tool call, from the step after authentication on. */
  call({operation, params, credential, tool, ...addressed}: ToolRequest): void {
    const context = contextOf({...addressed, method: 'POST'}, tool);
    if (!hasWorld(context))
      return respondRefusal(this.#plain, context, worldNotFound(context.worldId));
    const pipeline = this.#pipelineFor(context.world, 'mcp');
    context.params = params;
    context.credential = credential;
    try {
      this.#serveOperation(pipeline, context, operation, this.#stepsOf(pipeline).forTools);
    } catch (error) {
      respondToFault(pipeline, context, error);
    }
  }

  #serve(pipeline: Pipeline, context: WorldContext): void {
    const route = pipeline.route(context);
    if ('refused' in route) return respondRefusal(pipeline, context, route);
    if (route.serves === 'description') return this.#describe(pipeline, context);
    if (route.serves === 'stub') return this.#serveStub(pipeline, context);
    context.params = route.params;
    this.#serveOperation(pipeline, context, route.id, this.#stepsOf(pipeline).forRequests);
  }

  #serveOperation(
    pipeline: Pipeline,
    context: WorldContext,
    id: string,
    steps: Step<OperationContext>,
  ): void {
    context.operation = pipeline.operations.get(id);
    context.version = this.#version;
    if (hasOperation(context)) serveOperation(pipeline, steps, context);
  }

  /** Serves a read of another version of the API: it is only counted. */
  #serveStub(pipeline: Pipeline, context: WorldContext): void {
    const {api} = this.#parts;
    context.version = 'v3';
    runSteps(pipeline, inTurn(pipeline.authenticate, pipeline.count), context, () =>
      pipeline.respond(context, {
        status: 200,
        situation: 'stub',
        headers: {...JSON_TYPE, ...api.headers, ...context.headers},
        body: api.stub?.body,
      }),
    );
  }

  /** Serves the effective contract, for client generators; no key is needed (NS-WS-50). */
  #describe(pipeline: Pipeline, context: WorldContext): void {
    const {api, origins, description} = this.#parts;
    const {api: name, prefix} = api.specification.contract;
    const origin = origins.url(name, context.worldId, context.request);
    const served = description(context.world);
    const {paths} = served as {paths: Paths};
    pipeline.respond(context, {
      status: 200,
      situation: 'description',
      headers: {...JSON_TYPE, ...api.headers},
      body: JSON.stringify({
        ...served,
        servers: [{url: origin + prefix}],
        paths: withOrigin(paths, origin),
      }),
    });
  }

  #stepsOf(pipeline: Pipeline): OperationSteps {
    const existing = this.#steps.get(pipeline);
    if (existing) return existing;
    const steps = {forRequests: forRequests(pipeline), forTools: forTools(pipeline)};
    this.#steps.set(pipeline, steps);
    return steps;
  }
}

/** An operation of an OpenAPI document, which may have servers of its own. */
type OpenApiOperation = {servers?: {url: string}[]};

/** The paths of an OpenAPI document: operations by method. */
type Paths = Record<string, Record<string, OpenApiOperation>>;

/** Returns the paths, with the servers of single operations changed to URLs of a world. */
const withOrigin = (paths: Paths, origin: string): Paths =>
  mapped(paths, (item) => mapped(item, (operation) => operationAt(operation, origin)));

const operationAt = (operation: OpenApiOperation, origin: string): OpenApiOperation => ({
  ...operation,
  ...(operation.servers && {servers: operation.servers.map(({url}) => ({url: origin + url}))}),
});

const mapped = <T>(record: Record<string, T>, change: (member: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, member]) => [name, change(member)]));
