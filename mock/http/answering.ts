import type {Operation} from '../../spec/contract.ts';
import {isRefused, type Input, type Why} from '../operation.ts';
import type {Ports} from '../world/ports.ts';
import {UNCHECKED, WorldView} from '../world/view.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {send, type PreparedResponse} from './prepared-response.ts';
import {bodyOf, inputOf} from './asked.ts';
import {deviated} from './deviate.ts';
import type {RequestContext} from './request-context.ts';
import type {ApiInterface, Refusal} from './api-interface.ts';
import {Plan, type PlannedOperation} from './plan.ts';
import type {Invalid} from './request-schemas.ts';

export const JSON_TYPE = {'content-type': 'application/json; charset=utf-8'};

/** What more is told of a refusal. */
interface Told {
  form?: number;
  errors?: Record<string, string[]>;
  condition?: string | undefined;
}

/**
 * How one API answers and refuses, as the world of a request has it, and what the journal is told.
 */
export class Answering {
  /** The plan of a world without defects. */
  readonly sound: Plan;
  readonly failureHeaders: Record<string, string>;
  readonly #api: ApiInterface;
  readonly #worlds: Worlds;
  readonly #ports: Ports;
  readonly #plans = {rest: new WeakMap<World, Plan>(), tool: new WeakMap<World, Plan>()};

  constructor(api: ApiInterface, worlds: Worlds, ports: Ports) {
    this.#api = api;
    this.#worlds = worlds;
    this.#ports = ports;
    this.sound = new Plan(api, []);
    this.failureHeaders = {...JSON_TYPE, ...api.headers};
  }

  /**
   * What the defects of the request's world make of the API; those of the MCP server count for
   * tools alone.
   */
  planOf({world, tool}: {world: World | undefined; tool?: unknown}): Plan {
    if (!world?.defects.length) return this.sound;
    const made = tool ? this.#plans.tool : this.#plans.rest;
    let plan = made.get(world);
    if (!plan)
      made.set(
        world,
        (plan = new Plan(
          this.#api,
          world.defects.filter((defect) => tool || defect.interface !== 'mcp'),
          this.sound,
        )),
      );
    return plan;
  }

  /**
   * Answers with the refusal of a situation, as contract and profile have it; `why` is for the
   * journal alone.
   */
  refused(exchange: RequestContext, situation: string, why: Why, more: Told = {}): void {
    exchange.why = why;
    if (more.condition) exchange.condition = more.condition;
    if (this.planOf(exchange).disturbs(exchange.operation, situation))
      this.#disturbed(exchange, situation, more);
    else
      this.#tell(
        exchange,
        situation,
        more,
        exchange.condition === undefined ? [] : [exchange.condition],
      );
  }

  /**
   * A refusal that a defect wants to see the request for: what it is answered as depends on it, or
   * the work is done all the same.
   */
  #disturbed(exchange: RequestContext, situation: string, more: Told): void {
    const world = exchange.world!;
    const plan = this.planOf(exchange);
    const operation = plan.operations.get(exchange.operation!)!;
    const {contract: said} = operation;
    (said.request ? bodyOf(exchange) : Promise.resolve({body: undefined}))
      .then(async (read) => {
        const input = inputOf(exchange, operation, 'body' in read ? read.body : undefined);
        const invalid = 'unreadable' in read || this.invalidIn(exchange, said, input);
        const {tenant} =
          exchange.credential ?? world.table(this.#api.credentials).all().next().value!;
        // A request that breaks its schema can only be done in the place of the refusal that says
        // so.
        for (const {only, keep, changes: others} of plan.effects(said.id, situation)) {
          if (invalid && situation !== said.invalid && !others) continue;
          const view = new WorldView(world, tenant, world.now(), UNCHECKED);
          const outcome = others
            ? {situation, changes: others(view)}
            : operation.transition(view, input);
          if (isRefused(outcome)) continue;
          const changes = (outcome.changes ?? []).filter(
            ({table}) => !only || only.includes(table),
          );
          await world.commit({
            changes: deviated(world, changes, () => true, {keep: keep ?? []}),
            effects: [],
          });
        }
        const conditions = [
          exchange.condition,
          this.named(exchange, operation),
          invalid ? 'invalid' : undefined,
        ];
        this.#tell(
          exchange,
          situation,
          more,
          conditions.filter((one) => one !== undefined),
        );
      })
      .catch((error: unknown) => this.failed(exchange, error));
  }

  #tell(
    exchange: RequestContext,
    situation: string,
    {form = 0, errors}: Told,
    conditions: string[],
  ): void {
    const found = this.planOf(exchange).refusal(exchange.operation, situation, form, conditions);
    const refusal: Refusal = errors ? {...found.refusal, errors} : found.refusal;
    const body = JSON.stringify(this.#api.failure(refusal));
    const headers = {...this.failureHeaders, ...exchange.headers};
    const answer = {status: refusal.status, situation: found.situation, headers, body};
    if (exchange.settled)
      exchange.settled.then(
        () => this.finish(exchange, answer),
        () => this.finish(exchange, answer),
      );
    else this.finish(exchange, answer);
  }

  /** Sends an answer, as the world's defects leave it, and journals it. */
  finish(exchange: RequestContext, plain: PreparedResponse): void {
    const {world, worldId, operation, method, path, why, condition, changes} = exchange;
    const plan = this.planOf(exchange);
    const answer = plan.finish(operation, plain, condition);
    if (exchange.tool) exchange.tool.answered(answer);
    else send(exchange.response, answer, method === 'HEAD');
    const rule =
      why && operation
        ? (plan.rule(operation, answer.situation, condition) ??
          plan.rule(operation, answer.situation))
        : undefined;
    const entry = {
      at: world?.now() ?? this.#ports.now(),
      world: worldId,
      method,
      path,
      status: answer.status,
      situation: answer.situation,
      ...(operation !== undefined && {operation}),
      ...(rule && {rule}),
      ...(why && {why}),
      ...(changes?.length && {changes}),
    };
    this.#worlds.journal(entry);
    if (exchange.unauthenticated) this.#worlds.unroutedJournal.add(entry);
  }

  /** Answers what went wrong on the way: a path that cannot be read, or a fault of the mock. */
  failed(exchange: RequestContext, error: unknown): void {
    if (exchange.response.headersSent) return;
    if ((error as {status?: number}).status === 400)
      return this.refused(exchange, 'request-malformed', {
        expected: 'a well-formed path',
        got: exchange.path,
        todo: 'mend the percent-encoding',
      });
    this.refused(exchange, 'broken', {
      expected: 'no fault in the mock',
      got: (error as Error).stack ?? String(error),
      todo: 'report it',
    });
  }

  /**
   * Whether the path names another tenant's row or none: an operation cannot know, its view rightly
   * ends at its tenant.
   */
  named(
    {world, params, credential}: RequestContext,
    {contract: said}: PlannedOperation,
  ): 'foreign' | 'unknown' | undefined {
    for (const parameter of said.parameters) {
      const table =
        parameter.names &&
        this.#api.chapters.find((chapter) => chapter.resources?.[parameter.names!])?.resources?.[
          parameter.names
        ];
      const row = table && world!.table(table).get(params?.[parameter.name] ?? '');
      if (table) return row && row.tenant !== credential?.tenant ? 'foreign' : 'unknown';
    }
    return undefined;
  }

  /** What of a request breaks the contract's schemas. */
  invalidIn(
    exchange: RequestContext,
    operation: Operation,
    {body, query}: Input,
  ): Invalid | undefined {
    const {schemas} = this.planOf(exchange);
    return schemas.body(operation, body) ?? schemas.query(operation, query);
  }
}
