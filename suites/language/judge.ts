/** The assertions that judges consist of. Each returns structured evidence; `all` combines them. */

import {markForCut} from './cut.ts';
import {at, isSameJson, tokens} from '../../spec/json.ts';
import type {Violation} from '../../spec/run-record.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isClientError, isSuccessOrRedirect} from '../../spec/status.ts';
import type {Judgement} from './check.ts';
import {unusable} from '../target/unusable.ts';

/** The most characters of a value that a message shows. */
const MAX_CHARS = 120;

/** There is nothing to judge: neither a witness nor a violation. */
export const nothing = (): Judgement => ({witnesses: [], violations: []});

/** Nothing can be decided, for the given reason. */
export const undecided = (reason: string): Judgement => ({...nothing(), inconclusive: reason});

/** Nothing can be decided, and a repetition would not help: the check cannot create what it needs. */
export const notExercised = (reason: string): Judgement => ({
  ...undecided(reason),
  outOfReach: 'not-exercised',
});

/** The rule does not apply to this deployment, for the given reason. */
export const notApplicable = (reason: string): Judgement => ({
  ...undecided(reason),
  outOfReach: 'not-applicable',
});

/** Describes a response in one line: status, reason and situations, such as `404 not_found (unknown)`. */
export function summaryOf({status, body, situations, problem}: Exchange): string {
  if (status === 0) return `no answer (${problem?.text ?? 'network'})`;
  const reason = body?.reason as unknown;
  const words = [String(status)];
  if (reason)
    words.push(typeof reason === 'string' ? markForCut(reason, MAX_CHARS) : brief(reason));
  if (situations.length) words.push(`(${situations.join(' or ')})`);
  return words.join(' ');
}

/** A judgement, or a function that returns one. */
export type LazyJudgement = Judgement | (() => Judgement);

/**
 * Combines judgements: all witnesses, all violations, and the first reason why nothing could be
 * decided. A part that may find nothing to read is passed as a function: when it throws, the other
 * parts still count.
 */
export function all(...parts: LazyJudgement[]): Judgement {
  const judgements = parts.map(concluded);
  const firstUndecided = judgements.find((judgement) => judgement.inconclusive);
  const {inconclusive, outOfReach, open, retry, blocked} = firstUndecided ?? {};
  const variant = judgements.find((judgement) => judgement.variant)?.variant;
  const unread = judgements.find((judgement) => judgement.unread)?.unread;
  const permittingChoice = choicePermittingAll(judgements);
  return {
    witnesses: judgements.flatMap((judgement) => judgement.witnesses),
    violations: judgements.flatMap((judgement) => judgement.violations),
    ...(inconclusive && {inconclusive}),
    ...(outOfReach && {outOfReach}),
    ...(open && {open}),
    ...(retry && {retry}),
    ...(blocked && {blocked}),
    ...(variant && {variant}),
    ...(unread && {unread}),
    ...(permittingChoice && {permittingChoice}),
  };
}

/** The choice that permits the violations of judgements, if it permits each of them. */
function choicePermittingAll(judgements: readonly Judgement[]): Judgement['permittingChoice'] {
  const failed = judgements.filter(({violations}) => violations.length > 0);
  return failed.every(({permittingChoice}) => permittingChoice)
    ? failed[0]?.permittingChoice
    : undefined;
}

/**
 * A judgement whose violations break no rule if a profile makes a choice at an open point. Without this
 * line they count: the document promises the behaviour, and only says nothing of where it is seen.
 * @param reason what the choice says of the deployment
 */
export const withPermittingChoice = (
  point: string,
  choice: string,
  reason: string,
  judgement: Judgement,
): Judgement =>
  judgement.violations.length
    ? {...judgement, permittingChoice: {point, choice, reason}}
    : judgement;

/** Judges each of several things; one that cannot be read takes nothing away from the others. */
export const judgeEach = <T>(
  items: readonly T[],
  judge: (item: T, index: number) => Judgement,
): Judgement => all(...items.map((item, index) => () => judge(item, index)));

