import {at} from '../../spec/json.ts';
import type {PlaceVerdict, Violation} from '../../spec/run-record.ts';
import type {Exchange, SuspectLine} from '../../spec/step.ts';
import type {Check, Judgement, Scene} from '../check.ts';
import {isInPassing, isShownInPassing} from '../contract/judged-in-passing.ts';
import {concluded, NothingSeen} from '../judge.ts';
import {limited} from '../limited.ts';
import {evidenceOf} from './evidence.ts';
import {explained} from './explanation.ts';
import type {CheckVerdict, Findings} from './findings.ts';
import {interference, mismatchIn} from './interference.ts';
import {lateIn} from './late-lists.ts';
import {movedByOthers} from './others-at-work.ts';
import type {Played, Responses} from './played.ts';
import {noteRefutedPlaces} from './refuted-places.ts';
import type {RunServices} from './run-services.ts';
import {suspectLinesBehind, withSuspectLines} from './suspect-lines.ts';

/** What judging one check came to. */
export interface CheckResult {
  verdict: CheckVerdict;
  /** The requests of a race were not under way together: another attempt may decide. */
  retry?: true;
  /** Violations that somebody else may have brought about, who works on the deployment as well. */
  movable?: Violation[];
  /** Violations that a list may have caused which shows changes late. */
  late?: Violation[];
}

/**
 * Judges one check by the responses of its scene. All that it finds is in the result; only what
 * tells lines of the profile apart is noted beside it.
 * @param responses what the check's judge reads
 */
export function judgeCheck(
  check: Check,
  responses: Responses,
  played: Played,
  findings: Findings,
  services: RunServices,
): CheckResult {
  if (isInPassing(check)) return {verdict: verdictInPassing(check, played.exchanges, findings)};
  const {watched, read} = watching(responses);
  const judged = concluded(() => check.judge(watched as never));
  const judgement = withBrokenPromise(judged, played, services);
  const {retry, violations} = judgement;
  const mixedUp = violations.length ? services.mixedUp.explaining(check, responses) : [];
  const watchedPlay = {...played, read: stepsOf(read, played), mixedUp};
  const verdict = verdictOf(judgement, check, watchedPlay, services);
  if (verdict.verdict === 'passed') services.mixedUp.notePassed(check, responses);
  const movable = services.target.shared
    ? movedByOthers(verdict.violations, played.scene, watchedPlay.read)
    : [];
  const late =
    services.shared?.lists.areLate === false
      ? lateIn(verdict.violations, played.scene, watchedPlay.read, services.codecs)
      : [];
  const own = verdict.violations.filter((one) => !movable.includes(one));
  noteRefutedPlaces(check, responses, own, services);
  return {
    verdict,
    ...(retry && !violations.length && {retry: true}),
    ...(movable.length && {movable}),
    ...(late.length && {late}),
  };
}

/** Responses that note by which names they are read. */
function watching(responses: Responses): {watched: Responses; read: ReadonlySet<string>} {
  const read = new Set<string>();
  const watched = new Proxy(responses, {
    get: (all, name) => {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(all, name) as unknown;
    },
  });
  return {watched, read};
}

/** The ids of the steps behind the names of a scene. */
const stepsOf = (names: ReadonlySet<string>, {scene: {handles}}: Played): string[] =>
  [...names].flatMap((name) => handles[name]?.id ?? []);

/** A judgement with the violation of what the profile promises and nothing showed. */
function withBrokenPromise(
  judgement: Judgement,
  {scene: {scene}}: Played,
  {target}: RunServices,
): Judgement {
  const {open, violations} = judgement;
  if (!open?.unless || violations.length) return judgement;
  const isPromised = target.profile(scene.api).choices[open.point] === open.unless.choice;
  return isPromised ? {...judgement, violations: [open.unless.violation]} : judgement;
}

