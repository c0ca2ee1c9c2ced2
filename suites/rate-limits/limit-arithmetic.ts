import type {Exchange} from '../../spec/exchange.ts';
import type {Violation} from '../../spec/run-record.ts';
import {isServerError} from '../../spec/status.ts';
import type {Judgement} from '../language/check.ts';
import {expectOutcome, undecided, nothing} from '../language/judge.ts';
import {unusable} from '../target/unusable.ts';
import {isFromGateway} from '../target/gateway.ts';
import {endsInErrors, servedCount} from './expect-limits.ts';
import {isCountedRightly, MAX_REQUESTS_A_MINUTE} from './limit-kinds.ts';
import {spanOf} from '../values/ages.ts';
import {seconds, type Handle, type Script} from '../language/script.ts';
import {isUsedByOthers} from './shared-credential.ts';

/**
 * Records requests of one credential until one is refused with 429; all of them go out with the
 * same credential, without pauses.
 * @param turn records the requests of one turn
 * @param perTurn how many these are
 */
export const burst = (s: Script, turn: (s: Script) => void, perTurn = 1): Handle<Exchange[]> =>
  s.repeat(Math.ceil((2 * MAX_REQUESTS_A_MINUTE + 2) / perTurn), turn, {
    until: {status: [429]},
    unpaced: true,
  });

/** Records more requests with the credential of the burst before. */
export const sendPinned = (s: Script, turn: (s: Script) => void): Handle<Exchange[]> =>
  s.repeat(1, turn, {unpaced: true});

/**
 * Records what follows upon a first burst, 95 seconds in all, with one credential:
 *
 * | seconds | requests | what a right limit of a minute does |
 * | --- | --- | --- |
 * | 5 | one (`refilled`) | only a token bucket serves |
 * | 31 | until refused (`half`) | only a token bucket, or a window that turned, serves |
 * | 62 | one (`passed`) | serves, unless requests were served after 31 seconds |
 * | 95 | a burst (`second`), then every kind once (`roundAgain`) | serves the burst up to the limit |
 *
 * A limit of a shorter span than a minute serves at all of them but the first.
 * @param callEach records a turn of a burst: one request of every kind
 * @param kinds how many these are
 * @param callOne records one request
 */
export function recordMinutes(s: Script, {callEach, kinds, callOne}: TurnsOfMinutes) {
  s.advance(seconds(5));
  const refilled = sendPinned(s, callOne);
  s.advance(seconds(31 - 5));
  const half = s.repeat(MAX_REQUESTS_A_MINUTE + 2, callOne, {
    until: {status: [429]},
    unpaced: true,
  });
  s.advance(seconds(62 - 31));
  const passed = sendPinned(s, callOne);
  s.advance(seconds(95 - 62));
  return {
    refilled,
    half,
    passed,
    second: burst(s, callEach, kinds),
    roundAgain: sendPinned(s, callEach),
  };
}

interface TurnsOfMinutes {
  callEach: (s: Script) => void;
  kinds: number;
  callOne: (s: Script) => void;
}

/** All requests of the credential whose minutes a scene uses up: a burst, and those of `recordMinutes`. */
export interface MinuteRequests extends Record<keyof ReturnType<typeof recordMinutes>, Exchange[]> {
  /** The first burst. */
  first: Exchange[];
  /** One request of every kind after it. */
  round: Exchange[];
  /** Writes that are refused: they must have no effect. */
  during: Exchange[];
}

/** All requests of the credential, in the order in which they were sent. */
export const inOrder = (seen: MinuteRequests): Exchange[][] => [
  seen.first,
  seen.round,
  seen.during,
  seen.refilled,
  seen.half,
  seen.passed,
  seen.second,
  seen.roundAgain,
];

/** The situations of a request that the limit lets pass, by operation: its success, or its own refusal. */
export type ExpectedSituations = Record<string, string | string[]>;

/** The limit let it pass; a 429 from a gateway says nothing about the limit. */
const isAdmittedByLimit = (exchange: Exchange): boolean =>
  exchange.status !== 429 || isFromGateway(exchange);