/** Evaluates a part. If it throws, the error is recorded as the reason why responses were unreadable. */
export function concluded(part: LazyJudgement): Judgement {
  if (typeof part !== 'function') return part;
  try {
    return part();
  } catch (error) {
    return {...nothing(), unread: error as Error};
  }
}

/** An assertion about a response, with the text that is reported when it does not hold. */
export interface Statement {
  /** Names this way of breaking the rule; part of the failure's signature. */
  branch: string;
  /** Completes "expected ...", for example `one registered, one refused`. */
  expected: string;
  /** Completes "got ...", for example `two registered`. */
  got: string;
  /** The response that shows it; undefined if even a rate-limited response counts. */
  at: Exchange | undefined;
  /** The response that shows it if `at` is undefined. */
  shownBy?: Exchange;
  /** The name of the witness; the branch by default. */
  of?: string;
  /** The outcomes that would have been right. Set exactly when only the outcome was asserted. */
  expectedSituations?: string[];
  /** Set if the request has to be refused: its status tells whether it was served. */
  isOfRefusal?: true;
  /** For a number: by how much it is too large, or too small (negative); each attempt has to show the same. */
  off?: number;
}

/** Asserts a condition: a witness if it holds, otherwise a violation. */
export function expectThat(condition: boolean, statement: Statement): Judgement {
  const {branch, expected, got, at: exchange, shownBy = exchange, of = branch} = statement;
  const {expectedSituations, isOfRefusal, off} = statement;
  // A response of a rate limit or a gateway proves nothing either way.
  const problem = exchange && unusable(exchange);
  if (problem) return undecided(problem);
  if (condition) return {...nothing(), witnesses: [{of, saw: got}]};
  const violation: Violation = {
    branch,
    expected,
    got,
    step: shownBy?.step ?? '',
    ...(shownBy && {op: shownBy.op}),
    ...(expectedSituations && {wanted: expectedSituations}),
    ...((expectedSituations ?? isOfRefusal) && shownBy && {status: shownBy.status}),
    ...(off !== undefined && {off}),
  };
  return {...nothing(), violations: [violation]};
}

/** Whether a violation is about nothing but the outcome of a request. */
export const isAboutOutcome = ({wanted}: Violation): boolean => wanted !== undefined;

/** Names the outcomes of an operation that would have been right; reports add their statuses. */
export const outcomeText = (situations: readonly string[], op: string): string =>
  `the outcome ${situations.join(' or ')} of ${op}`;

/** Asserts that the response is one of the named situations. */
export function expectOutcome(
  exchange: Exchange,
  situations: string | string[],
  branch: string,
): Judgement {
  const {op, documented, profileMismatch} = exchange;
  const expectedSituations = [situations].flat();
  const isExpected = (seen: string[]): boolean =>
    expectedSituations.some((situation) => seen.includes(situation));
  const isSeen = isExpected(exchange.situations);
  if (!isSeen && profileMismatch && isExpected(documented))
    return undecided(`this line of the profile would fit: ${profileMismatch.line}`);
  return expectThat(isSeen, {
    branch,
    expected: outcomeText(expectedSituations, op),
    got: summaryOf(exchange),
    // The expected response counts even if a limit sent it.
    at: isSeen ? undefined : exchange,
    expectedSituations,
  });
}

/** Asserts that the response is any refusal (400 to 499) except that of a limit on requests. */
export function expectRefused(exchange: Exchange, branch: string): Judgement {
  const problem = unusable(exchange);
  if (problem) return undecided(problem);
  const {op, status} = exchange;
  return expectThat(isClientError(status), {
    branch,
    expected: `${op} to be refused (4xx)`,
    got: summaryOf(exchange),
    at: exchange,
    isOfRefusal: true,
  });
}

