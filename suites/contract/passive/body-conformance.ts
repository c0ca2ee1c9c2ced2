import {markForCut} from '../../cut.ts';
import {Ajv2020, type ErrorObject, type ValidateFunction} from 'ajv/dist/2020.js';
import type {BodyMark, Contract, Operation, Outcome} from '../../../spec/contract.ts';
import {at, tokens, withAt, toText} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';
import {schemaAt, type Schema} from '../../../spec/schema.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {locatedAt, valuesAt} from '../../../spec/values-at.ts';
import {giveFormats} from '../../formats.ts';
import {bodyMarksOf, ruleOfSchemaError} from './rule-of-schema-error.ts';
import {everyReading} from './every-reading.ts';
import type {PassiveResult, PassiveViolation, PassiveWitness} from './passive-result.ts';
import {plainOutcomes} from './plain-outcomes.ts';

/** An outcome for which the document shows a body. */
type OutcomeWithBody = Outcome & {schema: Schema; schemaAt: string};

const hasSchema = (outcome: Outcome): outcome is OutcomeWithBody =>
  outcome.schema !== undefined && outcome.schemaAt !== undefined;

const NOTHING: PassiveResult = {violations: [], witnesses: []};

/** Judges bodies of responses by the schemas of a contract. A schema is compiled when first needed. */
export class BodyConformance {
  readonly #contract: Contract;
  readonly #profile: Profile;
  readonly #ajv: Ajv2020;
  /** By JSON Pointer of the schema in the document. */
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(contract: Contract, profile: Profile) {
    this.#contract = contract;
    this.#profile = profile;
    // The schemas are not validated here: compiling the meta-schema would take longer than all else.
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      multipleOfPrecision: 6,
      meta: false,
      validateSchema: false,
    });
    giveFormats(this.#ajv);
    this.#ajv.addSchema(contract.document, contract.api);
  }

  /** The rules that the body of a response breaks, and those that it could have broken. */
  judge(operation: Operation, exchange: Exchange): PassiveResult {
    const outcomes = outcomesOf(operation, exchange).filter(hasSchema);
    const [first] = outcomes;
    const body = bodyToJudge(exchange);
    if (!first || body === undefined) return NOTHING;
    const conforming = outcomes.filter((outcome) => this.#errors(outcome, body).length === 0);
    const [judged] = conforming;
    // If several situations are possible, the response has to conform to one of them.
    if (!judged) return this.#judgeNonconforming(exchange, first, body);
    // The response is a witness for each situation that it conforms to.
    const marks = conforming.flatMap((outcome) => this.#marksOf(exchange.op, outcome));
    return {violations: [], witnesses: this.#witnesses(exchange, judged, body, marks)};
  }

  /** The result for a body that does not conform to the schema of its outcome. */
  #judgeNonconforming(exchange: Exchange, outcome: OutcomeWithBody, body: unknown): PassiveResult {
    const empty = this.#emptyBody(exchange, outcome);
    if (empty) return {violations: [empty], witnesses: []};
    const violations = this.#violations(exchange, outcome, body);
    // Without a rule about any of the errors, nothing is known of the body.
    if (!violations.length) return NOTHING;
    const broken = new Set(violations.map(({rule, place}) => `${rule} ${place}`));
    const obeyed = this.#marksOf(exchange.op, outcome).filter(
      ({rule, place}) => !broken.has(`${rule} ${place}`),
    );
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

  #violations(exchange: Exchange, outcome: OutcomeWithBody, body: unknown): PassiveViolation[] {
    const errors = this.#errors(outcome, body).flatMap((error) =>
      this.#expandedIntoMembers(exchange.op, outcome, error),
    );
    return this.#mergedIntoTypeErrors(exchange.op, outcome, errors).flatMap(
      (error) => this.#violation(exchange, outcome, body, error) ?? [],
    );
  }

  #errors(outcome: OutcomeWithBody, body: unknown): ErrorObject[] {
    const validate = this.#validatorOf(outcome);
    if (validate(body)) return [];
    return (validate.errors ?? []).filter((error) => !this.#mayBeAbsent(error, outcome, body));
  }

  /** Whether an error is about a missing member of an object whose list is empty (`x-absent-while-empty`). */
  #mayBeAbsent(error: ErrorObject, {schema}: OutcomeWithBody, body: unknown): boolean {
    if (error.keyword !== 'required') return false;
    const member = schemaAt(this.#contract.document, schema, pointerOf(error));
    const list = member?.['x-absent-while-empty'];
    if (list === undefined) return false;
    const rows = at(body, `${error.instancePath}/${list}`);
    return Array.isArray(rows) && rows.length === 0;
  }

  #validatorOf({schemaAt: pointer}: OutcomeWithBody): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known) return known;
    const fragment = pointer.split('/').map(encodeURIComponent).join('/');
    const validate = this.#ajv.compile({$ref: `${this.#contract.api}#${fragment}`});
    this.#compiled.set(pointer, validate);
    return validate;
  }

  /**
   * An empty body instead of documented members breaks the rule about the response of the
   * operation, if there is one, instead of the rules about the members.
   */
  #emptyBody({op, step, wire}: Exchange, {situation}: Outcome): PassiveViolation | undefined {
    if (hasValues(wire)) return undefined;
    const [mark] = plainOutcomes(this.#contract.marks, op, situation);
    if (!mark) return undefined;
    const violation = {
      branch: 'empty body',
      expected: `${op} to be answered with what it is documented to show`,
      got: markForCut(JSON.stringify(wire) ?? 'no body', 120),
      step,
      op,
    };
    return {rule: mark.rule, place: mark.place, violation};
  }

  /**
   * A body that is no object lacks every required member: the error about its type is replaced by one for
   * each of them. If no rule says that a member is required, the rule about its type is broken.
   */
  #expandedIntoMembers(op: string, outcome: OutcomeWithBody, error: ErrorObject): ErrorObject[] {
    if (error.instancePath !== '' || error.keyword !== 'type') return [error];
    const marks = this.#marksOf(op, outcome);
    const isMarked = (name: string, wanted: string): boolean =>
      marks.some(({keyword, pointer}) => keyword === wanted && isMember(pointer, name));
    const missing = marks.flatMap(({keyword, pointer}) => {
      const [name, ...inner] = tokens(pointer);
      if (keyword !== 'required' || name === undefined || inner.length) return [];
      return [{...error, keyword, params: {missingProperty: name}}];
    });
    const required = schemaAt(this.#contract.document, outcome.schema, '')?.required ?? [];
    const ofNoType = required
      .filter((name) => !isMarked(name, 'required') && isMarked(name, 'type'))
      .map((name) => ({...error, ...ABSENT, instancePath: `/${name}`}));
    return [...missing, ...ofNoType];
  }

  /**
   * An object without any required member is the wrong object. It breaks the rule about the object, if
   * there is one, instead of the rules about its members.
   */
  #mergedIntoTypeErrors(
    op: string,
    outcome: OutcomeWithBody,
    errors: ErrorObject[],
  ): ErrorObject[] {
    const merged: ErrorObject[] = [];
    const replaced = new Set<ErrorObject>();
    for (const missing of missingMembersByObject(errors)) {
      if (!this.#belongsToAnotherObject(op, outcome, missing)) continue;
      merged.push({...missing[0], ...ANOTHER_OBJECT});
      for (const error of missing) replaced.add(error);
    }
    return [...merged, ...errors.filter((error) => !replaced.has(error))];
  }

  /** Whether errors say that an object lacks all of its members, and there is a rule about the object. */
  #belongsToAnotherObject(op: string, outcome: OutcomeWithBody, missing: MissingMembers): boolean {
    const [{instancePath}] = missing;
    const {required = []} = schemaAt(this.#contract.document, outcome.schema, instancePath) ?? {};
    if (required.length < 2 || missing.length !== required.length) return false;
    // If the document leaves the name of a member open, the object may be the right one.
    const isOpen = missing.some(
      (error) =>
        this.#ruleOf(op, outcome, pointerOf(error), error.keyword)?.correction !== undefined,
    );
    return !isOpen && this.#ruleOf(op, outcome, instancePath, 'type') !== undefined;
  }

  #ruleOf(
    op: string,
    outcome: OutcomeWithBody,
    pointer: string,
    keyword: string,
  ): ReturnType<typeof ruleOfSchemaError> {
    return ruleOfSchemaError(this.#contract, this.#profile, {op, ...outcome}, pointer, keyword);
  }

  /** The violation for a schema error; undefined if no rule is about it. */
  #violation(
    {op, step, wire}: Exchange,
    outcome: OutcomeWithBody,
    body: unknown,
    error: ErrorObject,
  ): PassiveViolation | undefined {
    const pointer = pointerOf(error);
    const found = this.#ruleOf(op, outcome, pointer, error.keyword);
    if (!found) return undefined;
    const violation = {
      branch: `${error.keyword} ${pointer}`,
      expected: `${memberName(pointer)} of ${op} ${expectation(error)}`,
      got: markForCut(JSON.stringify(at(body, pointer)) ?? 'nothing', 120),
      step,
    };
    const {correction = this.#lineForNumber(outcome, body, pointer), ...settled} = found;
    const seen = {
      violation,
      pointer,
      ...(error.keyword === 'format' && {concernsForm: true as const}),
    };
    if (correction === undefined || this.#isWrongInEveryReading(outcome, body, pointer, wire))
      return {...settled, ...seen};
    return {...found, correction, ...seen};
  }

  /**
   * The line of a profile by which a number would be right in the place of a text: there is one if the
   * schema says that other values have the same form (`x-same-form`), and one of those is a number, too.
   */
  #lineForNumber({schema}: OutcomeWithBody, body: unknown, pointer: string): string | undefined {
    const like = schemaAt(this.#contract.document, schema, pointer)?.['x-same-form'];
    if (!like || typeof at(body, pointer) !== 'number') return undefined;
    const isAlike = valuesAt(body, like.at).some((value) => typeof value === 'number');
    return isAlike ? `encodings.${like.member}: string-as-number` : undefined;
  }

  /**
   * Whether a member is wrong whatever the profile says about it: it has the contract's own name, and
   * no other value of the response could be this member.
   */
  #isWrongInEveryReading(
    outcome: OutcomeWithBody,
    body: unknown,
    pointer: string,
    wire: unknown,
  ): boolean {
    if (at(body, pointer) === undefined) return false;
    const fits = (reading: unknown): boolean =>
      this.#errors(outcome, withAt(body, pointer, reading)).every(
        ({instancePath}) => !instancePath.startsWith(pointer),
      );
    return !everyReading(wire).some(fits);
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

/** Whether a body contains anything except null; an empty list counts as a value. */
const hasValues = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).some(hasValues)
    : value !== undefined && value !== null && value !== '';

