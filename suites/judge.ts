import {markForCut} from './cut.ts';
import {at, isSameJson, tokens} from '../spec/json.ts';
import type {Violation} from '../spec/run-record.ts';
import type {Exchange} from '../spec/exchange.ts';
import type {Judgement} from './check.ts';
import {isFromGateway} from './gateway.ts';
import {limited} from './limited.ts';
import {unfetchedFile} from './unsupplied-file.ts';

/** What judges are made of. Each function gives structured evidence; `all` puts them together. */

const nothing = (): Judgement => ({witnesses: [], violations: []});

/** Nothing can be decided, for this reason. */
export const undecided = (reason: string): Judgement => ({...nothing(), inconclusive: reason});

/** Nothing can be decided here, and no repetition would: the check cannot bring about what it needs. */
export const notExercised = (reason: string): Judgement => ({
  ...undecided(reason),
  outOfReach: 'not-exercised',
});

/** The rule is about what this deployment does not do, for this reason. */
export const notApplicable = (reason: string): Judgement => ({
  ...undecided(reason),
  outOfReach: 'not-applicable',
});

/** A response in one line: status, reason and situations, such as `404 not_found (unknown)`. */
export function summaryOf({status, body, situations, problem}: Exchange): string {
  if (status === 0) return `no answer (${problem?.text ?? 'network'})`;
  const reason = body?.reason as unknown;
  const words = [String(status)];
  if (reason) words.push(typeof reason === 'string' ? reason : brief(reason));
  if (situations.length) words.push(`(${situations.join(' or ')})`);
  return words.join(' ');
}

/**
 * Why a response says nothing about a rule: none came, the limit or a gateway sent it, or the request
 * named a file that nobody can fetch.
 * @returns undefined for a response that the deployment itself gave
 */
export function unusable(exchange: Exchange): string | undefined {
  if (exchange.status === 0)
    return `${exchange.op}: no answer (${exchange.problem?.text ?? 'network'})`;
  if (limited(exchange)) return `${exchange.op}: 429`;
  if (exchange.inFront)
    return (
      `${exchange.op}: refused (${exchange.status}) by something in front of the service, ` +
      'probably because of characters in its values'
    );
  if (isFromGateway(exchange)) return `${exchange.op}: ${exchange.status} from a gateway in front`;
  const file = unfetchedFile(exchange);
  return (
    file &&
    `${exchange.op}: the URL in \`${file}\` cannot be fetched: give one that can be, under \`samples\``
  );
}

/** What a part of a judge concludes, or a function that concludes it. */
export type Part = Judgement | (() => Judgement);

/**
 * Every judgement together: all witnesses, all violations, the first reason why nothing could be
 * decided. A part that may find nothing to read is given as a function: when it throws, the other
 * parts count all the same.
 */
export function all(...parts: Part[]): Judgement {
  const judgements = parts.map(concluded);
  const blind = judgements.find((judgement) => judgement.inconclusive);
  const variant = judgements.find((judgement) => judgement.variant)?.variant;
  const unread = judgements.find((judgement) => judgement.unread)?.unread;
  return {
    witnesses: judgements.flatMap((judgement) => judgement.witnesses),
    violations: judgements.flatMap((judgement) => judgement.violations),
    ...(blind?.inconclusive && {inconclusive: blind.inconclusive}),
    ...(blind?.outOfReach && {outOfReach: blind.outOfReach}),
    ...(blind?.open && {open: blind.open}),
    ...(blind?.retry && {retry: blind.retry}),
    ...(variant && {variant}),
    ...(unread && {unread}),
  };
}

/** What a part concludes; what it throws is a reason why the responses could not be read. */
export function concluded(part: Part): Judgement {
  if (typeof part !== 'function') return part;
  try {
    return part();
  } catch (error) {
    return {...nothing(), unread: error as Error};
  }
}

/** A statement about a response, as it is reported when it does not hold. */
export interface Statement {
  /** Names this way to break the rule; part of the failure's signature. */
  branch: string;
  /** Goes on after "expected", for example `one registered, one refused`. */
  expected: string;
  /** Goes on after "got", for example `two registered`. */
  got: string;
  /** The response that shows it; undefined where even a limit's response would count. */
  at: Exchange | undefined;
  /** The response that shows it, where `at` is undefined. */
  shownBy?: Exchange;
  /** What the witness is a witness of; the branch unless given. */
  of?: string;
  /** Set when the statement is about nothing but the situation of the response. */
  wanted?: string[];
}

