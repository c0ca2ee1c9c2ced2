import {at, canonicalText} from '../spec/json.ts';
import type {Exchange} from '../spec/step.ts';
import type {Judgement} from './check.ts';

/** The verbs in which judges speak. Each gives structured evidence; `all` puts them together. */

const nothing = (): Judgement => ({witnesses: [], violations: []});

/** What an answer was, in one line. */
export const summaryOf = (exchange: Exchange): string =>
  exchange.status === 0
    ? `no answer (${exchange.problem?.text ?? 'network'})`
    : `${exchange.status}${exchange.body?.reason ? ` ${typeof exchange.body.reason === 'string' ? exchange.body.reason : brief(exchange.body.reason)}` : ''}${
        exchange.situations.length ? ` (${exchange.situations.join(' or ')})` : ''
      }`;

/**
 * A limit on requests answered, or perhaps so: a limit on runs may have the same status, and says
 * another reason (NS-WS-21).
 */
export const limited = ({status, situations}: Exchange): boolean =>
  ['rate-limited', 'quota-spent'].some((limit) => situations.includes(limit)) ||
  (status === 429 && situations.length === 0);

/** An answer that says nothing about a rule: none came, or the limit or a gateway answered. */
export function unusable(exchange: Exchange): string | undefined {
  if (exchange.status === 0)
    return `${exchange.op}: no answer (${exchange.problem?.text ?? 'network'})`;
  if (limited(exchange)) return `${exchange.op}: 429`;
  if ([502, 503, 504].includes(exchange.status))
    return `${exchange.op}: ${exchange.status} from a gateway in front`;
  return undefined;
}

/**
 * Every judgement together: all witnesses, all violations, the first reason why nothing could be
 * decided.
 */
export function all(...judgements: Judgement[]): Judgement {
  const undecided = judgements.find((judgement) => judgement.inconclusive);
  const variant = judgements.find((judgement) => judgement.variant)?.variant;
  return {
    witnesses: judgements.flatMap((judgement) => judgement.witnesses),
    violations: judgements.flatMap((judgement) => judgement.violations),
    ...(undecided && {inconclusive: undecided.inconclusive!}),
    ...(undecided?.open && {open: undecided.open}),
    ...(undecided?.retry && {retry: undecided.retry}),
    ...(variant && {variant}),
  };
}

/** Something that holds or not, with what was expected and seen. */
export function holds(
  condition: boolean,
  said: {branch: string; expected: string; got: string; at: Exchange | undefined; of?: string},
): Judgement {
  const step = said.at?.step ?? '';
  // Whether it holds or not: a limit or a gateway that answered in the deployment's place shows
  // nothing.
  const problem = said.at && unusable(said.at);
  if (problem) return {...nothing(), inconclusive: problem};
  return condition
    ? {...nothing(), witnesses: [{of: said.of ?? said.branch, saw: said.got}]}
    : {
        ...nothing(),
        violations: [{branch: said.branch, expected: said.expected, got: said.got, step}],
      };
}

/** The answer is one of the named situations. */
export function is(exchange: Exchange, situations: string | string[], branch: string): Judgement {
  const wanted = [situations].flat();
  const among = (seen: string[]): boolean => wanted.some((situation) => seen.includes(situation));
  if (!among(exchange.situations) && among(exchange.documented) && exchange.profileMismatch)
    return {
      ...nothing(),
      inconclusive: `the profile does not fit: ${exchange.profileMismatch.line}`,
    };
  // An answer that is what was wanted counts, be it the limit's.
  const at = among(exchange.situations) ? undefined : exchange;
  return holds(at === undefined, {
    branch,
    expected: wanted.join(' or '),
    got: summaryOf(exchange),
    at,
  });
}

/**
 * The request was served: neither the limit answered, nor anything else but its success or the
 * refusal that it deserves.
 */
export const served = (
  exchange: Exchange,
  situations: string | string[],
  branch: string,
): Judgement =>
  exchange.status === 429
    ? holds(false, {branch, expected: 'served', got: summaryOf(exchange), at: undefined})
    : is(exchange, situations, branch);

/** The answer is not the limit's, where the document shows no answer to hold it against. */
export const letPass = (exchange: Exchange, branch: string): Judgement =>
  exchange.status === 429
    ? holds(false, {branch, expected: 'served', got: summaryOf(exchange), at: undefined})
    : holds(exchange.status < 500, {
        branch,
        expected: 'served',
        got: summaryOf(exchange),
        at: exchange,
      });