/** The error for a required member of a body that is no object. */
const ABSENT = {message: 'must be there'};

/** Whether a pointer leads to a member of the body itself. */
function isMember(pointer: string, name: string): boolean {
  const [first, ...inner] = tokens(pointer);
  return first === name && inner.length === 0;
}

/** The error for an object without any of its members, instead of one error for each. */
const ANOTHER_OBJECT = {keyword: 'type', params: {}, message: 'must have its documented members'};

/** The errors about missing members of one object. */
type MissingMembers = [ErrorObject, ...ErrorObject[]];

/** The errors about missing members of objects within the body, grouped by object. */
function missingMembersByObject(errors: ErrorObject[]): Iterable<MissingMembers> {
  const byObject = new Map<string, MissingMembers>();
  for (const error of errors) {
    const {keyword, instancePath} = error;
    if (keyword !== 'required' || instancePath === '') continue;
    const missing = byObject.get(instancePath);
    if (missing) missing.push(error);
    else byObject.set(instancePath, [error]);
  }
  return byObject.values();
}

const witnessOf = ({op, status}: Exchange, {rule, place, pointer}: BodyMark): PassiveWitness => ({
  rule,
  place,
  saw: `${op} ${status} ${pointer}`,
});

/** The pointer of an error in the body; for a missing member, its own pointer. */
function pointerOf({keyword, instancePath, params}: ErrorObject): string {
  if (keyword !== 'required') return instancePath;
  return `${instancePath}/${toText(params['missingProperty'])}`;
}

/** A member as messages name it. */
const memberName = (pointer: string): string =>
  pointer === '' ? 'the body' : `\`${tokens(pointer).join('.')}\``;

/** What a schema error expects: it completes "expected `plan` of getAccount". */
function expectation({keyword, message = keyword, params}: ErrorObject): string {
  if (keyword === 'required') return 'to be there';
  const {allowedValues} = params as {allowedValues?: unknown[]};
  if (allowedValues) return `to be one of ${allowedValues.map(String).join(', ')}`;
  return message.replace(/^must NOT /, 'not to ').replace(/^must /, 'to ');
}

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
