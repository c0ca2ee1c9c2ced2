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
import {validate} from './steps/validate.ts';

/**
 * The way of a request through one API, in the order in which the documents judge it (Errors): an
 * unknown path is refused before a missing credential, a spent limit before a missing ability, and
 * query and body are read last. `api-app.ts` finds the route and chooses the steps, `serve.ts`
 * takes a request along them. A defect replaces parts or whole steps, so that a world may have a pipeline
 * of its own.
 */
export interface Pipeline {
  /** 404 and 405: what serves the path and method. */
  route: FindRoute;
  /** The operations that routes and tools name. */
  operations: ReadonlyMap<string, ServedOperation>;
  /** 401: whose credential it is. */
  authenticate: Step;
  /** 429: the limits of the credential. */
  count: Step;
  /** 403: the ability that the operation needs. */
  authorize: Step<OperationContext>;
  /** The documented response that a client has ordered by `Prefer`. */
  prefer: Step<OperationContext>;
  /** 400: path, query, headers and body. */
  read: Step<OperationContext>;
  /** 422: the schemas of body and query. */
  validate: Step<OperationContext>;
  /** The work of the operation, or the refusal by what the world holds: 404, 409, 422. */
  perform: Step<OperationContext>;
  /** The changes, whole. */
  commit: Step<OperationContext>;
  /** The response of work that was done. */
  render: Render;
  /** The response of a request that one of the steps refused. */
  refuse: Refuse;
  /** On the wire, and in the journal. */
  respond: Respond;
}

/** What the steps of a pipeline are made from. */
export interface PipelineParts {
  api: ApiInterface;
  worlds: Worlds;
  origins: Origins;
  ports: Ports;
  operations: ReadonlyMap<string, ServedOperation>;
  route: FindRoute;
  limits: readonly Limit[];
  /** The API as an OpenAPI document, without `servers`. */
  description(): object;
  schemas: RequestSchemas;
  outcomes: OutcomeTable;
  resources: ResourceTables;
  parse(bytes: Buffer): ReadBody;
  view: ViewOf;
}

/** The pipelines of an API's worlds, by the interface that is used: the API or its MCP server. */
export type PipelineOf = (world: World, via: 'api' | 'mcp') => Pipeline;

/** The parts of an API as contract, profile and chapters have them. */
export function partsOf({
  api,
  worlds,
  origins,
  ports,
}: Pick<PipelineParts, 'api' | 'worlds' | 'origins' | 'ports'>): PipelineParts {
  const operations = servedOperations(api);
  const outcomes = new OutcomeTable(api);
  return {
    api,
    worlds,
    origins,
    ports,
    operations,
    route: routesOf(api, operations.keys()),
    limits: api.limits,
    description: onceMade(() => published(api, operations, outcomes)),
    schemas: new RequestSchemas(documentedSchemas(api.specification.contract)),
    outcomes,
    resources: new ResourceTables(api.chapters),
    parse: parseBody,
    view: viewOfTenant,
  };
}

/** Puts the steps together. */
export function pipelineOf(parts: PipelineParts): Pipeline {
  const {api, worlds, origins, ports, outcomes} = parts;
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
    respond: respond(outcomes, worlds, ports),
  };
}

/** The steps of a request to an operation, in their order. */
export const forRequests = (pipeline: Pipeline): Step<OperationContext> =>
  inTurn<OperationContext>(pipeline.authenticate, ...afterAuthentication(pipeline));

/** The steps of a tool call, whose token is known already. */
export const forTools = (pipeline: Pipeline): Step<OperationContext> =>
  inTurn(...afterAuthentication(pipeline));

const afterAuthentication = (pipeline: Pipeline): Step<OperationContext>[] => [
  pipeline.count,
  pipeline.authorize,
  pipeline.prefer,
  pipeline.read,
  pipeline.validate,
  pipeline.perform,
  pipeline.commit,
];

/** A value that is made when it is first needed. */
function onceMade<T>(make: () => T): () => T {
  let made: {value: T} | undefined;
  return () => {
    made ??= {value: make()};
    return made.value;
  };
}
