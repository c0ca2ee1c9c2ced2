import {isRefused, type Done, type Input, type Link} from '../operation.ts';
import type {Ports} from '../world/ports.ts';
import {signed} from '../world/signed-link.ts';
import type {Table} from '../world/table.ts';
import {WorldView} from '../world/view.ts';
import type {World} from '../world/world.ts';
import type {PreparedResponse} from './prepared-response.ts';
import {JSON_TYPE, type Answering} from './answering.ts';
import {bodyOf, inputOf, parameterOf} from './asked.ts';
import {deviated} from './deviate.ts';
import type {RequestContext} from './request-context.ts';
import type {ApiInterface} from './api-interface.ts';
import {write} from './json-body.ts';
import {Meeting} from './meeting.ts';
import type {Origins} from './origins.ts';
import type {PlannedOperation} from './plan.ts';
import {
  linkToAnyObject,
  preferenceOf,
  type Preference,
  type PreferredResponses,
} from './preferred.ts';
import {carelessly} from './request-body.ts';

export interface OperationsParts {
  api: ApiInterface;
  answering: Answering;
  preferred: PreferredResponses;
  origins: Origins;
  ports: Ports;
}

/**
 * What both faces of an API share: a request whose credential is known, on its way to its answer.
 */
export class Operations {
  readonly #api: ApiInterface;
  readonly #answering: Answering;
  readonly #preferred: PreferredResponses;
  readonly #origins: Origins;
  readonly #ports: Ports;
  readonly #version: string;
  readonly #meetings = new WeakMap<World, Map<string, Meeting>>();

  constructor({api, answering, preferred, origins, ports}: OperationsParts) {
    this.#api = api;
    this.#answering = answering;
    this.#preferred = preferred;
    this.#origins = origins;
    this.#ports = ports;
    this.#version = api.specification.contract.prefix.includes('/v3') ? 'v3' : 'v1';
  }

  /** Counts the request; answers and returns false when a limit refuses it. */
  counted(exchange: RequestContext, skips: ReadonlySet<string>, as: string): boolean {
    const {world, credential, method, operation} = exchange;
    const admission = this.#api.admit(world!, credential!, {method, version: as, operation}, skips);
    if (admission.headers) exchange.headers = admission.headers;
    if (!admission.refused) return true;
    exchange.headers = {...admission.headers, ...admission.refused.headers};
    this.#answering.refused(exchange, admission.refused.situation, admission.refused.why);
    return false;
  }

  /** Does an operation for a credential that is known: limits, ability, body, query, transition. */
  serve(exchange: RequestContext): void {
    const operation = this.#answering.planOf(exchange).operations.get(exchange.operation!)!;
    if (this.counted(exchange, operation.skips, this.#version)) this.#allowed(exchange, operation);
  }

  /** Judges ability and body. */
  #allowed(exchange: RequestContext, operation: PlannedOperation): void {
    const credential = exchange.credential!;
    const {ability} = operation;
    if (
      ability &&
      ![ability, ...operation.also].every((one) => credential.abilities?.includes(one)) &&
      !operation.skips.has('forbidden')
    )
      return this.#answering.refused(exchange, 'forbidden', {
        expected: `a key with ${ability}`,
        got: credential.abilities?.join(', ') || 'none',
        todo: 'use a key that carries the ability',
      });
    const preference = exchange.tool ? undefined : preferenceOf(exchange.request.headers.prefer);
    if (preference) return this.#ordered(exchange, operation, preference);
    if (!operation.contract.request) return this.#prepared(exchange, operation, undefined);
    bodyOf(exchange)
      .then((found) => {
        const read = operation.skips.has('what-follows') ? carelessly(found) : found;
        if ('body' in read) return this.#prepared(exchange, operation, read.body);
        const {invalid} = operation.contract;
        const malformed = operation.contract.outcomes.some(
          (outcome) => outcome.situation === 'body-refused',
        )
          ? 'body-refused'
          : invalid;
        return this.#answering.refused(exchange, malformed ?? 'body-refused', read.unreadable);
      })
      .catch((error: unknown) => this.#answering.failed(exchange, error));
  }

