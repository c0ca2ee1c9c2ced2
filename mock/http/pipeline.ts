import {parseBody, type ReadBody} from './request-body.ts';
import type {Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import type {ApiInterface, Limit} from './api-interface.ts';
import type {Origins} from './origins.ts';
import {OutcomeTable} from './outcome-table.ts';
import {PreferredResponses} from './preferred.ts';
import {published} from './published.ts';
import type {OperationContext} from './request-context.ts';
import {documentedSchemas, RequestSchemas} from './request-schemas.ts';
import {ResourceTables} from './resource-tables.ts';
import {servedOperations, type ServedOperation} from './served-operation.ts';
import {inTurn, type Step} from './step.ts';
import {authenticate} from './steps/authenticate.ts';
import {authorize} from './steps/authorize.ts';
import {commit} from './steps/commit.ts';
import {count} from './steps/count.ts';
import {perform, viewOfTenant, type ViewOf} from './steps/perform.ts';
import {prefer} from './steps/prefer.ts';
import {read} from './steps/read.ts';
import {refuse, type Refuse} from './steps/refuse.ts';
import {render, type Render} from './steps/render.ts';
import {respond, type Respond} from './steps/respond.ts';
import {routesOf, type FindRoute} from './steps/route.ts';
import {skipWait} from './steps/skip-wait.ts';
import {validate} from './steps/validate.ts';
import {Unread} from './unread.ts';

/**
 * The steps of a request through one API, in the order of the checks in the documents (Errors): an unknown path is
 * refused before a missing credential, an exceeded limit before a missing ability, and query and body are read last.
 * `api-app.ts` finds the route and selects the steps, `serve.ts` runs them. Defects replace parts or whole steps, so a
 * world may have a pipeline of its own.
 */
export interface Pipeline {
  /** 404 and 405: finds what serves the path and method. */
  route: FindRoute;
  /** The operations that routes and tools refer to. */
  operations: ReadonlyMap<string, ServedOperation>;
  /** 401: identifies the credential. */
  authenticate: Step;
  /** 429: applies the limits of the credential. */
  count: Step;
  /** 403: checks the ability that the operation needs. */
  authorize: Step<OperationContext>;
  /** Returns the documented response that a client requested with `Prefer`. */
  prefer: Step<OperationContext>;
  /** 400: reads path, query, headers and body. */
  read: Step<OperationContext>;
  /** 422: validates body and query against their schemas. */
  validate: Step<OperationContext>;
  /** Runs the operation, which refuses depending on the content of the world: 404, 409, 422. */
  perform: Step<OperationContext>;
  /** Commits the changes atomically. */
  commit: Step<OperationContext>;
  /** Renders the response of a successful operation. */
  render: Render;
  /** Renders the response to a request that a step refused. */
  refuse: Refuse;
  /** Sends the response, and adds it to the journal. */
  respond: Respond;
}

/** The parts from which the steps are made. */
export interface PipelineParts {
  api: ApiInterface;
  worlds: Worlds;
  origins: Origins;
  ports: Ports;
  operations: ReadonlyMap<string, ServedOperation>;
  route: FindRoute;
  limits: readonly Limit[];
  /** Makes the OpenAPI document of a world, without `servers`. */
  description(world: World): object;
  schemas: RequestSchemas;
  outcomes: OutcomeTable;
  resources: ResourceTables;
  unread: Unread;
  parse(bytes: Buffer): ReadBody;
  view: ViewOf;
}

/** Returns the pipeline of a world for an interface: the API or its MCP server. */
export type PipelineOf = (world: World, via: 'api' | 'mcp') => Pipeline;

/** Makes the parts of an API from contract, profile and chapters. */
export function partsOf({
  api,
  other,
  worlds,
  origins,
  ports,
}: Pick<PipelineParts, 'api' | 'worlds' | 'origins' | 'ports'> & {
  other: ApiInterface;
}): PipelineParts {
  const operations = servedOperations(api);
  const outcomes = new OutcomeTable(api);
  const schemas = documentedSchemas(api.specification.contract);
  return {
    api,
    worlds,
    origins,
    ports,
    operations,
    route: routesOf(api, operations.keys(), {other, origins}),
    limits: api.limits,
    description: onceMade((world) =>
      published(api, operations, outcomes, (name) => world.freedom(name)),
    ),
    schemas: new RequestSchemas(schemas),
    unread: new Unread(schemas, api.credentialHeader),
    outcomes,
    resources: new ResourceTables(api.chapters),
    parse: parseBody,
    view: viewOfTenant,
  };
}

/** Makes the steps. */
export function pipelineOf(parts: PipelineParts): Pipeline {
  const {api, worlds, origins, ports, outcomes, unread} = parts;
  return {
    route: parts.route,
    operations: parts.operations,
    authenticate: authenticate(api, worlds),
    count: count(parts.limits, api.limitHeaders),
    authorize,
    prefer: prefer(api, new PreferredResponses(parts.description), origins),
    read: read(parts.parse),
    validate: validate(parts.schemas),
    perform: perform(parts.view, parts.resources),
    commit,
    render: render(api, outcomes, origins),
    refuse: refuse(api, outcomes),
    respond: respond(outcomes, unread, worlds, ports),
  };
}

/** The steps of a request to an operation, in their order. */
export const forRequests = (pipeline: Pipeline): Step<OperationContext> =>
  inTurn<OperationContext>(pipeline.authenticate, ...afterAuthentication(pipeline));

/** The steps of a tool call, whose token has already been checked. */
export const forTools = (pipeline: Pipeline): Step<OperationContext> =>
  inTurn(...afterAuthentication(pipeline));

const afterAuthentication = (pipeline: Pipeline): Step<OperationContext>[] => [
  pipeline.count,
  pipeline.authorize,
  pipeline.prefer,
  pipeline.read,
  pipeline.validate,
  skipWait,
  pipeline.perform,
  pipeline.commit,
];

/** Makes a value of a world on first use. */
function onceMade<T>(make: (world: World) => T): (world: World) => T {
  const known = new WeakMap<World, T>();
  return (world) => {
    const made = known.get(world) ?? make(world);
    known.set(world, made);
    return made;
  };
}
