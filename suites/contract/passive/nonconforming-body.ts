import type {ErrorObject} from 'ajv/dist/2020.js';
import type {BodyMark, Contract} from '../../../spec/contract.ts';
import {at, escapeToken, tokens} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';
import {quantity} from '../../../spec/quantity.ts';
import {schemaAt, type Schema} from '../../../spec/schema.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import {markForCut} from '../../language/cut.ts';
import {pointerOf, type BodyValidator, type OutcomeWithBody} from './body-validator.ts';
import {everyReading} from './every-reading.ts';
import type {PassiveViolation} from './passive-result.ts';
import {plainOutcomes} from './plain-outcomes.ts';
import {ruleOfSchemaError, withStars} from './rule-of-schema-error.ts';

/** What is documented about the body. */
interface Documented {
  contract: Contract;
  profile: Profile;
  validator: BodyValidator;
  outcome: OutcomeWithBody;
  /** The marks of the outcome. */
  marks: BodyMark[];
}

/** The body of one response that does not conform to the schema of its outcome. */
export class NonconformingBody {
  readonly #documented: Documented;
  readonly #exchange: Exchange;
  readonly #body: unknown;
  /** Whether some value of the response could be a member, by its pointer with `*` for rows. */
  readonly #hasFittingReading = new Map<string, boolean>();
  #readings: unknown[] | undefined;

  constructor(documented: Documented, exchange: Exchange, body: unknown) {
    this.#documented = documented;
    this.#exchange = exchange;
    this.#body = body;
  }

