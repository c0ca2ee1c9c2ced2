import type {IncomingMessage, RequestListener} from 'node:http';
import express, {type Request, type Response} from 'express';
import type {Operation} from '../../spec/contract.ts';
import {isRefused, type Done, type Input, type Link, type Why} from '../operation.ts';
import type {Ports} from '../world/ports.ts';
import {signed} from '../world/signed-link.ts';
import type {Table} from '../world/table.ts';
import {UNCHECKED, WorldView} from '../world/view.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {allowedMethods} from './allowed-methods.ts';
import {send, type Answer} from './answer.ts';
import {bodyOf, inputOf, parameterOf} from './asked.ts';
import {identify} from './credential.ts';
import {deviated} from './deviate.ts';
import {enter, type Exchange, type ToolCall} from './exchange.ts';
import type {Credential, Face, Refusal} from './face.ts';
import {write} from './json-body.ts';
import {Meeting} from './meeting.ts';
import {carelessly} from './request-body.ts';
import type {Origins} from './origins.ts';
import {Plan, type PlannedOperation} from './plan.ts';
import {PreferredAnswers, preferenceOf, type Preference} from './preferred.ts';
import {published} from './published.ts';
import type {Invalid} from './request-schemas.ts';

const JSON_TYPE = {'content-type': 'application/json; charset=utf-8'};

export interface ApiParts {
  face: Face;
  worlds: Worlds;
  origins: Origins;
  ports: Ports;
}

/** One API, as its two faces use it. */
export interface ApiApp {
  listener: RequestListener;
  /** Every operation that is served. */
  operations: ReadonlyMap<string, PlannedOperation>;
  /** Does what a tool asks for (`exchange.tool`), whose credential is known. */
  call(exchange: Exchange): void;
  /** What the defects of a world make of the MCP server. */
  toolPlan(world: World): Plan;
}

/**
 * One API over HTTP: the routes come from the contract, the answers from the chapters' transitions. Order of judgement:
 * world, route, credential (401), limits (429), ability (403), request, transition.
 */