/** A condition holds: a witness where it does, a violation where it does not. */
export function holds(condition: boolean, statement: Statement): Judgement {
  const {branch, expected, got, at: exchange, shownBy = exchange, of = branch, wanted} = statement;
  // A limit or a gateway that answered in the deployment's place shows nothing, be the condition
  // true or false.
  const problem = exchange && unusable(exchange);
  if (problem) return undecided(problem);
  if (condition) return {...nothing(), witnesses: [{of, saw: got}]};
  const violation: Violation = {
    branch,
    expected,
    got,
    step: shownBy?.step ?? '',
    ...(shownBy && {op: shownBy.op}),
    ...(wanted && {wanted}),
    ...(wanted && shownBy && {status: shownBy.status}),
  };
  return {...nothing(), violations: [violation]};
}

/** The response is one of the named situations. */
export function is(exchange: Exchange, situations: string | string[], branch: string): Judgement {
  const wanted = [situations].flat();
  const among = (seen: string[]): boolean => wanted.some((situation) => seen.includes(situation));
  if (!among(exchange.situations) && among(exchange.documented) && exchange.profileMismatch)
    return undecided(`this line of the profile would fit: ${exchange.profileMismatch.line}`);
  // A response that is what was wanted counts, be it the limit's.
  const at = among(exchange.situations) ? undefined : exchange;
  return holds(at === undefined, {
    branch,
    expected: `the outcome ${wanted.join(' or ')} of ${exchange.op}`,
    got: summaryOf(exchange),
    at,
    wanted,
  });
}

/** A request that should have been served met the limit. */
const rateLimitedInstead = (exchange: Exchange, branch: string): Judgement =>
  holds(false, {
    branch,
    expected: `${exchange.op} to be served`,
    got: summaryOf(exchange),
    at: undefined,
    shownBy: exchange,
  });

/**
 * The request was served: neither the limit answered, nor anything else but its success or the
 * refusal that it deserves.
 */
export const served = (
  exchange: Exchange,
  situations: string | string[],
  branch: string,
): Judgement =>
  isRefusedByLimit(exchange)
    ? rateLimitedInstead(exchange, branch)
    : is(exchange, situations, branch);

/** Whether the deployment refused a request by a limit (429), and no gateway did so in its place. */
export const isRefusedByLimit = ({status, notOwn}: Exchange): boolean => status === 429 && !notOwn;

/** The response is not the limit's, where the document shows no response to compare it with. */
export const isNotRateLimited = (exchange: Exchange, branch: string): Judgement =>
  isRefusedByLimit(exchange)
    ? rateLimitedInstead(exchange, branch)
    : holds(exchange.status < 500, {
        branch,
        expected: `${exchange.op} to be served`,
        got: summaryOf(exchange),
        at: exchange,
      });

/** The response is the limit's. */
export const isRateLimited = (exchange: Exchange, branch: string): Judgement =>
  holds(isRefusedByLimit(exchange), {
    branch,
    expected: `${exchange.op} to be refused with 429`,
    got: summaryOf(exchange),
    at: isRefusedByLimit(exchange) ? undefined : exchange,
  });

/** The response is a refusal (400 to 499), whichever, but for that of a limit on requests. */
export function refused(exchange: Exchange, branch: string): Judgement {
  const problem = unusable(exchange);
  if (problem) return undecided(problem);
  return holds(exchange.status >= 400 && exchange.status < 500, {
    branch,
    expected: `${exchange.op} to be refused (4xx)`,
    got: summaryOf(exchange),
    at: exchange,
  });
}

/** The response is not a server error. */
export const noServerError = (exchange: Exchange, branch: string): Judgement =>
  holds(exchange.status > 0 && exchange.status < 500, {
    branch,
    expected: `no server error (5xx) of ${exchange.op}`,
    got: summaryOf(exchange),
    at: exchange,
  });

/**
 * A value is the one expected (deeply equal). Two things that are not there are not equal: nothing
 * was seen.
 * @param where the response that shows the value
 * @param what the value is, for the message: "expected the number of rows to be 2, got 3"
 */
