import type {Operation, Outcome} from '../../spec/contract.ts';
import type {Defect, NearMatch} from '../defect.ts';
import type {Transition} from '../operation.ts';
import type {PreparedResponse} from './prepared-response.ts';
import {edited} from './edit.ts';
import type {IssuedCredential, ApiInterface, Refusal} from './api-interface.ts';
import {RequestSchemas} from './request-schemas.ts';

/** Situations of HTTP itself, which no document speaks of. */
const HTTP_REFUSALS: Record<string, Refusal> = {
  'world-not-found': {status: 404, reason: 'world_not_found', message: 'There is no such world.'},
  'route-not-found': {status: 404, reason: 'route_not_found', message: 'There is no such route.'},
  'method-not-allowed': {
    status: 405,
    reason: 'method_not_allowed',
    message: 'The route does not take this method.',
  },
  'request-malformed': {
    status: 400,
    reason: 'malformed_request',
    message: 'The request cannot be read.',
  },
  'headers-too-large': {
    status: 431,
    reason: 'headers_too_large',
    message: 'The headers are too large.',
  },
  unauthenticated: {status: 401, message: 'The credential is missing or not valid.'},
  'rate-limited': {status: 429, message: 'Too many requests.'},
  'quota-spent': {status: 429, message: 'The daily reads are spent.'},
  'body-refused': {status: 400, reason: 'malformed_json', message: 'The body cannot be read.'},
  'preference-unknown': {
    status: 400,
    reason: 'unknown_preference',
    message: 'The document has no such answer for this operation.',
  },
  broken: {
    status: 500,
    reason: 'internal_error',
    message: 'The mock is at fault here, not the request.',
  },
};

type Of<S extends Defect['seam']> = Extract<Defect, {seam: S}>;

/** An operation with everything that a request needs looked up. */
export interface PlannedOperation {
  contract: Operation;
  transition: Transition;
  /** Query parameters that the contract declares. */
  query: string[];
  /** Headers that the contract declares, by lower-case name. */
  headers: string[];
  /** The ability that it needs; where the document leaves it open, the mock's choice. */
  ability: string | undefined;
  skips: ReadonlySet<string>;
  tenancy: boolean;
  /** The parameter that names the tenant. */
  tenantIn: {parameter: string; body?: true} | undefined;
  /** Abilities that defects ask for besides the documented one. */
  also: string[];
  /** Tables that are read as they were on arrival. */
  stale: string[];
  /** What defects do to the rows that are put. */
  changes: Of<'change'>[];
}

const NO_SKIPS: ReadonlySet<string> = new Set();

/** One API's operations and refusals as a world with these defects answers them. */
export class Plan {
  readonly operations = new Map<string, PlannedOperation>();
  readonly schemas: RequestSchemas;
  readonly #api: ApiInterface;
  readonly #defects: readonly Defect[];
  readonly #messages: Record<string, string>;
  readonly #refusals = new Map<string, Refusal>();
  readonly #rules = new Map<string, string>();
  /** How often a defect of every n-th answer had its turn. */
  readonly #turns = new Map<Defect, number>();
  /** Credentials that were once accepted, by secret. */
  readonly #accepted = new Map<string, IssuedCredential>();

  /**
   * @param sound the plan without defects: what it compiled serves where no defect speaks of
   * schemas
   */
  constructor(api: ApiInterface, defects: readonly Defect[], sound?: Plan) {
    this.#api = api;
    this.#defects = defects;
    const schemas = this.#seam('schema');
    this.schemas =
      sound && !schemas.length
        ? sound.schemas
        : new RequestSchemas(api.specification.contract, schemas);
    this.#messages = Object.assign({}, ...api.chapters.map((chapter) => chapter.refusals ?? {}));
    const transitions: Record<string, Transition> = Object.assign(
      {},
      ...api.chapters.map((chapter) => chapter.operations ?? {}),
    );
    for (const contract of Object.values(api.specification.contract.operations)) {
      const transition = transitions[contract.id];
      if (transition) this.operations.set(contract.id, this.#plan(contract, transition));
    }
    for (const mark of api.specification.contract.marks)
      if (mark.kind === 'outcome')
        this.#rules.set(
          `${mark.place.startsWith('* ') ? '*' : mark.op} ${mark.situation} ${mark.condition}`,
          mark.rule,
        );
  }

  /**
   * Checks that the MCP server does not make before it knows the operation; `session`: where one is
   * open.
   */
  skipsAtDoor(session: boolean): ReadonlySet<string> {
    return new Set(
      this.#seam('skip')
        .filter((defect) => !defect.in || (session && defect.in.includes('session')))
        .map((defect) => defect.situation),
    );
  }