/** Asserts that the response is not a server error. */
export function expectNoServerError(exchange: Exchange, branch: string): Judgement {
  const judgement = expectThat(exchange.status > 0 && exchange.status < 500, {
    branch,
    expected: `no server error (5xx) of ${exchange.op}`,
    got: summaryOf(exchange),
    at: exchange,
  });
  const violations = judgement.violations.map((one) => ({...one, isOfServerError: true as const}));
  return {...judgement, violations};
}

/**
 * Asserts that a value deeply equals the expected one. Two missing values are not equal, because
 * nothing was seen.
 * @param where the response that shows the value
 * @param what the value is, for the message: "expected the number of rows to be 2, got 3"
 */
export function expectEqual(
  got: unknown,
  expected: unknown,
  branch: string,
  where: Exchange | undefined,
  what: string,
): Judgement {
  if (isNothing(expected)) return undecided(`there was nothing to compare ${what} with`);
  const areNumbers = typeof got === 'number' && typeof expected === 'number';
  return expectThat(isSameJson(got, expected) && !isNothing(got), {
    branch,
    expected: `${what} to be ${brief(expected)}`,
    got: brief(got),
    at: where,
    ...(areNumbers && {off: got - expected}),
  });
}

/** Asserts that a value differs from the given one; its parameters are those of `expectEqual`. */
export function expectDifferent(
  got: unknown,
  other: unknown,
  branch: string,
  where: Exchange | undefined,
  what: string,
): Judgement {
  if (isNothing(other)) return undecided(`there was nothing to compare ${what} with`);
  return expectThat(!isNothing(got) && !isSameJson(got, other), {
    branch,
    expected: `${what} to differ from ${brief(other)}`,
    got: brief(got),
    at: where,
  });
}

/** Asserts that a member of the response's body, by JSON Pointer, has the expected value. */
export const expectMember = (
  exchange: Exchange,
  pointer: string,
  expected: unknown,
  branch: string,
): Judgement => expectMemberBy(expectEqual, exchange, pointer, expected, branch);

/** Asserts that a member of the response's body, by JSON Pointer, differs from the given value. */
export const expectMemberDifferent = (
  exchange: Exchange,
  pointer: string,
  other: unknown,
  branch: string,
): Judgement => expectMemberBy(expectDifferent, exchange, pointer, other, branch);

/** Compares a member with a value, and names the member in each violation. */
const expectMemberBy = (
  compare: typeof expectEqual,
  exchange: Exchange,
  pointer: string,
  value: unknown,
  branch: string,
): Judgement =>
  concluded(() =>
    withPointer(
      pointer,
      compare(member(exchange, pointer), value, branch, exchange, nameOf(exchange, pointer)),
    ),
  );

/** Adds to each violation the member that it is about. */
export const withPointer = (pointer: string, judgement: Judgement): Judgement => ({
  ...judgement,
  violations: judgement.violations.map((violation) => ({...violation, pointer})),
});

/**
 * The value of a member of a response's body.
 * @throws Error for a body without the object that would contain the member: such a response cannot
 * be read, and says nothing about the member
 */
function member({op, body}: Exchange, pointer: string): unknown {
  const parent = at(body, pointer.slice(0, pointer.lastIndexOf('/')));
  if (parent === undefined || parent === null) throw new Error(`${op}: no object has ${pointer}`);
  return at(body, pointer);
}

/** A member as messages name it, such as "`publications_left` of getAccount". */
const nameOf = ({op}: Exchange, pointer: string): string =>
  `\`${tokens(pointer).join('.')}\` of ${op}`;

/**
 * Asserts that nothing was found.
 * @param what was looked for, in the singular: "expected no row that stands twice, got 2"
 */
export const expectNone = (
  found: unknown[],
  what: string,
  branch: string,
  where: Exchange | undefined,
): Judgement =>
  expectThat(found.length === 0, {
    branch,
    expected: `no ${what}`,
    got: found.length ? String(found.length) : 'none',
    at: where,
  });

/** Whether a value stands for a missing member or header. */
const isNothing = (value: unknown): boolean => value === undefined || Number.isNaN(value);