export function apiApp({face, worlds, origins, ports}: ApiParts): ApiApp {
  const {contract} = face.law;
  const version = contract.prefix.includes('/v3') ? 'v3' : 'v1';
  const sound = new Plan(face, []);
  const plans = {rest: new WeakMap<World, Plan>(), tool: new WeakMap<World, Plan>()};
  const meetings = new WeakMap<World, Map<string, Meeting>>();
  const failureHeaders = {...JSON_TYPE, ...face.headers};
  let rendered: object | undefined;
  const document = (): object => (rendered ??= published(face, sound));
  const preferred = new PreferredAnswers(document);

  const planOf = ({world, tool}: Pick<Exchange, 'world' | 'tool'>): Plan => {
    if (!world?.defects.length) return sound;
    const made = tool ? plans.tool : plans.rest;
    let plan = made.get(world);
    if (!plan) made.set(world, (plan = new Plan(face, world.defects.filter((defect) => tool || defect.face !== 'mcp'), sound)));
    return plan;
  };

  // The router alone: an Express app would give every request and response another prototype, and nothing here needs it.
  const router = express.Router();
  for (const {contract: operation} of sound.operations.values()) {
    const route = (contract.prefix + operation.path).replaceAll(/\{(\w+)\}/g, ':$1');
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    router[method](route, (request) => serve(exchangeOf(request), operation.id, request));
  }
  router.get('/openapi.json', (request) => description(exchangeOf(request)));
  if (face.stub) router.get(face.stub.path, (request) => stub(exchangeOf(request)));
  return {
    listener: (request, response) => {
      const exchange = enter(worlds, request, response);
      try {
        arrived(exchange);
      } catch (error) {
        failed(exchange, error);
      }
    },
    operations: sound.operations,
    call(exchange) {
      try {
        called(exchange);
      } catch (error) {
        failed(exchange, error);
      }
    },
    toolPlan: (world) => planOf({world, tool: ANY_TOOL}),
  };

  function arrived(exchange: Exchange): void {
    const {request, response, world} = exchange;
    if (!world) return refused(exchange, 'world-not-found', unknownWorld(exchange.worldId));
    (request as Arrived).exchange = exchange;
    request.url = exchange.path = planOf(exchange).path(exchange.path);
    router(request as Request, response as Response, (error?: unknown) => (error ? failed(exchange, error) : noRoute(exchange)));
  }

  function serve(exchange: Exchange, id: string, request: Request): void {
    exchange.operation = id;
    exchange.params = request.params as Record<string, string>;
    const operation = planOf(exchange).operations.get(id)!;
    if (identified(exchange, operation.skips) && counted(exchange, operation.skips, version)) allowed(exchange, operation);
  }

  function called(exchange: Exchange): void {
    const operation = planOf(exchange).operations.get(exchange.operation!)!;
    if (counted(exchange, operation.skips, version)) allowed(exchange, operation);
  }

  /** Judges ability and body. */
  function allowed(exchange: Exchange, operation: PlannedOperation): void {
    const credential = exchange.credential!;
    const {ability} = operation;
    if (ability && ![ability, ...operation.also].every((one) => credential.abilities?.includes(one)) && !operation.skips.has('forbidden'))
      return refused(exchange, 'forbidden', {
        expected: `a key with ${ability}`, got: credential.abilities?.join(', ') || 'none', todo: 'use a key that carries the ability',
      });
    const preference = exchange.tool ? undefined : preferenceOf(exchange.request.headers.prefer);
    if (preference) return ordered(exchange, operation, preference);
    if (!operation.contract.request) return prepared(exchange, operation, undefined);
    bodyOf(exchange)
      .then((found) => {
        const read = operation.skips.has('what-follows') ? carelessly(found) : found;
        if ('body' in read) return prepared(exchange, operation, read.body);
        const {invalid} = operation.contract;
        const malformed = operation.contract.outcomes.some((outcome) => outcome.situation === 'body-refused') ? 'body-refused' : invalid;
        return refused(exchange, malformed ?? 'body-refused', read.unreadable);
      })
      .catch((error: unknown) => failed(exchange, error));
  }

  /** Finds the credential; answers and returns false when there is none. */
  function identified(exchange: Exchange, skips: ReadonlySet<string>): boolean {
    const world = exchange.world!;
    const presented = face.present(exchange.request);
    const found = identify(face, worlds, world, presented, skips);
    const known = 'secret' in found ? found : undefined;
    const credential = planOf(exchange).credential(presented.secret, known, exchange.method, () => world.table(face.credentials).all() as Iterable<Credential>);
    if (!credential) {
      const {condition, why} = 'secret' in found ? {condition: face.unknown, why: DEFECTIVE} : found;
      exchange.stranger = true;
      exchange.condition = condition;
      refused(exchange, 'unauthenticated', why);
      return false;
    }
    exchange.credential = credential;
    return true;
  }

  /** Counts the request; answers and returns false when a limit refuses it. */
  function counted(exchange: Exchange, skips: ReadonlySet<string>, as: string): boolean {
    const {world, credential, method, operation} = exchange;
    const admission = face.admit(world!, credential!, {method, version: as, operation}, skips);
    if (admission.headers) exchange.headers = admission.headers;
    if (!admission.refused) return true;
    exchange.headers = {...admission.headers, ...admission.refused.headers};
    refused(exchange, admission.refused.situation, admission.refused.why);
    return false;
  }

  /** Judges query and body, then runs the operation. */
  function prepared(exchange: Exchange, operation: PlannedOperation, body: unknown): void {
    const {contract: said} = operation;
    const input = inputOf(exchange, operation, body);
    if (said.invalid) {
      const invalid = invalidIn(exchange, said, input);
      if (invalid) return refused(exchange, said.invalid, invalid.why, {form: said.invalid === 'body-refused' ? 1 : 0, errors: invalid.errors});
    }
    if (!operation.stale.length) return run(exchange, operation, input);
    const world = exchange.world!;
    const stale = new Map(operation.stale.map((name): [string, Table] => [name, world.table(name).snapshot()]));
    meeting(world, said.id)
      .arrive(ports)
      .then(() => run(exchange, operation, input, stale))
      .catch((error: unknown) => failed(exchange, error));
  }

  function run(exchange: Exchange, operation: PlannedOperation, input: Input, stale?: ReadonlyMap<string, Table>): void {
    const world = exchange.world!;
    const tenant = tenantNamed(operation, exchange.path, input) || exchange.credential!.tenant;
    const blur = stale || operation.tenancy || operation.skips.size ? {skips: operation.skips, tenancy: operation.tenancy, ...(stale && {stale})} : undefined;
    const outcome = operation.transition(new WorldView(world, tenant, world.now(), blur), input);
    if (isRefused(outcome))
      return refused(exchange, outcome.refused, outcome.why, {
        form: outcome.form ?? 0,
        ...(outcome.errors && {errors: outcome.errors}),
        condition: named(exchange, operation),
      });
    const kept = commit(exchange, operation, outcome);
    const answer = done(exchange, operation, outcome);
    const waits = kept ?? exchange.settled;
    if (waits) waits.then(() => finish(exchange, answer), (error: unknown) => failed(exchange, error));
    else finish(exchange, answer);
  }

  function commit(exchange: Exchange, operation: PlannedOperation, {changes = [], effects = []}: Done): Promise<void> | undefined {
    if (!changes.length && !effects.length) return undefined;
    const world = exchange.world!;
    const put = operation.changes.reduce((rest, defect) => deviated(world, rest, (table) => table === defect.table, defect), changes);
    exchange.changes = put.map((change) => `${change.table}/${'put' in change ? change.put.key : change.del}`);
    return world.commit({changes: put, effects});
  }

  function done(exchange: Exchange, operation: PlannedOperation, outcome: Done): Answer {
    const url = (link: Link): string => origins.url('objects', exchange.worldId, exchange.request) + signed(exchange.world!, link);
    const status = planOf(exchange).status(operation.contract, outcome.situation, outcome.form);
    const {text} = outcome;
    const body = outcome.body === undefined ? text?.text : write(outcome.body, url);
    const type = text ? {'content-type': text.type} : JSON_TYPE;
    const headers: Record<string, string> = {...(body && type), ...face.headers, ...exchange.headers};
    for (const [name, value] of Object.entries(outcome.headers ?? {})) headers[name] = typeof value === 'string' ? value : url(value);
    return {status, situation: outcome.situation, headers, body};
  }

  function refused(exchange: Exchange, situation: string, why: Why, more: Told = {}): void {
    exchange.why = why;
    if (more.condition) exchange.condition = more.condition;
    if (planOf(exchange).disturbs(exchange.operation, situation)) disturbed(exchange, situation, more);
    else tell(exchange, situation, more, exchange.condition === undefined ? [] : [exchange.condition]);
  }

  /** A refusal that a defect wants to see the request for: what it is answered as depends on it, or the work is done all the same. */
  function disturbed(exchange: Exchange, situation: string, more: Told): void {
    const world = exchange.world!;
    const plan = planOf(exchange);
    const operation = plan.operations.get(exchange.operation!)!;
    const {contract: said} = operation;
    (said.request ? bodyOf(exchange) : Promise.resolve({body: undefined}))
      .then(async (read) => {
        const input = inputOf(exchange, operation, 'body' in read ? read.body : undefined);
        const invalid = 'unreadable' in read || invalidIn(exchange, said, input);
        const {tenant} = exchange.credential ?? world.table(face.credentials).all().next().value!;
        // A request that breaks its schema can only be done in the place of the refusal that says so.
        for (const {only, keep, changes: others} of plan.effects(said.id, situation)) {
          if (invalid && situation !== said.invalid && !others) continue;
          const view = new WorldView(world, tenant, world.now(), UNCHECKED);
          const outcome = others ? {situation, changes: others(view)} : operation.transition(view, input);
          if (isRefused(outcome)) continue;
          const changes = (outcome.changes ?? []).filter(({table}) => !only || only.includes(table));
          await world.commit({changes: deviated(world, changes, () => true, {keep: keep ?? []}), effects: []});
        }
        const conditions = [exchange.condition, named(exchange, operation), invalid ? 'invalid' : undefined];
        tell(exchange, situation, more, conditions.filter((one) => one !== undefined));
      })
      .catch((error: unknown) => failed(exchange, error));
  }

  function tell(exchange: Exchange, situation: string, {form = 0, errors}: Told, conditions: string[]): void {
    const found = planOf(exchange).refusal(exchange.operation, situation, form, conditions);
    const refusal: Refusal = errors ? {...found.refusal, errors} : found.refusal;
    const body = JSON.stringify(face.failure(refusal));
    const headers = {...failureHeaders, ...exchange.headers};
    const answer = {status: refusal.status, situation: found.situation, headers, body};
    if (exchange.settled) exchange.settled.then(() => finish(exchange, answer), () => finish(exchange, answer));
    else finish(exchange, answer);
  }

  function finish(exchange: Exchange, plain: Answer): void {
    const {world, worldId, operation, method, path, why, condition, changes} = exchange;
    const plan = planOf(exchange);
    const answer = plan.finish(operation, plain, condition);
    if (exchange.tool) exchange.tool.answered(answer);
    else send(exchange.response, answer, method === 'HEAD');
    const rule = why && operation ? (plan.rule(operation, answer.situation, condition) ?? plan.rule(operation, answer.situation)) : undefined;
    const entry = {
      at: world?.now() ?? ports.now(), world: worldId, method, path,
      status: answer.status, situation: answer.situation,
      ...(operation !== undefined && {operation}), ...(rule && {rule}), ...(why && {why}), ...(changes?.length && {changes}),
    };
    worlds.journal(entry);
    if (exchange.stranger) worlds.lobby.add(entry);
  }

  /** The documented answer that the client asked for; nothing is looked at or changed. */
  function ordered(exchange: Exchange, {contract: operation}: PlannedOperation, preference: Preference): void {
    const unknown = preferred.unknown(operation, preference);
    if (unknown) {
      const told = `there are ${unknown.documented.join(', ') || 'none'}`;
      const why = {expected: unknown.documented.join(', ') || 'no example', got: unknown.asked, todo: 'mend or leave out the header Prefer'};
      return refused(exchange, 'preference-unknown', why, {errors: {prefer: [`The document has no ${unknown.asked} for ${operation.id}; ${told}.`]}});
    }
    preferred
      .answer(operation, preference)
      .then(({status, headers, body: made}) => {
        const body = made === undefined ? undefined : JSON.stringify(made);
        finish(exchange, {status, situation: 'preferred', headers: {...headers, ...(body && JSON_TYPE), ...face.headers, ...exchange.headers}, body});
      })
      .catch((error: unknown) => failed(exchange, error));
  }

  function noRoute(exchange: Exchange): void {
    const allowed = allowedMethods(face, exchange.path);
    if (!allowed.length)
      return refused(exchange, 'route-not-found', {
        expected: `a path of the ${contract.api} API, below ${contract.prefix}`, got: exchange.path.split('?')[0]!, todo: 'compare base URL and path with the document',
      });
    exchange.headers = {allow: allowed.join(', ')};
    return refused(exchange, 'method-not-allowed', {expected: allowed.join(' or '), got: exchange.method, todo: 'use a documented method'});
  }

  function stub(exchange: Exchange): void {
    if (identified(exchange, NO_SKIPS) && counted(exchange, NO_SKIPS, 'v3')) finish(exchange, {status: 200, situation: 'stub', headers: {...failureHeaders, ...exchange.headers}, body: face.stub!.body});
  }

  /** The effective contract, for whoever generates clients from it; no key is asked for (NS-WS-50). */
  function description(exchange: Exchange): void {
    const servers = [{url: origins.url(contract.api, exchange.worldId, exchange.request) + contract.prefix}];
    const body = JSON.stringify({...document(), servers});
    finish(exchange, {status: 200, situation: 'description', headers: failureHeaders, body});
  }

  function failed(exchange: Exchange | undefined, error: unknown): void {
    if (!exchange || exchange.response.headersSent) return;
    if ((error as {status?: number}).status === 400)
      return refused(exchange, 'request-malformed', {expected: 'a well-formed path', got: exchange.path, todo: 'mend the percent-encoding'});
    refused(exchange, 'broken', {expected: 'no fault in the mock', got: (error as Error).stack ?? String(error), todo: 'report it'});
  }

  /** Whether the path names another tenant's row or none: an operation cannot know, its view rightly ends at its tenant. */
  function named({world, params, credential}: Exchange, {contract: said}: PlannedOperation): 'foreign' | 'unknown' | undefined {
    for (const parameter of said.parameters) {
      const table = parameter.names && face.chapters.find((chapter) => chapter.resources?.[parameter.names!])?.resources?.[parameter.names];
      const row = table && world!.table(table).get(params?.[parameter.name] ?? '');
      if (table) return row && row.tenant !== credential?.tenant ? 'foreign' : 'unknown';
    }
    return undefined;
  }

  function invalidIn(exchange: Exchange, operation: Operation, {body, query}: Input): Invalid | undefined {
    const {schemas} = planOf(exchange);
    return schemas.body(operation, body) ?? schemas.query(operation, query);
  }

  function meeting(world: World, operation: string): Meeting {
    const here = meetings.get(world) ?? new Map<string, Meeting>();
    meetings.set(world, here);
    const met = here.get(operation) ?? new Meeting();
    here.set(operation, met);
    return met;
  }
}

/** The tenant that a parameter names, in the query or, to some defects, in the body. */
function tenantNamed({tenantIn}: PlannedOperation, path: string, {body}: Input): string | undefined {
  const named = tenantIn && (tenantIn.body ? (body as Record<string, unknown> | undefined)?.[tenantIn.parameter] : parameterOf(path, tenantIn.parameter));
  return typeof named === 'string' ? named : undefined;
}

/** What more is told of a refusal. */
interface Told {
  form?: number;
  errors?: Record<string, string[]>;
  condition?: string | undefined;
}

const DEFECTIVE: Why = {expected: 'a credential of this world', got: 'one that a defect refuses', todo: 'take a world without the defect'};

const NO_SKIPS: ReadonlySet<string> = new Set();

/** Stands for every tool call. */
const ANY_TOOL: ToolCall = {query: {}, headers: {}, answered: () => {}};

type Arrived = IncomingMessage & {exchange: Exchange};

const exchangeOf = (request: IncomingMessage): Exchange => (request as Arrived).exchange;

const unknownWorld = (id: string): Why => ({expected: 'a world that was made', got: `/w/${id}`, todo: 'make a world through the control plane'});