/** The answer is the limit's. */
export const spent = (exchange: Exchange, branch: string): Judgement =>
  holds(exchange.status === 429, {
    branch,
    expected: '429',
    got: summaryOf(exchange),
    at: exchange.status === 429 ? undefined : exchange,
  });

/** The answer is a refusal (400 to 499), whichever, but for that of a limit on requests. */
export const refused = (exchange: Exchange, branch: string): Judgement =>
  unusable(exchange)
    ? {...nothing(), inconclusive: unusable(exchange)!}
    : holds(exchange.status >= 400 && exchange.status < 500, {
        branch,
        expected: 'a refusal (4xx)',
        got: summaryOf(exchange),
        at: exchange,
      });

/** The answer is not a server error. */
export const noServerError = (exchange: Exchange, branch: string): Judgement =>
  holds(exchange.status > 0 && exchange.status < 500, {
    branch,
    expected: 'no server error',
    got: summaryOf(exchange),
    at: exchange,
  });

/**
 * A value is the one expected (deeply equal). Two things that are not there are not equal: nothing
 * was seen.
 */
export const equal = (
  got: unknown,
  expected: unknown,
  branch: string,
  where: Exchange | undefined,
): Judgement =>
  isNothing(expected)
    ? {...nothing(), inconclusive: `${branch}: there was nothing to compare with`}
    : holds(canonicalText(got) === canonicalText(expected) && !isNothing(got), {
        branch,
        expected: brief(expected),
        got: brief(got),
        at: where,
        of: branch,
      });

/** A value is another than the one given. */
export const differs = (
  got: unknown,
  other: unknown,
  branch: string,
  where: Exchange | undefined,
): Judgement =>
  isNothing(other)
    ? {...nothing(), inconclusive: `${branch}: there was nothing to compare with`}
    : holds(!isNothing(got) && canonicalText(got) !== canonicalText(other), {
        branch,
        expected: `not ${brief(other)}`,
        got: brief(got),
        at: where,
        of: branch,
      });

/** What a member or header that is not there leaves behind. */
const isNothing = (value: unknown): boolean => value === undefined || Number.isNaN(value);

/** A judgement only where there is something to judge; else the reason why not. */
export const when = (condition: boolean, reason: string, judgement: () => Judgement): Judgement =>
  condition ? judgement() : {...nothing(), inconclusive: reason};

/** The same for a race: where its requests did not meet, the engine tries the race again. */
export const whenRaced = (
  condition: boolean,
  reason: string,
  judgement: () => Judgement,
): Judgement =>
  condition ? judgement() : {...nothing(), inconclusive: reason, retry: 'race-did-not-overlap'};

/** Nothing to judge, since the deployment uses a freedom of the document that hides it. */
export const hidden = (point: string, choice: string, reason: string): Judgement => ({
  ...nothing(),
  inconclusive: `${reason} (${point})`,
  open: {point, choice},
});

/** Records which of two documented answers was seen. */
export const saw = (variant: string): Judgement => ({...nothing(), variant});

/** A judge looked for rows where there is no list: absence is no witness. */
export class NothingSeen extends Error {
  override name = 'NothingSeen';
}

/**
 * The rows of pages.
 * @throws NothingSeen for a page that has no list there: that something is missing from it says
 * nothing
 */
export const rowsAt = (pages: Exchange[], pointer: string): unknown[] =>
  pages.flatMap((page) => {
    const rows = at(page.body, pointer);
    if (!Array.isArray(rows))
      throw new NothingSeen(`${page.op} was answered ${summaryOf(page)}, without rows`);
    return rows as unknown[];
  });

/** The value of each row of the pages at a pointer. */
export const column = (pages: Exchange[], pointer: string, rows = '/data'): unknown[] =>
  rowsAt(pages, rows).map((row) => at(row, pointer));

/** Members of `a` that are not in `b`. */
export const missing = <T>(a: T[], b: T[]): T[] => {
  const there = new Set(b);
  return a.filter((member) => !there.has(member));
};

/** Members that stand more than once. */
export const repeated = <T>(a: T[]): T[] =>
  a.filter((member, index) => a.indexOf(member) !== index);

/** Whether all requests were on their way before the first answer came. */
export const overlapped = (race: Exchange[]): boolean =>
  Math.max(...race.map((exchange) => exchange.sentAt)) <=
  Math.min(...race.map((exchange) => exchange.gotAt));

/** A value as it is shown to people: short. */
export const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
};