  /**
   * The violation of an empty body: it breaks the rule about the response of the operation, if there is
   * one, instead of the rules about the members.
   */
  emptyBody(): PassiveViolation | undefined {
    const {op, step, wire} = this.#exchange;
    const {contract, outcome} = this.#documented;
    if (hasValues(wire)) return undefined;
    const [mark] = plainOutcomes(contract.marks, op, outcome.situation);
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

  /** The rules that the errors of the body break; errors that no rule is about are left out. */
  violations(): PassiveViolation[] {
    const {validator, outcome} = this.#documented;
    const errors = validator
      .errors(outcome, this.#body)
      .flatMap((error) => this.#expandedIntoMembers(error));
    return this.#mergedIntoTypeErrors(errors).flatMap((error) => this.#violation(error) ?? []);
  }

  /**
   * A body that is no object lacks every required member: the error about its type is replaced by one for
   * each of them. If no rule says that a member is required, the rule about its type is broken.
   */
  #expandedIntoMembers(error: ErrorObject): ErrorObject[] {
    if (error.instancePath !== '' || error.keyword !== 'type') return [error];
    const marked = membersWith('required', this.#documented.marks);
    const typed = membersWith('type', this.#documented.marks);
    const required = this.#schemaAt('')?.required ?? [];
    const missing = marked.map((name) => ({
      ...error,
      keyword: 'required',
      params: {missingProperty: name},
    }));
    const ofNoType = required
      .filter((name) => !marked.includes(name) && typed.includes(name))
      .map((name) => ({...error, ...ABSENT, instancePath: `/${name}`}));
    return [...missing, ...ofNoType];
  }

  /**
   * An object without any required member is the wrong object. It breaks the rule about the object, if
   * there is one, instead of the rules about its members.
   */
  #mergedIntoTypeErrors(errors: ErrorObject[]): ErrorObject[] {
    const merged: ErrorObject[] = [];
    const replaced = new Set<ErrorObject>();
    for (const missing of missingMembersByObject(errors)) {
      if (!this.#isAnotherObject(missing)) continue;
      merged.push({...missing[0], ...ANOTHER_OBJECT});
      for (const error of missing) replaced.add(error);
    }
    return [...merged, ...errors.filter((error) => !replaced.has(error))];
  }

  /** Whether errors say that an object lacks all of its members, and there is a rule about the object. */
  #isAnotherObject(missing: MissingMembers): boolean {
    const [{instancePath}] = missing;
    const {required = []} = this.#schemaAt(instancePath) ?? {};
    if (required.length < 2 || missing.length !== required.length) return false;
    // If the document leaves the name of a member open, the object may be the right one.
    const isOpen = missing.some(
      (error) => this.#ruleOf(pointerOf(error), error.keyword)?.correction !== undefined,
    );
    return !isOpen && this.#ruleOf(instancePath, 'type') !== undefined;
  }

  #ruleOf(pointer: string, keyword: string): ReturnType<typeof ruleOfSchemaError> {
    const {contract, profile, outcome} = this.#documented;
    const judged = {op: this.#exchange.op, ...outcome};
    return ruleOfSchemaError(contract, profile, judged, pointer, keyword);
  }

  #schemaAt(pointer: string): Schema | undefined {
    const {contract, outcome} = this.#documented;
    return schemaAt(contract.document, outcome.schema, pointer);
  }

  /** The violation for a schema error; undefined if no rule is about it. */
  #violation(error: ErrorObject): PassiveViolation | undefined {
    const {op, step} = this.#exchange;
    const pointer = pointerOf(error);
    const found = this.#ruleOf(pointer, error.keyword);
    if (!found) return undefined;
    const violation = {
      branch: `${error.keyword} ${pointer}`,
      expected: `${memberName(pointer)} of ${op} ${expectation(error)}`,
      got: seenBy(error, at(this.#body, pointer)),
      step,
    };
    const {correction = this.#lineForNumber(pointer), ...settled} = found;
    const seen = {
      violation,
      pointer,
      ...(error.keyword === 'format' && {concernsForm: true as const}),
    };
    if (correction === undefined || this.#isWrongInEveryReading(pointer))
      return {...settled, ...seen};
    return {...found, correction, ...seen};
  }

  /**
   * The line of a profile by which a number would be right in the place of a text: there is one if the
   * schema says that other values have the same form (`x-same-form`), and one of those is a number, too.
   */
  #lineForNumber(pointer: string): string | undefined {
    const like = this.#schemaAt(pointer)?.['x-same-form'];
    if (!like || typeof at(this.#body, pointer) !== 'number') return undefined;
    const isAlike = valuesAt(this.#body, like.at).some((value) => typeof value === 'number');
    return isAlike ? `encodings.${like.member}: string-as-number` : undefined;
  }

  /**
   * Whether a member is wrong whatever the profile says about it: it has the contract's own name, and
   * no other value of the response could be this member. The latter is the same for every row.
   */
  #isWrongInEveryReading(pointer: string): boolean {
    if (at(this.#body, pointer) === undefined) return false;
    const member = withStars(pointer);
    const fits = this.#hasFittingReading.get(member) ?? this.#findsFittingReading(pointer);
    this.#hasFittingReading.set(member, fits);
    return !fits;
  }

  /** Whether some value of the response could be a member. */
  #findsFittingReading(pointer: string): boolean {
    const {validator, outcome} = this.#documented;
    const path = tokens(pointer);
    const inFirstRows = path.map((token) => (isRow(token) ? '0' : token));
    const prefix = inFirstRows.map((token) => `/${escapeToken(token)}`).join('');
    this.#readings ??= [...new Set(everyReading(this.#exchange.wire))];
    return this.#readings.some((reading) =>
      validator
        .errors(outcome, aloneAt(path, reading))
        .every(({instancePath}) => !instancePath.startsWith(prefix)),
    );
  }
}

const isRow = (token: string): boolean => /^\d+$/.test(token);

/** A body that contains nothing but a value, which is in the first row of every list around it. */
const aloneAt = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, token) => (isRow(token) ? [inner] : {[token]: inner}), value);

/** Whether a body contains anything except null; an empty list counts as a value. */
const hasValues = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).some(hasValues)
    : value !== undefined && value !== null && value !== '';

/** The error for a required member of a body that is no object. */
const ABSENT = {message: 'must be there'};

/** The members of the body itself that have a mark with a keyword. */
const membersWith = (keyword: string, marks: readonly BodyMark[]): string[] =>
  marks.flatMap((mark) => {
    const [name, ...inner] = tokens(mark.pointer);
    return mark.keyword === keyword && name !== undefined && !inner.length ? [name] : [];
  });

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

/** A member as messages name it. */
const memberName = (pointer: string): string =>
  pointer === '' ? 'the body' : `\`${tokens(pointer).join('.')}\``;

/** What was seen in place of what a schema error expects: where items are counted, their number as well. */
function seenBy({keyword}: ErrorObject, value: unknown): string {
  const shown = markForCut(JSON.stringify(value) ?? 'nothing', 120);
  const isCounted = keyword === 'maxItems' || keyword === 'minItems';
  return isCounted && Array.isArray(value) ? `${quantity(value.length, 'item')}: ${shown}` : shown;
}

/** What a schema error expects: it completes "expected `plan` of getAccount". */
function expectation({keyword, message = keyword, params}: ErrorObject): string {
  if (keyword === 'required') return 'to be there';
  const {allowedValues} = params as {allowedValues?: unknown[]};
  if (allowedValues) return `to be one of ${allowedValues.map(String).join(', ')}`;
  return message.replace(/^must NOT /, 'not to ').replace(/^must /, 'to ');
}
