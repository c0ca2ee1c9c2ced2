import {markForCut} from '../cut.ts';
import {Ajv2020, type ErrorObject, type ValidateFunction} from 'ajv/dist/2020.js';
import type {BodyMark, Contract, Operation, Outcome} from '../../spec/contract.ts';
import {at, tokens, withAt} from '../../spec/json.ts';
import type {Profile} from '../../spec/profile.ts';
import {schemaAt, type Schema} from '../../spec/schema.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {locatedAt} from '../../spec/values-at.ts';
import {giveFormats} from '../formats.ts';
import {bodyMarksOf, brokenRule} from './broken-rule.ts';
import {everyReading} from './every-reading.ts';
import type {InPassing, PassingViolation, PassingWitness} from './in-passing.ts';
import {plainOutcomes} from './plain-outcomes.ts';

/** An outcome for which the document shows a body. */
type OutcomeWithBody = Outcome & {schema: Schema; schemaAt: string};

const hasSchema = (outcome: Outcome): outcome is OutcomeWithBody =>
  outcome.schema !== undefined && outcome.schemaAt !== undefined;

/** Judges bodies of responses by the schemas of a contract; each is compiled when first needed. */
export class BodyConformance {
  readonly #contract: Contract;
  readonly #profile: Profile;
  readonly #ajv: Ajv2020;
  /** By JSON Pointer of the schema in the document. */
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(contract: Contract, profile: Profile) {
    this.#contract = contract;
    this.#profile = profile;
    // The contract was judged when it was written: to compile the schema of schemas takes longer
    // than all of it.
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

  /** What the body of a response breaks, and what it could have broken. */
  judge(operation: Operation, exchange: Exchange): InPassing {
    const outcomes = outcomesOf(operation, exchange).filter(hasSchema);
    const [first] = outcomes;
    const body = bodyToJudge(exchange);
    if (!first || body === undefined) return {violations: [], witnesses: []};
    // A set of situations: the response conforms when it fits any of them.
    const conforming = outcomes.filter((outcome) => this.#errors(outcome, body).length === 0);
    const judged = conforming[0] ?? first;
    const empty = conforming.length ? undefined : this.#emptyBody(exchange, judged);
    if (empty) return {violations: [empty], witnesses: []};
    const errors = this.#errors(judged, body).flatMap((error) =>
      this.#expandedIntoMembers(exchange.op, judged, error),
    );
    const violations = this.#mergedIntoTypeErrors(exchange.op, judged, errors).flatMap(
      (error) => this.#violation(exchange, judged, body, error) ?? [],
    );
    // Where the document leaves several situations open, the response is a witness for each that it
    // conforms to.
    const shown = violations.length ? [judged] : conforming;
    const broken = new Set(violations.map(({rule, place}) => `${rule} ${place}`));
    const witnesses = shown
      .flatMap(({situation}) => bodyMarksOf(this.#contract, exchange.op, situation))
      .filter((mark) => !broken.has(`${mark.rule} ${mark.place}`))
      .filter((mark) => this.#couldBreak(body, judged, mark))
      .map((mark) => witnessOf(exchange, mark));
    return {violations, witnesses};
  }

  #errors(outcome: OutcomeWithBody, body: unknown): ErrorObject[] {
    const validate = this.#validatorOf(outcome);
    return validate(body) ? [] : (validate.errors ?? []);
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
   * A body without any value, where one with members is documented, breaks the one rule about what
   * the operation answers, where there is one, and not those of the members.
   */
  #emptyBody({op, step, wire}: Exchange, {situation}: Outcome): PassingViolation | undefined {
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
   * A body that is no object at all lacks every member that it has to have. Where no rule says that
   * one is there, that of its type does.
   */
  #expandedIntoMembers(
    op: string,
    {situation, schema}: OutcomeWithBody,
    error: ErrorObject,
  ): ErrorObject[] {
    if (error.instancePath !== '' || error.keyword !== 'type') return [error];
    const marks = bodyMarksOf(this.#contract, op, situation);
    const isMarked = (name: string, wanted: string): boolean =>
      marks.some(({keyword, pointer}) => keyword === wanted && isMember(pointer, name));
    const required = schemaAt(this.#contract.document, schema, '')?.required ?? [];
    const untold = required.filter((name) => !isMarked(name, 'required') && isMarked(name, 'type'));
    const told = marks.flatMap(({keyword, pointer}) => {
      const [name, ...inner] = tokens(pointer);
      if (keyword !== 'required' || name === undefined || inner.length) return [];
      return [{...error, keyword, params: {missingProperty: name}}];
    });
    return [...told, ...untold.map((name) => ({...error, ...ABSENT, instancePath: `/${name}`}))];
  }

  /**
   * An object that has none of the members that it has to have is another one in its place: that
   * breaks the one rule that is about the object, where there is one, and not those of its members.
   */
  #mergedIntoTypeErrors(
    op: string,
    outcome: OutcomeWithBody,
    errors: ErrorObject[],
  ): ErrorObject[] {
    const merged: ErrorObject[] = [];
    const replaced = new Set<ErrorObject>();
    for (const missing of missingMembersByObject(errors)) {
      if (!this.#isOfAnotherObject(op, outcome, missing)) continue;
      merged.push({...missing[0], ...ANOTHER_OBJECT});
      for (const error of missing) replaced.add(error);
    }
    return [...merged, ...errors.filter((error) => !replaced.has(error))];
  }

  /** Whether errors say that one object lacks all of its members, and a rule is about the object. */
  #isOfAnotherObject(op: string, outcome: OutcomeWithBody, missing: MissingMembers): boolean {
    const [{instancePath}] = missing;
    const {required = []} = schemaAt(this.#contract.document, outcome.schema, instancePath) ?? {};
    if (required.length < 2 || missing.length !== required.length) return false;
    const ruleOf = (pointer: string, keyword: string) =>
      brokenRule(this.#contract, this.#profile, {op, ...outcome}, pointer, keyword);
    // Where the document leaves open what a member is called, the object may be the right one.
    const isOpen = missing.some(
      (error) => ruleOf(pointerOf(error), error.keyword)?.open !== undefined,
    );
    return !isOpen && ruleOf(instancePath, 'type') !== undefined;
  }

  /** The violation that an error of the schema is, unless it belongs to no rule. */
  #violation(
    {op, step, wire}: Exchange,
    outcome: OutcomeWithBody,
    body: unknown,
    error: ErrorObject,
  ): PassingViolation | undefined {
    const pointer = pointerOf(error);
    const found = brokenRule(
      this.#contract,
      this.#profile,
      {op, ...outcome},
      pointer,
      error.keyword,
    );
    if (!found) return undefined;
    const violation = {
      branch: `${error.keyword} ${pointer}`,
      expected: `${memberName(pointer)} of ${op} ${expectation(error)}`,
      got: markForCut(JSON.stringify(at(body, pointer)) ?? 'nothing', 120),
      step,
    };
    const {open, ...settled} = found;
    const seen = {violation, pointer, ...(error.keyword === 'format' && {isOfForm: true as const})};
    if (open === undefined || this.#isWrongAnyhow(outcome, body, pointer, wire))
      return {...settled, ...seen};
    return {...found, ...seen};
  }

  /**
   * Whether a member is wrong whatever the profile would say about it: it stands under the
   * contract's own name, and no other value of the response could be it either.
   */
  #isWrongAnyhow(outcome: OutcomeWithBody, body: unknown, pointer: string, wire: unknown): boolean {
    if (at(body, pointer) === undefined) return false;
    const fits = (reading: unknown): boolean =>
      this.#errors(outcome, withAt(body, pointer, reading)).every(
        ({instancePath}) => !instancePath.startsWith(pointer),
      );
    return !everyReading(wire).some(fits);
  }

  /** Whether a body has what a mark is about: rows that are fewer than their bound do not. */
  #couldBreak(body: unknown, {schema}: OutcomeWithBody, {pointer, keyword}: BodyMark): boolean {
    if (!hasValueFor(body, pointer, keyword)) return false;
    if (keyword !== 'maxItems') return true;
    const bound = schemaAt(this.#contract.document, schema, pointer)?.maxItems;
    const rows = at(body, pointer);
    return bound === undefined || (Array.isArray(rows) && rows.length >= bound);
  }
}

/**
 * The outcomes that a response is judged by. One that is no documented situation still has a
 * status, and a status has a documented form.
 */
function outcomesOf({outcomes}: Operation, {situations, documented, status}: Exchange): Outcome[] {
  const named = [situations, documented].find((names) => names.length);
  if (!named) return outcomes.filter(({statuses}) => statuses.includes(status));
  return outcomes.filter(({situation}) => named.includes(situation));
}

/**
 * The body of a response; where one is documented and none came, an empty one: every member that it
 * has to have is missing. A response to `HEAD` has none, whatever a profile makes of that.
 */
function bodyToJudge({body, problem, sent}: Exchange): unknown {
  if (sent.method === 'HEAD') return undefined;
  return (body as unknown) ?? (problem === undefined ? {} : undefined);
}

/** Whether there is anything but null in a body; a list is a value, though it be empty. */
const hasValues = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).some(hasValues)
    : value !== undefined && value !== null && value !== '';

/** What an error says of a member that a body which is no object cannot have. */
const ABSENT = {message: 'must be there'};

/** Whether a pointer leads to a member of the body itself. */
function isMember(pointer: string, name: string): boolean {
  const [first, ...inner] = tokens(pointer);
  return first === name && inner.length === 0;
}

/** What is said of an object that has none of its members, in place of what is said of each. */
const ANOTHER_OBJECT = {keyword: 'type', params: {}, message: 'must have its documented members'};

/** The errors that say which members one object lacks. */
type MissingMembers = [ErrorObject, ...ErrorObject[]];

/** The errors that say which members an object within the body lacks, object by object. */
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

const witnessOf = ({op, status}: Exchange, {rule, place, pointer}: BodyMark): PassingWitness => ({
  rule,
  place,
  saw: `${op} ${status} ${pointer}`,
});

/** Where an error stands in the body; of a missing member, where the member would stand. */
function pointerOf({keyword, instancePath, params}: ErrorObject): string {
  if (keyword !== 'required') return instancePath;
  return `${instancePath}/${String(params['missingProperty'])}`;
}

/** A member as messages name it. */
const memberName = (pointer: string): string =>
  pointer === '' ? 'the body' : `\`${tokens(pointer).join('.')}\``;

/** What an error of a schema wants; goes on after "expected `plan` of getAccount". */
function expectation({keyword, message = keyword, params}: ErrorObject): string {
  if (keyword === 'required') return 'to be there';
  const {allowedValues} = params as {allowedValues?: unknown[]};
  if (allowedValues) return `to be one of ${allowedValues.map(String).join(', ')}`;
  return message.replace(/^must NOT /, 'not to ').replace(/^must /, 'to ');
}

/** Keywords that do not concern values of another type: a `null` in their place is no witness. */
const TYPE_OF_KEYWORD: Record<string, string> = {
  format: 'string',
  pattern: 'string',
  minLength: 'string',
  maxLength: 'string',
  minimum: 'number',
  maximum: 'number',
};

/**
 * Whether a pointer with `*` for rows leads to at least one value that the keyword could have found
 * wrong.
 */
function hasValueFor(body: unknown, pointer: string, keyword: string): boolean {
  const type = TYPE_OF_KEYWORD[keyword];
  for (const {value} of locatedAt(body, pointer))
    if (type === undefined || typeof value === type) return true;
  return false;
}