function verdictOf(
  {witnesses, violations, inconclusive, outOfReach, variant, open, unread}: Judgement,
  check: Check,
  played: Played & {read: string[]; mixedUp: SuspectLine[]},
  services: RunServices,
): PlaceVerdict {
  const {scene, exchanges, setUp, read, mixedUp} = played;
  const base = {
    place: check.place,
    witnesses,
    violations: violations.map((one) =>
      withSuspectLines(one, [...suspectLinesBehind(one, exchanges), ...mixedUp]),
    ),
    ...(variant && {variant}),
  };
  if (violations.length) {
    const evidence = evidenceOf(scene, exchanges, services.redaction, {
      violating: violations.map(({step}) => step),
      read,
      setUp,
      sequence: check.sequence?.commands,
      draw: check.draw?.values,
    });
    const failed: PlaceVerdict = {...base, verdict: 'failed', evidence};
    return explained(failed, interference(exchanges, scene.scene.exhausts === true));
  }
  if (unread) return notReadable(check, unread, played);
  if (open) {
    const {choices} = services.target.profile(scene.scene.api);
    const choice = `choices.${open.point}: ${open.choice}`;
    return choices[open.point] === open.choice
      ? {
          ...base,
          verdict: 'not-applicable',
          reason: `${inconclusive}; the profile says so (${choice})`,
        }
      : {
          ...base,
          verdict: 'inconclusive',
          reason: `${inconclusive}; if that is meant, say ${choice} in the profile`,
        };
  }
  if (inconclusive) return {...base, verdict: outOfReach ?? 'inconclusive', reason: inconclusive};
  if (!witnesses.length)
    return {
      ...base,
      verdict: 'inconclusive',
      reason: 'the check saw nothing that could have been otherwise',
    };
  return {...base, verdict: 'passed'};
}

/** The verdict of a check whose judge could not read the responses. */
function notReadable({place}: Check, error: Error, played: Played): PlaceVerdict {
  const base = {place, witnesses: [], violations: []};
  const nothingSeen = error instanceof NothingSeen ? error.message : undefined;
  const reason = mismatchIn(played.exchanges) ?? nothingSeen;
  const why = reason === undefined ? unreadable(played) : {reason};
  if (why) return {...base, verdict: 'inconclusive', ...why};
  return {
    ...base,
    verdict: 'harness-error',
    reason: `the judge could not read the responses: ${error.message}`,
  };
}

/**
 * Why a judge had nothing to read: no response, one that no document knows, or one that breaks a
 * rule of its form.
 */
function unreadable({
  exchanges,
  broken,
}: Played): Pick<PlaceVerdict, 'reason' | 'blockedBy'> | undefined {
  for (const exchange of exchanges) {
    const {op, status, problem, situations, elsewhere} = exchange;
    if (status === 0 || problem) return {reason: `${op}: ${problem?.text ?? 'no answer'}`};
    if (!situations.length && !elsewhere)
      return {reason: `${op} was answered ${status}, which is no documented answer`};
    const rule = broken.get(exchange);
    if (!rule) continue;
    const reason = `blocked by ${rule}: what ${op} was answered cannot be read`;
    return {reason, blockedBy: rule};
  }
  return undefined;
}

/** Whether responses have already shown what a check would only bring about. */
export const isWitnessed = (check: Check, findings: Findings): boolean =>
  isShownInPassing(check) && findings.witnessesAt(check).length > 0;

/** The verdict of a check that only has to bring a response about. */
export function verdictInPassing(
  check: Check,
  exchanges: Exchange[],
  findings: Findings,
): CheckVerdict {
  const base = {place: check.place, violations: []};
  const witnesses = [...findings.witnessesAt(check)];
  if (witnesses.length) return {...base, verdict: 'passed', witnesses, inPassing: true};
  const missing = missingRows(check.scene, exchanges);
  if (missing !== undefined)
    return {...base, verdict: 'not-exercised', witnesses: [], reason: missing};
  const last = exchanges.slice(-3).map(describeResponse).join(', ');
  const reason = mismatchIn(exchanges) ?? `no response showed what the rule is about: ${last}`;
  return {...base, verdict: 'inconclusive', witnesses: [], reason};
}

/** Why the rows are not there that a scene would show; undefined where it has some, or needs none. */
function missingRows({mayBeEmpty}: Scene, exchanges: Exchange[]): string | undefined {
  const rows = mayBeEmpty && at(exchanges.at(-1)?.body, mayBeEmpty.rows);
  return Array.isArray(rows) && rows.length === 0 ? mayBeEmpty?.reason : undefined;
}

/** A response in words, for example `getAccount was answered 429 (rate limit)`. */
function describeResponse(exchange: Exchange): string {
  const {op, status, problem} = exchange;
  if (status === 0) return `${op} had no response (${problem?.text ?? 'network'})`;
  return `${op} was answered ${status}${limited(exchange) ? ' (rate limit)' : ''}`;
}
