import express, {type Express, type Request, type Response} from 'express';
import {isRefused, type Done, type Input, type Link, type Why} from '../operation.ts';
import type {Ports} from '../world/ports.ts';
import {signed} from '../world/signed-link.ts';
import type {Table} from '../world/table.ts';
import {WorldView} from '../world/view.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {send, type Answer} from './answer.ts';
import {identify} from './credential.ts';
import {enter, type Exchange} from './exchange.ts';
import type {Credential, Face, Refusal} from './face.ts';
import {write} from './json-body.ts';
import {Meeting} from './meeting.ts';
import type {Origins} from './origins.ts';
import {keeping, Plan, type PlannedOperation} from './plan.ts';
import {PreferredAnswers, preferenceOf, type Preference} from './preferred.ts';
import {published} from './published.ts';
import {readBody} from './request-body.ts';

const JSON_TYPE = {'content-type': 'application/json; charset=utf-8'};

export interface ApiParts {
  face: Face;
  worlds: Worlds;
  origins: Origins;
  ports: Ports;
}

/**
 * One API over HTTP: the routes come from the contract, the answers from the chapters' transitions. Order of judgement:
 * world, route, credential (401), limits (429), ability (403), request, transition.
 */
export function apiApp({face, worlds, origins, ports}: ApiParts): Express {
  const {contract} = face.law;
  const version = contract.prefix.includes('/v3') ? 'v3' : 'v1';
  const sound = new Plan(face, []);
  const plans = new WeakMap<World, Plan>();
  const meetings = new WeakMap<World, Map<string, Meeting>>();
  const failureHeaders = {...JSON_TYPE, ...face.headers};
  let rendered: object | undefined;
  const document = (): object => (rendered ??= published(face, sound));
  const preferred = new PreferredAnswers(document);

  const planOf = (world: World | undefined): Plan => {
    if (!world?.defects.length) return sound;
    let plan = plans.get(world);
    if (!plan) plans.set(world, (plan = new Plan(face, world.defects)));
    return plan;
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response, next) => {
    const exchange = enter(worlds, request, response);
    response.locals['exchange'] = exchange;
    if (!exchange.world) return refused(exchange, 'world-not-found', unknownWorld(exchange.worldId));
    request.url = exchange.path;
    next();
  });
  for (const {contract: operation} of sound.operations.values()) {
    const route = (contract.prefix + operation.path).replaceAll(/\{(\w+)\}/g, ':$1');
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    app[method](route, (request, response) => serve(exchangeOf(response), operation.id, request));
  }
  app.get('/openapi.json', (_request, response) => description(exchangeOf(response)));
  if (face.stub) app.get(face.stub.path, (_request, response) => stub(exchangeOf(response)));
  app.use((_request, response) => noRoute(exchangeOf(response)));
  app.use((error: unknown, _request: Request, response: Response, _next: () => void) => failed(exchangeOf(response), error));
  return app;

  function serve(exchange: Exchange, id: string, request: Request): void {
    exchange.operation = id;
    const operation = planOf(exchange.world).operations.get(id)!;
    const credential = admitted(exchange, operation.skips, version);
    if (!credential) return;
    const {ability} = operation.contract;
    if (ability && ![ability, ...operation.also].every((one) => credential.abilities?.includes(one)) && !operation.skips.has('forbidden'))
      return refused(exchange, 'forbidden', {
        expected: `a key with ${ability}`, got: credential.abilities?.join(', ') || 'none', todo: 'use a key that carries the ability',
      });
    const preference = preferenceOf(request.headers.prefer);
    if (preference) return ordered(exchange, operation, preference);
    const path = request.params as Record<string, string>;
    if (!operation.contract.request) return prepared(exchange, operation, credential, path, undefined);
    readBody(exchange.request)
      .then((read) => {
        if ('body' in read) return prepared(exchange, operation, credential, path, read.body);
        const {invalid} = operation.contract;
        const malformed = operation.contract.outcomes.some((outcome) => outcome.situation === 'body-refused') ? 'body-refused' : invalid;
        return refused(exchange, malformed ?? 'body-refused', read.unreadable);
      })
      .catch((error: unknown) => failed(exchange, error));
  }

  /** Credential and limits; answers and returns undefined when the request is refused. */
  function admitted(exchange: Exchange, skips: ReadonlySet<string>, counted: string): Credential | undefined {
    const world = exchange.world!;
    const credential = identify(face, worlds, world, face.present(exchange.request), skips);
    if (!('secret' in credential)) {
      exchange.stranger = true;
      exchange.condition = credential.condition;
      refused(exchange, 'unauthenticated', credential.why);
      return undefined;
    }
    const admission = face.admit(world, credential, {method: exchange.method, version: counted}, skips);
    if (admission.headers) exchange.headers = admission.headers;
    if (!admission.refused) return credential;
    exchange.headers = {...admission.headers, ...admission.refused.headers};
    refused(exchange, admission.refused.situation, admission.refused.why);
    return undefined;
  }

  /** Judges query and body, then runs the operation. */
  function prepared(
    exchange: Exchange,
    operation: PlannedOperation,
    credential: Credential,
    path: Record<string, string>,
    body: unknown,
  ): void {
    const {schemas} = planOf(exchange.world);
    const input: Input = {path, query: declaredQuery(exchange.path, operation.query), body};
    const {contract: said} = operation;
    if (said.invalid) {
      const invalid = schemas.body(said, body) ?? schemas.query(said, input.query);
      if (invalid) return refused(exchange, said.invalid, invalid.why, {form: said.invalid === 'body-refused' ? 1 : 0, errors: invalid.errors});
    }
    if (!operation.stale.length) return run(exchange, operation, credential, input);
    const world = exchange.world!;
    const stale = new Map(operation.stale.map((name): [string, Table] => [name, world.table(name).snapshot()]));
    meeting(world, said.id)
      .arrive(ports)
      .then(() => run(exchange, operation, credential, input, stale))
      .catch((error: unknown) => failed(exchange, error));
  }

  function run(
    exchange: Exchange,
    operation: PlannedOperation,
    credential: Credential,
    input: Input,
    stale?: ReadonlyMap<string, Table>,
  ): void {
    const world = exchange.world!;
    const blur = stale || operation.tenancy || operation.skips.size ? {skips: operation.skips, tenancy: operation.tenancy, ...(stale && {stale})} : undefined;
    const outcome = operation.transition(new WorldView(world, credential.tenant, world.now(), blur), input);
    if (isRefused(outcome))
      return refused(exchange, outcome.refused, outcome.why, {
        form: outcome.form ?? 0,
        ...(outcome.errors && {errors: outcome.errors}),
        foreign: foreign(world, operation, credential, input),
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
    let put = changes;
    for (const {table, drop, keep} of operation.changes) {
      if (drop) put = put.filter((change) => change.table !== table);
      else
        put = put.map((change) =>
          change.table === table && 'put' in change ? {table, put: keeping(change.put, world.table(table).get(change.put.key), keep ?? [])} : change,
        );
    }
    exchange.changes = put.map((change) => `${change.table}/${'put' in change ? change.put.key : change.del}`);
    return world.commit({changes: put, effects});
  }

  function done(exchange: Exchange, operation: PlannedOperation, outcome: Done): Answer {
    const url = (link: Link): string => origins.url('objects', exchange.worldId, exchange.request) + signed(exchange.world!, link);
    const status = planOf(exchange.world).status(operation.contract, outcome.situation, outcome.form);
    const body = outcome.body === undefined ? undefined : Buffer.from(write(outcome.body, url));
    const headers: Record<string, string> = {...(body && JSON_TYPE), ...face.headers, ...exchange.headers};
    for (const [name, value] of Object.entries(outcome.headers ?? {})) headers[name] = typeof value === 'string' ? value : url(value);
    return {status, situation: outcome.situation, headers, body};
  }

  function refused(
    exchange: Exchange,
    situation: string,
    why: Why,
    {form = 0, errors, foreign}: {form?: number; errors?: Record<string, string[]>; foreign?: boolean | undefined} = {},
  ): void {
    exchange.why = why;
    if (foreign !== undefined) exchange.condition = foreign ? 'foreign' : 'unknown';
    const found = planOf(exchange.world).refusal(exchange.operation, situation, form, foreign);
    const refusal: Refusal = errors ? {...found.refusal, errors} : found.refusal;
    const body = Buffer.from(JSON.stringify(face.failure(refusal)));
    const headers = {...failureHeaders, ...exchange.headers};
    const answer = {status: refusal.status, situation: found.situation, headers, body};
    if (exchange.settled) exchange.settled.then(() => finish(exchange, answer), () => finish(exchange, answer));
    else finish(exchange, answer);
  }

  function finish(exchange: Exchange, plain: Answer): void {
    const {world, worldId, operation, method, path, why, condition, changes} = exchange;
    const plan = planOf(world);
    const answer = plan.finish(operation, plain);
    send(exchange.response, answer, method === 'HEAD');
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
      .answer(operation, exchange.path.slice(contract.prefix.length), preference)
      .then(({status, headers, body: made}) => {
        const body = made === undefined ? undefined : Buffer.from(JSON.stringify(made));
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
    const credential = admitted(exchange, planOf(exchange.world).skips(undefined), 'v3');
    if (credential) finish(exchange, {status: 200, situation: 'stub', headers: {...failureHeaders, ...exchange.headers}, body: face.stub!.body});
  }

  /** The effective contract, for whoever generates clients from it; no key is asked for (NS-WS-50). */
  function description(exchange: Exchange): void {
    const servers = [{url: origins.url(contract.api, exchange.worldId, exchange.request) + contract.prefix}];
    const body = Buffer.from(JSON.stringify({...document(), servers}));
    finish(exchange, {status: 200, situation: 'description', headers: failureHeaders, body});
  }

  function failed(exchange: Exchange | undefined, error: unknown): void {
    if (!exchange || exchange.response.headersSent) return;
    if ((error as {status?: number}).status === 400)
      return refused(exchange, 'request-malformed', {expected: 'a well-formed path', got: exchange.path, todo: 'mend the percent-encoding'});
    refused(exchange, 'broken', {expected: 'no fault in the mock', got: (error as Error).stack ?? String(error), todo: 'report it'});
  }

  /** Whether a refusal speaks of another tenant's row: an operation cannot know, its view rightly ends at its tenant. */
  function foreign(world: World, {contract: said}: PlannedOperation, credential: Credential, input: Input): boolean | undefined {
    for (const parameter of said.parameters) {
      const table = parameter.names && face.chapters.find((chapter) => chapter.resources?.[parameter.names!])?.resources?.[parameter.names];
      const row = table && world.table(table).get(input.path[parameter.name] ?? '');
      if (table) return row ? row.tenant !== credential.tenant : false;
    }
    return undefined;
  }

  function meeting(world: World, operation: string): Meeting {
    const here = meetings.get(world) ?? new Map<string, Meeting>();
    meetings.set(world, here);
    const met = here.get(operation) ?? new Meeting();
    here.set(operation, met);
    return met;
  }
}

const exchangeOf = (response: Response): Exchange => response.locals['exchange'] as Exchange;

const unknownWorld = (id: string): Why => ({expected: 'a world that was made', got: `/w/${id}`, todo: 'make a world through the control plane'});

/** The last value of each declared parameter. */
function declaredQuery(path: string, names: string[]): Record<string, string> {
  const query: Record<string, string> = {};
  const from = path.indexOf('?');
  if (from < 0 || !names.length) return query;
  for (const [name, value] of new URLSearchParams(path.slice(from + 1))) if (names.includes(name)) query[name] = value;
  return query;
}

function allowedMethods({law: {contract}, chapters}: Face, path: string): string[] {
  const here = path.split('?')[0]!;
  const built = new Set(chapters.flatMap((chapter) => Object.keys(chapter.operations ?? {})));
  const methods = Object.values(contract.operations)
    .filter((operation) => built.has(operation.id) && matches(contract.prefix + operation.path, here))
    .map((operation) => operation.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

const matches = (template: string, path: string): boolean => {
  const want = template.split('/');
  const have = path.replace(/\/$/, '').split('/');
  return want.length === have.length && want.every((part, i) => part.startsWith('{') || part.toLowerCase() === have[i]!.toLowerCase());
};

