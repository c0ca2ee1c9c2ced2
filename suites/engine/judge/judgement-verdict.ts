import {blockedReason} from '../../language/blocked-by.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import type {Check, Judgement} from '../../language/check.ts';
import {isAboutOutcome, NothingSeen} from '../../language/judge.ts';
import {evidenceOf} from '../evidence/evidence.ts';
import {mismatchIn, withoutInterference} from './without-interference.ts';
import {openVerdict, withSettlingChoices} from './left-open.ts';
import {withHookCalls, type SceneRun} from '../send/scene-run.ts';
import {everyStep} from '../plan/steps.ts';
import {madeBefore, type RunServices} from './run-services.ts';
import {unjudged, type CheckVerdict} from './place-results.ts';
import {
  blockedByRefusal,
  blockedByRefusedRead,
  otherCause,
  successOf,
  type BlockedByRefusal,
} from './refused-request.ts';
import {suspectLinesBehind, withSuspectLines} from './suspect-lines.ts';

/** A run of a scene, with what is known about how a judge read it. */
export interface JudgedRun extends SceneRun {
  /** Ids of the steps whose responses the judge read. */
  read: string[];
  /** Lines of the profile that would explain its violations if they were mixed up. */
  mixedUp: SuspectLine[];
}

/** The verdict of a check, from its judgement. */
export function verdictOf(
  judgement: Judgement,
  check: Check,
  run: JudgedRun,
  services: RunServices,
): CheckVerdict {
  const {witnesses, inconclusive, outOfReach, variant, open, unread} = judgement;
  const violations = judgement.violations.map((one) =>
    withSuspectLines(one, [...suspectLinesBehind(one, run.exchanges), ...run.mixedUp]),
  );
  const base: VerdictBase = {
    place: check.place,
    witnesses,
    violations,
    ...(variant && {variant}),
  };
  if (violations.length) return failedVerdict(base, check, run, services);
  if (unread) return notReadable(check, unread, run, services);
  const {choices} = services.target.profile(run.scene.api);
  if (open) return {...base, ...openVerdict(open, inconclusive, choices, outOfReach)};
  const why = inconclusive && withSettlingChoices(inconclusive, choices);
  if (why && outOfReach === 'not-exercised')
    // No supply is named: it is enough if the rule passes at another place.
    return {...base, verdict: outOfReach, ...why, lacks: []};
  if (why)
    return {
      ...base,
      verdict: outOfReach ?? 'inconclusive',
      ...why,
      ...blockingOf(judgement, check, run, services),
    };
  if (witnesses.length) return {...base, verdict: 'passed'};
  const reason = 'no response could have shown the rule broken, so nothing was tested';
  return {...base, verdict: 'inconclusive', reason};
}

/** The broken rule that a judge presupposes, with its violation. */
function blockingOf(
  {blocked, inconclusive = ''}: Judgement,
  {rule: own}: Check,
  run: JudgedRun,
  services: RunServices,
): Partial<BlockedByRefusal> {
  if (!blocked) return {};
  if ('refused' in blocked) {
    const success = successOf(blocked.refused, run, services);
    if (success === undefined) return {};
    return blockedByRefusal(inconclusive, success, blocked.refused, run, services);
  }
  const {rule, violation} = blocked;
  if (!violation) return {blockedBy: rule};
  const seen = withSuspectLines(violation, [
    ...suspectLinesBehind(violation, run.exchanges),
    ...run.mixedUp,
  ]);
  const shown = run.exchanges.findLast(({step}) => step === violation.step);
  const outside = shown && otherCause(shown, run, services, violation.wanted?.[0]);
  const place = `where ${own} needs it`;
  const elsewhere = {rule, place, violation: seen, ...(outside !== undefined && {outside})};
  const reason = outside === undefined ? inconclusive : `${inconclusive}; ${outside}`;
  return {blockedBy: rule, reason, elsewhere};
}

type VerdictBase = Omit<PlaceVerdict, 'verdict'>;

/** A failure with its evidence, or its explanation by something else than the deployment. */
function failedVerdict(
  base: VerdictBase,
  check: Check,
  run: JudgedRun,
  services: RunServices,
): PlaceVerdict {
  const {scene, exchanges, hookCalls, setUp = [], read} = run;
  const {redaction, target} = services;
  const evidence = evidenceOf(scene, exchanges, redaction, {
    violating: base.violations.map(({step}) => step),
    read,
    endsThere: base.violations.every(isAboutOutcome),
    setUp: withHookCalls(setUp, hookCalls),
    sequence: check.sequence?.commands,
    draw: check.draw?.values,
    others: madeBefore(scene, exchanges, services),
    target,
  });
  const failed: PlaceVerdict = {...base, verdict: 'failed', evidence};
  return withoutInterference(failed, run);
}

/** The verdict of a check whose judge could not read the responses. */
function notReadable(
  check: Check,
  error: Error,
  run: JudgedRun,
  services: RunServices,
): CheckVerdict {
  const mismatch = mismatchIn(run.exchanges);
  const nothingSeen = error instanceof NothingSeen ? error : undefined;
  const reason = mismatch ?? nothingSeen?.message ?? notSent(run);
  const refused = mismatch === undefined ? nothingSeen?.response : undefined;
  const blocked = refused && blockedByRefusedRead(error.message, refused, run, services);
  if (reason !== undefined) return {...unjudged(check, 'inconclusive', reason), ...blocked};
  const why = unreadable(run);
  if (why) return {...unjudged(check, 'inconclusive', why.reason), ...why};
  const message = `the judge could not read the responses: ${error.message}`;
  return unjudged(check, 'harness-error', message);
}

/** That a step was left out whose response the judge reads: what it refers to did not come. */
function notSent({scene, exchanges, setUp = [], read}: JudgedRun): string | undefined {
  const sent = new Set([...exchanges, ...setUp].map(({step}) => step));
  const steps = [...everyStep([...scene.given, ...scene.act])];
  const missing = steps.find(({id}) => read.includes(id) && !sent.has(id));
  const name = missing && nameOf(missing);
  return name && `${name} was not sent: an earlier response lacks what it refers to`;
}

/** What a step sends, in words; undefined for a step that has no response of its own. */
function nameOf(step: Step): string | undefined {
  switch (step.step) {
    case 'call':
      return step.op;
    case 'tools':
      return 'tools/list';
    case 'upload':
      return 'an upload';
    case 'download':
      return step.api === 'store' ? 'the GET of a page' : 'a download';
    case 'control':
      return `the hook ${step.verb}`;
    default:
      return undefined;
  }
}

/**
 * Why a judge had nothing to read: no response, an undocumented one, or one that breaks a rule about its
 * form.
 */
function unreadable({
  exchanges,
  broken,
}: SceneRun): {reason: string; blockedBy?: RuleId} | undefined {
  for (const exchange of exchanges) {
    const {op, status, problem, situations, elsewhere} = exchange;
    if (status === 0 || problem) return {reason: `${op}: ${problem?.text ?? 'no answer'}`};
    if (!situations.length && !elsewhere)
      return {reason: `${op} was answered ${status}, which is no documented answer`};
    const rule = broken.get(exchange);
    if (!rule) continue;
    const reason = blockedReason(rule, `the response to ${op} cannot be read`);
    return {reason, blockedBy: rule};
  }
  return undefined;
}