  /** The status of a refusal at the door of the MCP server. */
  statusAtDoor(situation: string, status: number): number {
    return (
      this.#seam('refusal').find((defect) => defect.situation === situation && !defect.in)?.as
        .status ?? status
    );
  }

  /**
   * Operations whose tools are not shown by the MCP server; `gone`: they cannot be called either.
   */
  unlisted(gone = false): ReadonlySet<string> {
    return new Set(
      this.#seam('unlisted')
        .filter((defect) => !gone || defect.gone)
        .flatMap((defect) => defect.in),
    );
  }

  /** The rule behind an operation's answer under a condition, when a document states one. */
  rule(operation: string, situation: string, condition = situation): string | undefined {
    return (
      this.#rules.get(`${operation} ${situation} ${condition}`) ??
      this.#rules.get(`* ${situation} ${condition}`)
    );
  }

  /**
   * Statuses that this mock answers a situation with, by form. Throws for a situation that the
   * operation does not document.
   */
  statuses(operation: Operation, situation: string): number[] {
    const outcome = operation.outcomes.find((one) => one.situation === situation);
    if (!outcome) throw new Error(`${operation.id} documents no situation \`${situation}\``);
    return this.#narrowed(operation.id, situation)?.status ?? outcome.statuses;
  }

  status(operation: Operation, situation: string, form = 0): number {
    const statuses = this.statuses(operation, situation);
    return statuses[form] ?? statuses[0]!;
  }

  /**
   * The refusal of a situation.
   * @param form which of several documented forms
   * @param conditions that are known of the request, such as `foreign`
   */
  refusal(
    operation: string | undefined,
    situation: string,
    form = 0,
    conditions: readonly string[] = [],
  ): {situation: string; refusal: Refusal} {
    let refusal = this.#refusal(operation, situation, form);
    let answered = situation;
    for (const defect of this.#defects) {
      if (
        defect.seam !== 'refusal' ||
        defect.situation !== situation ||
        !this.#meets(defect, operation, conditions)
      )
        continue;
      const {situation: other, status, reason} = defect.as;
      if (other !== undefined) refusal = this.#refusal(operation, (answered = other), 0);
      if (status !== undefined) refusal = {...refusal, status};
      if (reason === null)
        refusal = {
          status: refusal.status,
          message: refusal.message,
          ...(refusal.errors && {errors: refusal.errors}),
        };
      else if (reason !== undefined) refusal = {...refusal, reason};
    }
    return {situation: answered, refusal};
  }