/** How many of some responses are server errors, in words; empty for none. */
function errorsIn(requests: Exchange[]): string {
  const statuses = requests.map(({status}) => status).filter(isServerError);
  if (!statuses.length) return '';
  return `; ${statuses.length} answered ${[...new Set(statuses)].join(', ')}`;
}

/** Seconds from the first request to the last response. */
function secondsOf(requests: Exchange[]): number {
  const [first, last] = [requests[0], requests.at(-1)];
  if (!first || !last) return 0;
  const [begin, end] = [spanOf(first), spanOf(last)];
  return (end.sent + end.took - begin.sent) / 1000;
}

/** Requests of a scene that a gateway may have swallowed, at most. */
const MAX_SWALLOWED = 3;

/** Why one of the responses came neither from the deployment nor from its limit. */
const silence = (requests: Exchange[]): string | undefined => {
  const isFew = requests.filter(isFromGateway).length <= MAX_SWALLOWED;
  const silent = requests.find(
    (exchange) =>
      isAdmittedByLimit(exchange) && unusable(exchange) && !(isFew && isFromGateway(exchange)),
  );
  return silent && unusable(silent);
};

/**
 * Seconds that two bursts may take together. In longer ones a window may have turned, and that
 * would explain too many wrong limits.
 */
const MAX_BURSTS_S = 25;

/** Requests of a burst of a minute that may be sent however long they take: the burst of a daily quota has fewer. */
const MIN_JUDGED_REQUESTS = 20;

/**
 * Whether a burst was not refused within a minute, so that further requests reach no limit of a minute: the deployment
 * is too slow.
 */
export const outlastsMinute = (requests: Exchange[]): boolean =>
  requests.length > MIN_JUDGED_REQUESTS && secondsOf(requests) >= 60;

const areTooLong = (bursts: Exchange[][]): boolean =>
  bursts.reduce((total, burst) => total + secondsOf(burst), 0) > MAX_BURSTS_S;

/**
 * Whether some right way of counting explains the responses. Of a request that a gateway answered
 * it is unknown whether the deployment counted it: each may have been counted or not.
 */
function isExplained(requests: Exchange[]): boolean {
  const swallowed = requests.filter(isFromGateway);
  return subsetsOf(swallowed).some((uncounted) =>
    isCountedRightly(requests.filter((one) => !uncounted.includes(one))),
  );
}

/** Every selection of elements: none of them, each, all of them, and what lies between. */
const subsetsOf = <T>(elements: readonly T[]): T[][] =>
  elements.reduce<T[][]>(
    (subsets, element) => [...subsets, ...subsets.map((subset) => [...subset, element])],
    [[]],
  );

/** What the limit let pass was served: no other refusal stands in its place. */
export function judgeServed(requests: Exchange[], expected: ExpectedSituations): Judgement {
  const situationsOf = ({op}: Exchange): string[] => [expected[op] ?? []].flat();
  const wrong = requests
    .filter((exchange) => isAdmittedByLimit(exchange) && !unusable(exchange))
    .find((exchange) => !situationsOf(exchange).some((one) => exchange.situations.includes(one)));
  return wrong ? expectOutcome(wrong, situationsOf(wrong), 'let-pass-and-not-served') : nothing();
}

/** How many of the requests were served, in words where it was a single request. */
function countOf(requests: Exchange[]): string {
  if (requests.length > 1) return String(servedCount(requests));
  return servedCount(requests) ? 'one' : 'none';
}

/**
 * The limit of a minute, judged from the responses to everything that one credential
 * sent: the limit is right when some right way of counting explains every response.
 * @param requests all requests of the credential, in order and in groups
 * @param bursts those groups that were sent until a refusal
 */
