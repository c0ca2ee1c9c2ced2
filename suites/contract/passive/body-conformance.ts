import type {BodyMark, Contract, Operation, Outcome} from '../../../spec/contract.ts';
import {at} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';
import {schemaAt} from '../../../spec/schema.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {locatedAt} from '../../../spec/values-at.ts';
import {BodyValidator, type OutcomeWithBody} from './body-validator.ts';
import {NonconformingBody} from './nonconforming-body.ts';
import type {PassiveResult, PassiveWitness} from './passive-result.ts';
import {bodyMarksOf} from './rule-of-schema-error.ts';

const hasSchema = (outcome: Outcome): outcome is OutcomeWithBody =>
  outcome.schema !== undefined && outcome.schemaAt !== undefined;

const NOTHING: PassiveResult = {violations: [], witnesses: []};

/** Judges bodies of responses by the schemas of a contract. */
export class BodyConformance {
  readonly #contract: Contract;
  readonly #profile: Profile;
  readonly #validator: BodyValidator;

  constructor(contract: Contract, profile: Profile) {
    this.#contract = contract;
    this.#profile = profile;
    this.#validator = new BodyValidator(contract);
  }

  /** The rules that the body of a response breaks, and those that it could have broken. */
  judge(operation: Operation, exchange: Exchange): PassiveResult {
    const outcomes = outcomesOf(operation, exchange).filter(hasSchema);
    const [first] = outcomes;
    const body = bodyToJudge(exchange);
    if (!first || body === undefined) return NOTHING;
    const conforming = outcomes.filter((one) => this.#validator.errors(one, body).length === 0);
    const [judged] = conforming;
    // If several situations are possible, the response has to conform to one of them.
    if (!judged) return this.#judgeNonconforming(exchange, first, body);
    // The response is a witness for each situation that it conforms to.
    const marks = conforming.flatMap((outcome) => this.#marksOf(exchange.op, outcome));
    return {violations: [], witnesses: this.#witnesses(exchange, judged, body, marks)};
  }

  #judgeNonconforming(exchange: Exchange, outcome: OutcomeWithBody, body: unknown): PassiveResult {
    const marks = this.#marksOf(exchange.op, outcome);
    const documented = {
      contract: this.#contract,
      profile: this.#profile,
      validator: this.#validator,
      outcome,
      marks,
    };
    const judged = new NonconformingBody(documented, exchange, body);
    const empty = judged.emptyBody();
    if (empty) return {violations: [empty], witnesses: []};
    const violations = judged.violations();
    // Without a rule about any of the errors, nothing is known of the body.
    if (!violations.length) return NOTHING;
    const broken = new Set(violations.map(({rule, place}) => `${rule} ${place}`));
    const obeyed = marks.filter(({rule, place}) => !broken.has(`${rule} ${place}`));
    return {violations, witnesses: this.#witnesses(exchange, outcome, body, obeyed)};
  }

  #marksOf(op: string, {situation}: Outcome): BodyMark[] {
    return bodyMarksOf(this.#contract, op, situation);
  }

  /** The witnesses for those of the marks that the body could have broken. */
  #witnesses(
    exchange: Exchange,
    outcome: OutcomeWithBody,
    body: unknown,
    marks: BodyMark[],
  ): PassiveWitness[] {
    return marks
      .filter((mark) => this.#couldBreak(body, outcome, mark))
      .map((mark) => witnessOf(exchange, mark));
  }

  /** Whether a body contains what a mark is about; fewer rows than their bound do not count. */
  #couldBreak(body: unknown, {schema}: OutcomeWithBody, {pointer, keyword}: BodyMark): boolean {
    if (!hasValueFor(body, pointer, keyword)) return false;
    if (keyword !== 'maxItems') return true;
    const bound = schemaAt(this.#contract.document, schema, pointer)?.maxItems;
    const rows = at(body, pointer);
    return bound === undefined || (Array.isArray(rows) && rows.length >= bound);
  }
}

/**
 * The outcomes by which a response is judged. A response that is no documented situation is judged by
 * the documented form of its status.
 */
function outcomesOf({outcomes}: Operation, {situations, documented, status}: Exchange): Outcome[] {
  const named = [situations, documented].find((names) => names.length);
  if (!named) return outcomes.filter(({statuses}) => statuses.includes(status));
  return outcomes.filter(({situation}) => named.includes(situation));
}

/**
 * The body of a response. A missing body is read as an empty object if one is documented, so that every
 * required member is missing. A response to `HEAD` has no body, whatever the
 * profile says about bodies.
 */
function bodyToJudge({body, problem, sent}: Exchange): unknown {
  if (sent.method === 'HEAD') return undefined;
  return (body as unknown) ?? (problem === undefined ? {} : undefined);
}

const witnessOf = ({op, status}: Exchange, {rule, place, pointer}: BodyMark): PassiveWitness => ({
  rule,
  place,
  saw: `${op} ${status} ${pointer}`,
});

/** Keywords that ignore values of another type: `null` is no witness for them. */
const TYPE_OF_KEYWORD: Record<string, string> = {
  format: 'string',
  pattern: 'string',
  minLength: 'string',
  maxLength: 'string',
  minimum: 'number',
  maximum: 'number',
};

/**
 * Whether a pointer, with `*` for rows, leads to at least one value that could have broken the keyword.
 */
function hasValueFor(body: unknown, pointer: string, keyword: string): boolean {
  const type = TYPE_OF_KEYWORD[keyword];
  for (const {value} of locatedAt(body, pointer))
    if (type === undefined || typeof value === type) return true;
  return false;
}