/** The judgement if there is something to judge, otherwise the reason why there is not. */
export const when = (condition: boolean, reason: string, judgement: () => Judgement): Judgement =>
  condition ? judgement() : undecided(reason);

/**
 * Like `when`, for requests that have to succeed because the document says so: where one is refused, the rule about the
 * success of its operation is broken. Requests of a race, and those whose success the document leaves open, use `when`.
 */
export function whenServed(
  exchanges: Exchange | readonly Exchange[],
  judgement: () => Judgement,
): Judgement {
  const refused = [exchanges].flat().find(({status}) => !isSuccessOrRedirect(status));
  if (!refused) return judgement();
  const problem = unusable(refused);
  if (problem) return undecided(problem);
  const reason = `${refused.op} was answered ${summaryOf(refused)} where it has to succeed`;
  return {...undecided(reason), blocked: {refused}};
}

/**
 * Judges what a reading shows after requests that must have no effect. What the reading before them showed wrongly, too,
 * is no effect, and nothing can be judged.
 */
export function expectStill(
  before: Exchange,
  after: Exchange,
  judge: (reading: Exchange) => Judgement,
): Judgement {
  const {violations, unread, inconclusive} = concluded(() => judge(before));
  const isRight = violations.length === 0 && !unread && inconclusive === undefined;
  return when(isRight, 'a reading before the request did not show it, either', () => judge(after));
}

/** Like `when`, for the overlap of a race or the duration of a burst: otherwise another attempt is made. */
export const whenTimely = (
  condition: boolean,
  reason: string,
  judgement: () => Judgement,
): Judgement => (condition ? judgement() : {...undecided(reason), retry: 'timing-did-not-fit'});

/**
 * Nothing can be judged because the deployment makes a choice that the document leaves open and that
 * hides the relevant behaviour.
 * @param point id of the open point, such as `NS-WS-53`
 * @param unless the choice of a profile that promises the hidden behaviour
 */
export const hidden = (
  point: string,
  choice: string,
  reason: string,
  unless?: Promised,
): Judgement => ({
  ...undecided(`${reason} (${point})`),
  open: {point, choice, ...(unless && {unless})},
});

/**
 * The deployment makes a choice that the document leaves open, and nothing else is to be judged: the rule passes
 * elsewhere, and its note names the point and the choices.
 * @param point id of the open point, such as `NS-ST-42`
 * @param choice that says that the behaviour is intended
 * @param unless the choice of a profile that promises another behaviour
 */
export const leftOpen = (
  point: string,
  choice: string,
  seen: string,
  unless: Promised | undefined,
): Judgement => ({...hidden(point, choice, seen, unless), outOfReach: 'not-applicable'});

/** A choice of a profile that promises a behaviour, and the violation if the behaviour is missing. */
type Promised = NonNullable<NonNullable<Judgement['open']>['unless']>;

/** Builds the choice of a profile that promises a behaviour; the statement becomes its violation. */
export function promisedBy(choice: string, statement: Statement): Promised | undefined {
  const [violation] = expectThat(false, statement).violations;
  return violation && {choice, violation};
}

/** Records which of two documented answers was seen. */
export const saw = (variant: string): Judgement => ({...nothing(), variant});

/**
 * Records which of two documented answers a response gave; both are right.
 * @param witness the name of the witness
 */
export const sawAt = (exchange: Exchange, variant: string, witness = variant): Judgement =>
  all(
    saw(variant),
    expectThat(true, {branch: witness, expected: 'either answer', got: variant, at: exchange}),
  );

/** Thrown when a judge looks for rows where there is no list: a missing list is no witness. */
export class NothingSeen extends Error {
  override name = 'NothingSeen';
  /** The response in which it looked. */
  readonly response: Exchange | undefined;

  constructor(message: string, response?: Exchange) {
    super(message);
    this.response = response;
  }
}

/** The JSON text of a value, shortened for messages. */
export const brief = (value: unknown): string =>
  markForCut(JSON.stringify(value) ?? 'nothing', MAX_CHARS);