export function judgeMinutes(requests: Exchange[][], bursts: Exchange[][]): Judgement {
  const every = requests.flat();
  const silent = silence(every);
  if (silent) return undecided(silent);
  if (requests.some((group) => !group.length)) return undecided('a burst was not sent');
  const seen = `${requests.map(countOf).join(', ')} served${errorsIn(every)}`;
  if (bursts.some(endsInErrors)) {
    const expected = `requests beyond ${MAX_REQUESTS_A_MINUTE} a minute to be refused with 429`;
    const violation = {branch: 'refused-with-errors', expected, got: seen};
    return {witnesses: [], violations: [shownBy(every, violation)]};
  }
  if (areTooLong(bursts))
    return undecided(`the bursts took too long for a limit to be recognized (${seen})`);
  if (isExplained(withoutSpentMinute(every)))
    return {witnesses: [{of: 'limit', saw: seen}], violations: []};
  const counts = bursts.map(servedCount);
  const early =
    Math.min(...counts) < MAX_REQUESTS_A_MINUTE - 1 || (counts[0] ?? 0) < MAX_REQUESTS_A_MINUTE;
  if (early && bursts.some((one) => isUsedByOthers(one.filter(isAdmittedByLimit))))
    return undecided(`somebody else uses the credential, too: give one of its own (${seen})`);
  const violation = {
    branch: early ? 'too-early' : 'too-late',
    expected: `the requests that a limit of ${MAX_REQUESTS_A_MINUTE} a minute lets pass`,
    got: seen,
  };
  return {witnesses: [], violations: [shownBy(every, violation)]};
}

/** A violation that the responses to several requests show together. */
const shownBy = (
  requests: readonly Exchange[],
  violation: Pick<Violation, 'branch' | 'expected' | 'got'>,
): Violation => ({...violation, step: requests.at(-1)?.step ?? '', isOfLimit: true});

/**
 * Responses from the first one that was served on. Where the first request was refused, the minute
 * of its credential had been used before, for example by another run; where none was ever served,
 * that is the limit's own doing.
 */
function withoutSpentMinute(every: Exchange[]): Exchange[] {
  const first = every.findIndex(isAdmittedByLimit);
  return first > 0 ? every.slice(first) : every;
}

/** Requests of the first round whose kind was served in every other round, too. */
function servedInEveryRound([first = [], ...others]: Exchange[][]): Exchange[] {
  const servedIn = (round: Exchange[], op: string): boolean =>
    servedCount(round.filter((exchange) => exchange.op === op)) > 0;
  return first.filter(
    (exchange) =>
      servedCount([exchange]) > 0 && others.every((round) => servedIn(round, exchange.op)),
  );
}

/**
 * Requests of several kinds fill one minute. Where kinds are counted apart, many more are served
 * than one limit lets pass, or some kind is still served when a burst has used up the others. A
 * token bucket or a window that turned serves there too: then a right way of counting explains it.
 * @param rounds requests of all kinds, sent after each burst
 */
export function judgeTogether(
  requests: Exchange[][],
  bursts: Exchange[][],
  rounds: Exchange[][],
): Judgement {
  const silent = silence(requests.flat());
  if (silent) return undecided(silent);
  const least = Math.min(...bursts.map(servedCount));
  if (areTooLong(bursts))
    return undecided(`the bursts took too long to see how kinds are counted (${least} served)`);
  if (least < MAX_REQUESTS_A_MINUTE / 2)
    return undecided(`only ${least} requests were served: too few to see how kinds are counted`);
  const apart = isExplained(requests.flat()) ? [] : servedInEveryRound(rounds);
  if (least < 1.5 * MAX_REQUESTS_A_MINUTE && !apart.length)
    return {
      witnesses: [{of: 'one count', saw: `${least} of several kinds served`}],
      violations: [],
    };
  const still = apart.length ? `, then still ${apart.map(({op}) => op).join(', ')}` : '';
  const violation = {
    branch: 'counted-apart',
    expected: `about ${MAX_REQUESTS_A_MINUTE} requests of all kinds together to be served`,
    got: `${least} served${still}`,
  };
  return {witnesses: [], violations: [shownBy(bursts.at(-1) ?? [], violation)]};
}