export function equal(
  got: unknown,
  expected: unknown,
  branch: string,
  where: Exchange | undefined,
  what: string,
): Judgement {
  if (isNothing(expected)) return undecided(`there was nothing to compare ${what} with`);
  const judgement = holds(isSameJson(got, expected) && !isNothing(got), {
    branch,
    expected: `${what} to be ${brief(expected)}`,
    got: brief(got),
    at: where,
  });
  if (typeof got !== 'number' || typeof expected !== 'number') return judgement;
  const off = got - expected;
  return {...judgement, violations: judgement.violations.map((one) => ({...one, off}))};
}

/** A value is another than the one given; parameters as of `equal`. */
export function differs(
  got: unknown,
  other: unknown,
  branch: string,
  where: Exchange | undefined,
  what: string,
): Judgement {
  if (isNothing(other)) return undecided(`there was nothing to compare ${what} with`);
  return holds(!isNothing(got) && !isSameJson(got, other), {
    branch,
    expected: `${what} to differ from ${brief(other)}`,
    got: brief(got),
    at: where,
  });
}

/** A member of the response's body, by JSON Pointer, has the value expected. */
export const memberIs = (
  exchange: Exchange,
  pointer: string,
  expected: unknown,
  branch: string,
): Judgement =>
  concluded(() =>
    about(
      pointer,
      equal(member(exchange, pointer), expected, branch, exchange, nameOf(exchange, pointer)),
    ),
  );

/** A member of the response's body, by JSON Pointer, has another value than the one given. */
export const memberDiffers = (
  exchange: Exchange,
  pointer: string,
  other: unknown,
  branch: string,
): Judgement =>
  concluded(() =>
    about(
      pointer,
      differs(member(exchange, pointer), other, branch, exchange, nameOf(exchange, pointer)),
    ),
  );

/** A judgement whose violations name the member that they are about. */
const about = (pointer: string, judgement: Judgement): Judgement => ({
  ...judgement,
  violations: judgement.violations.map((violation) => ({...violation, pointer})),
});

/**
 * The value of a member of a response's body.
 * @throws Error for a body without the object that would have the member: such a response cannot be
 * read, and says nothing about the member
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
 * None of something was found.
 * @param what was looked for, in the singular: "expected no row that stands twice, got 2"
 */
export const none = (
  found: unknown[],
  what: string,
  branch: string,
  where: Exchange | undefined,
): Judgement =>
  holds(found.length === 0, {
    branch,
    expected: `no ${what}`,
    got: found.length ? String(found.length) : 'none',
    at: where,
  });

/** What a member or header that is not there leaves behind. */
const isNothing = (value: unknown): boolean => value === undefined || Number.isNaN(value);

/** A judgement where there is something to judge; elsewhere the reason why there is not. */
export const when = (condition: boolean, reason: string, judgement: () => Judgement): Judgement =>
  condition ? judgement() : undecided(reason);

/** As `when`, for a race: where its requests were not under way together, it is tried again. */
export const whenRaced = (
  condition: boolean,
  reason: string,
  judgement: () => Judgement,
): Judgement => (condition ? judgement() : {...undecided(reason), retry: 'race-did-not-overlap'});

/**
 * Nothing to judge, since the deployment makes a choice that the document leaves open and that
 * hides what would have to be seen.
 * @param point id of the open point, such as `NS-WS-53`
 * @param unless the choice of a profile that promises what is hidden
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

/** A choice of a profile that promises something, and what breaks the rule where it is missing. */
type Promised = NonNullable<NonNullable<Judgement['open']>['unless']>;

/** The choice of a profile that promises what was not seen; the statement is its violation. */
export function promisedBy(choice: string, statement: Statement): Promised | undefined {
  const [violation] = holds(false, statement).violations;
  return violation && {choice, violation};
}

/** Records which of two documented answers was seen. */
export const saw = (variant: string): Judgement => ({...nothing(), variant});

/** A judge looked for rows where there is no list: absence is no witness. */
export class NothingSeen extends Error {
  override name = 'NothingSeen';
}

/** Whether all requests were on their way before the first answer came. */
export const overlapped = (race: Exchange[]): boolean =>
  Math.max(...race.map((exchange) => exchange.sentAt)) <=
  Math.min(...race.map((exchange) => exchange.gotAt));

/** A value as it is shown to people: short. */
export const brief = (value: unknown): string =>
  markForCut(JSON.stringify(value) ?? 'nothing', 120);