  /** Judges query and body, then runs the operation. */
  #prepared(exchange: RequestContext, operation: PlannedOperation, body: unknown): void {
    const {contract: said} = operation;
    const input = inputOf(exchange, operation, body);
    if (said.invalid) {
      const invalid = this.#answering.invalidIn(exchange, said, input);
      if (invalid)
        return this.#answering.refused(exchange, said.invalid, invalid.why, {
          form: said.invalid === 'body-refused' ? 1 : 0,
          errors: invalid.errors,
        });
    }
    if (!operation.stale.length) return this.#run(exchange, operation, input);
    const world = exchange.world!;
    const stale = new Map(
      operation.stale.map((name): [string, Table] => [name, world.table(name).snapshot()]),
    );
    this.#meeting(world, said.id)
      .arrive(this.#ports)
      .then(() => this.#run(exchange, operation, input, stale))
      .catch((error: unknown) => this.#answering.failed(exchange, error));
  }

  #run(
    exchange: RequestContext,
    operation: PlannedOperation,
    input: Input,
    stale?: ReadonlyMap<string, Table>,
  ): void {
    const world = exchange.world!;
    const tenant = tenantNamed(operation, exchange.path, input) || exchange.credential!.tenant;
    const override =
      stale || operation.tenancy || operation.skips.size
        ? {skips: operation.skips, tenancy: operation.tenancy, ...(stale && {stale})}
        : undefined;
    const outcome = operation.transition(
      new WorldView(world, tenant, world.now(), override),
      input,
    );
    if (isRefused(outcome))
      return this.#answering.refused(exchange, outcome.refused, outcome.why, {
        form: outcome.form ?? 0,
        ...(outcome.errors && {errors: outcome.errors}),
        condition: this.#answering.named(exchange, operation),
      });
    const kept = this.#commit(exchange, operation, outcome);
    const answer = this.#done(exchange, operation, outcome);
    const waits = kept ?? exchange.settled;
    if (waits)
      waits.then(
        () => this.#answering.finish(exchange, answer),
        (error: unknown) => this.#answering.failed(exchange, error),
      );
    else this.#answering.finish(exchange, answer);
  }

  #commit(
    exchange: RequestContext,
    operation: PlannedOperation,
    {changes = [], effects = []}: Done,
  ): Promise<void> | undefined {
    if (!changes.length && !effects.length) return undefined;
    const world = exchange.world!;
    const put = operation.changes.reduce(
      (rest, defect) => deviated(world, rest, (table) => table === defect.table, defect),
      changes,
    );
    exchange.changes = put.map(
      (change) => `${change.table}/${'put' in change ? change.put.key : change.del}`,
    );
    return world.commit({changes: put, effects});
  }

  #done(exchange: RequestContext, operation: PlannedOperation, outcome: Done): PreparedResponse {
    const url = (link: Link): string =>
      this.#origins.url('objects', exchange.worldId, exchange.request) +
      signed(exchange.world!, link);
    const status = this.#answering
      .planOf(exchange)
      .status(operation.contract, outcome.situation, outcome.form);
    const {text} = outcome;
    const body = outcome.body === undefined ? text?.text : write(outcome.body, url);
    const type = text ? {'content-type': text.type} : JSON_TYPE;
    const headers: Record<string, string> = {
      ...(body && type),
      ...this.#api.headers,
      ...exchange.headers,
    };
    for (const [name, value] of Object.entries(outcome.headers ?? {}))
      headers[name] = typeof value === 'string' ? value : url(value);
    return {status, situation: outcome.situation, headers, body};
  }

  /** The documented answer that the client asked for; nothing is looked at or changed. */
  #ordered(
    exchange: RequestContext,
    {contract: operation}: PlannedOperation,
    preference: Preference,
  ): void {
    const unknown = this.#preferred.unknown(operation, preference);
    if (unknown) {
      const told = `there are ${unknown.documented.join(', ') || 'none'}`;
      const why = {
        expected: unknown.documented.join(', ') || 'no example',
        got: unknown.requested,
        todo: 'mend or leave out the header Prefer',
      };
      return this.#answering.refused(exchange, 'preference-unknown', why, {
        errors: {
          prefer: [`The document has no ${unknown.requested} for ${operation.id}; ${told}.`],
        },
      });
    }
    const {world, worldId, credential, request} = exchange;
    const link = (): string =>
      this.#origins.url('objects', worldId, request) +
      signed(world!, linkToAnyObject(world!, credential!.tenant));
    const response = this.#preferred.response(operation, preference, link);
    const body = response.body === undefined ? undefined : JSON.stringify(response.body);
    const type = body && JSON_TYPE;
    this.#answering.finish(exchange, {
      status: response.status,
      situation: 'preferred',
      headers: {...response.headers, ...type, ...this.#api.headers, ...exchange.headers},
      body,
    });
  }

  #meeting(world: World, operation: string): Meeting {
    const here = this.#meetings.get(world) ?? new Map<string, Meeting>();
    this.#meetings.set(world, here);
    const met = here.get(operation) ?? new Meeting();
    here.set(operation, met);
    return met;
  }
}

/** The tenant that a parameter names, in the query or, to some defects, in the body. */
function tenantNamed(
  {tenantIn}: PlannedOperation,
  path: string,
  {body}: Input,
): string | undefined {
  const named =
    tenantIn &&
    (tenantIn.body
      ? (body as Record<string, unknown> | undefined)?.[tenantIn.parameter]
      : parameterOf(path, tenantIn.parameter));
  return typeof named === 'string' ? named : undefined;
}