  /**
   * Whether a defect wants to see the request before a refusal is told: a condition is in question,
   * or the work is done all the same.
   */
  disturbs(operation: string | undefined, situation: string): boolean {
    return this.#defects.some(
      (defect) =>
        (defect.seam === 'effect' || (defect.seam === 'refusal' && defect.when !== undefined)) &&
        defect.situation === situation &&
        concerns(defect, operation),
    );
  }

  /** What is done of the work of an operation although it is refused. */
  effects(operation: string | undefined, situation: string): Of<'effect'>[] {
    return this.#seam('effect').filter(
      (defect) => defect.situation === situation && concerns(defect, operation),
    );
  }

  /** The path that a request is served under. */
  path(path: string): string {
    if (!this.#defects.length) return path;
    const moved = this.#seam('path').find(({from}) => path === from || path.startsWith(`${from}?`));
    return moved ? moved.to + path.slice(moved.from.length) : path;
  }

  /**
   * The credential of a secret as the defects of this world see it; undefined when there is none.
   */
  credential(
    secret: string | undefined,
    found: IssuedCredential | undefined,
    method: string,
    every: () => Iterable<IssuedCredential>,
    of = this.#api.credentials,
  ): IssuedCredential | undefined {
    if (!this.#defects.length) return found;
    let credential = found;
    for (const {table, where = {}, methods = [method], edit} of this.#seam('credential')) {
      if (table !== of || secret === undefined || !methods.includes(method)) continue;
      if (typeof edit === 'object' && 'like' in edit)
        credential ??= [...every()].find((one) => isLike(edit.like, secret, one.secret));
      else if (edit === 'cached') {
        credential ??= this.#accepted.get(secret);
        if (credential) this.#accepted.set(secret, credential);
      } else if (
        credential &&
        Object.entries(where).every(
          ([name, value]) => credential![name as keyof IssuedCredential] === value,
        )
      )
        credential = edit === 'refused' ? undefined : {...credential, ...edit.set};
    }
    return credential;
  }

  /** A finished answer, as the defects of this world leave it. */
  finish(
    operation: string | undefined,
    answer: PreparedResponse,
    condition?: string,
  ): PreparedResponse {
    if (!this.#defects.length) return answer;
    const edits = this.#defects.filter(
      (defect): defect is Of<'member' | 'header' | 'status'> =>
        (defect.seam === 'member' || defect.seam === 'header' || defect.seam === 'status') &&
        within(defect.situation, answer) &&
        this.#meets(defect, operation, condition === undefined ? [] : [condition]),
    );
    return edits.length ? edited(answer, edits) : answer;
  }

  #plan(contract: Operation, transition: Transition): PlannedOperation {
    const here = <S extends Defect['seam']>(seam: S) =>
      this.#seam(seam).filter((defect) => concerns(defect as {in?: string[]}, contract.id));
    const skips = here('skip').map((defect) => defect.situation);
    return {
      contract,
      transition: here('around').reduce((next, defect) => defect.around(next), transition),
      query: contract.parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => parameter.name),
      headers: contract.parameters
        .filter((parameter) => parameter.in === 'header')
        .map((parameter) => parameter.name.toLowerCase()),
      ability:
        contract.ability ??
        (contract.abilityOpen &&
          String(this.#api.specification.profile.choices[contract.abilityOpen])),
      skips: skips.length ? new Set(skips) : NO_SKIPS,
      tenancy: here('tenancy').length > 0,
      tenantIn: here('tenant')[0],
      also: here('ability').map((defect) => defect.also),
      stale: here('stale').map((defect) => defect.table),
      changes: here('change'),
    };
  }

  #seam<S extends Defect['seam']>(seam: S): Of<S>[] {
    return this.#defects.filter((defect): defect is Of<S> => defect.seam === seam);
  }

  /**
   * Whether a defect concerns an answer of an operation under these conditions, and it is its turn.
   */
  #meets(
    defect: Of<'refusal' | 'member' | 'header' | 'status'>,
    operation: string | undefined,
    conditions: readonly string[],
  ): boolean {
    if (
      !concerns(defect, operation) ||
      (defect.when !== undefined && !conditions.includes(defect.when))
    )
      return false;
    const turn = (this.#turns.get(defect) ?? 0) + 1;
    this.#turns.set(defect, turn);
    return turn % (defect.every ?? 1) === 0;
  }

  #narrowed(operation: string, situation: string) {
    const {outcomes} = this.#api.specification.profile;
    return outcomes[`${operation}.${situation}`] ?? outcomes[situation];
  }

  #refusal(operation: string | undefined, situation: string, form: number): Refusal {
    const key = `${operation ?? ''} ${situation} ${form}`;
    let refusal = this.#refusals.get(key);
    if (!refusal)
      this.#refusals.set(key, (refusal = this.#compose(operation ?? '', situation, form)));
    return refusal;
  }

  #compose(operation: string, situation: string, form: number): Refusal {
    const {contract, profile} = this.#api.specification;
    const own = HTTP_REFUSALS[situation];
    const anyOperation = Object.values(contract.operations).flatMap((one) => one.outcomes);
    const outcome: Outcome | undefined =
      contract.operations[operation]?.outcomes.find((one) => one.situation === situation) ??
      anyOperation.find((one) => one.situation === situation);
    const said = this.#narrowed(operation, situation) ?? profile.outcomes[situation];
    const status =
      said?.status?.[form] ?? outcome?.statuses[form] ?? outcome?.statuses[0] ?? own?.status;
    if (status === undefined)
      throw new Error(`neither contract nor HTTP knows the situation \`${situation}\``);
    const reason =
      outcome?.reason ?? (said?.reason === undefined ? own?.reason : [said.reason].flat()[form]);
    const message =
      this.#messages[`${operation}.${situation}`] ??
      this.#messages[situation] ??
      own?.message ??
      situation.replaceAll('-', ' ');
    return {status, message, ...(reason !== undefined && {reason})};
  }
}

const concerns = (defect: {in?: string[] | string}, operation: string | undefined): boolean =>
  defect.in === undefined || (operation !== undefined && [defect.in].flat().includes(operation));

const isLike = (how: NearMatch, shown: string, real: string): boolean =>
  how === 'longer'
    ? shown.startsWith(real)
    : shown.startsWith(real.slice(0, -1)) &&
      shown.length === real.length - (how === 'shorter' ? 1 : 0);

/** Whether a defect's situation, or group of answers, is this answer's. */
function within(situation: string, {status, situation: answered, body}: PreparedResponse): boolean {
  if (situation === 'every' || situation === answered) return true;
  if (situation === 'success') return status < 400 && body !== undefined;
  if (situation === 'failure') return status >= 400;
  if (situation === 'authenticated') return status !== 401;
  return situation === 'limited' && answered === 'rate-limited';
}
