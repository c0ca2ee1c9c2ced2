import {choicesAt} from '../../../spec/profile.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Check, Judgement} from '../../language/check.ts';
import {isPassive} from '../../contract/checks/passive-checks.ts';
import {concluded, hidden} from '../../language/judge.ts';
import type {CheckVerdict, DecidedCheck, PlaceResults} from './place-results.ts';
import {withoutFutileLines} from './futile-lines.ts';
import {verdictOf, type JudgedRun} from './judgement-verdict.ts';
import {possiblyLate, listsReadAfterWrites, type ListsByStep} from '../send/late-lists.ts';
import {movedByOthers} from './others-at-work.ts';
import type {SceneRun, Responses} from '../send/scene-run.ts';
import {brokenWhereRead} from './members-read.ts';
import {noteRefutedPointers} from './refuted-pointers.ts';
import type {RunServices} from './run-services.ts';
import {verdictOfPassive} from './passive-verdict.ts';
import {withStatuses} from './expected-statuses.ts';

/** A check with its verdict in one attempt at its scene, and what another attempt may show. */
export interface JudgedCheck extends DecidedCheck {
  /** Why another attempt may decide. */
  retry?: Judgement['retry'];
  /** Ids of the steps whose responses decided; absent for a check that could not be judged. */
  read?: readonly string[];
  /** Violations that another client of the deployment may have caused. */
  movable?: Violation[];
  /** Violations that may be caused by a list that shows changes late. */
  late?: Violation[];
  /** The lists that may be late, if the check has not passed. */
  lateLists?: ListsByStep;
  /** The violations in the first readings of the lists, if each list was read again. */
  violationsAtFirst?: readonly Violation[];
}

/**
 * Judges one check by the responses of its scene. Apart from the result it only records evidence about
 * lines of the profile.
 * @param responses what the check's judge reads
 */
export function judgeCheck(
  check: Check,
  responses: Responses,
  run: SceneRun,
  placeResults: PlaceResults,
  services: RunServices,
): JudgedCheck {
  if (isPassive(check)) {
    const {choices} = services.target.profile(check.scene.api);
    return {check, verdict: verdictOfPassive(check, run.exchanges, placeResults, choices)};
  }
  const {watched, read} = watching(responses);
  const judged = concluded(() => check.judge(watched as never));
  const judgement = withProfileApplied(judged, run, services);
  const {retry, violations} = judgement;
  const mixedUp = violations.length ? services.mixedUp.explaining(check, responses) : [];
  const judgedRun: JudgedRun = {...run, read: stepsOf(read, run), mixedUp};
  const verdict = withoutFutileLines(
    verdictOf(judgement, check, judgedRun, services),
    check,
    responses,
    services,
  );
  if (verdict.verdict === 'passed') services.mixedUp.notePassed(check, responses);
  const movable = movableIn(verdict.violations, judgedRun, services);
  const own = verdict.violations.filter((one) => !movable.includes(one));
  noteRefutedPointers(check, responses, own, services);
  return {
    check,
    verdict: withBrokenWhereRead(verdict, check, responses, {run, services}),
    read: judgedRun.read,
    ...(retry && !violations.length && {retry}),
    ...(movable.length && {movable}),
    ...lateIn(verdict, judgedRun, services),
  };
}

/** A failure with the broken members that its judge has read. */
function withBrokenWhereRead(
  verdict: CheckVerdict,
  check: Check,
  responses: Responses,
  {run, services}: {run: SceneRun; services: RunServices},
): CheckVerdict {
  if (verdict.verdict !== 'failed') return verdict;
  const rules = brokenWhereRead(check, responses, run, services);
  return rules.length ? {...verdict, brokenWhereRead: rules} : verdict;
}

/** A judgement after what the profile permits, what it promises, and the statuses that it names. */
const withProfileApplied = (
  judgement: Judgement,
  run: SceneRun,
  services: RunServices,
): Judgement => {
  const permitted = withPermittingChoiceApplied(judgement, run, services);
  return withStatusesIn(withBrokenPromise(permitted, run, services), run, services);
};

/** The violations that late lists may have caused, and these lists. */
function lateIn(
  {verdict, violations}: CheckVerdict,
  run: JudgedRun,
  services: RunServices,
): Pick<JudgedCheck, 'late' | 'lateLists'> {
  if (verdict === 'passed') return {};
  const lateLists = listsThatMayBeLate(run, services);
  const late = possiblyLate(violations, lateLists);
  return {...(late.length && {late}), ...(lateLists.size && {lateLists})};
}

const movableIn = (
  violations: readonly Violation[],
  {scene, read}: JudgedRun,
  {target}: RunServices,
): Violation[] => (target.shared ? movedByOthers(violations, scene, read) : []);

/** A list that is known to be late is read late enough. */
function listsThatMayBeLate(
  {scene, read}: JudgedRun,
  {sharedTarget, codecs}: RunServices,
): ListsByStep {
  const seen = sharedTarget?.lists;
  if (!seen) return new Map();
  const lists = [...listsReadAfterWrites(scene, read, codecs)];
  return new Map(lists.filter(([, op]) => !seen.areOnTime(op) && !seen.areLate(op)));
}

/** Responses that record the names by which they are read. */
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
const stepsOf = (names: ReadonlySet<string>, {scene: {handles}}: SceneRun): string[] =>
  [...names].flatMap((name) => handles[name]?.id ?? []);

/** Names the statuses of the outcomes that a judgement expected. */
function withStatusesIn(
  judgement: Judgement,
  {scene: {api}}: SceneRun,
  {specifications, target}: RunServices,
): Judgement {
  const {contract} = specifications[api];
  const profile = target.profile(api);
  const violations = judgement.violations.map((one) => withStatuses(one, contract, profile));
  return {...judgement, violations};
}

/** A judgement without violations that a choice of the profile permits: its check is not applicable. */
function withPermittingChoiceApplied(
  judgement: Judgement,
  {scene: {api}}: SceneRun,
  {target}: RunServices,
): Judgement {
  const {permittingChoice, ...rest} = judgement;
  if (!permittingChoice) return judgement;
  const {point, choice, reason} = permittingChoice;
  const {choices} = target.profile(api);
  if (!choicesAt(choices, point).includes(choice)) return judgement;
  return {...rest, ...hidden(point, choice, reason), witnesses: rest.witnesses};
}

/** Adds to a judgement the violation of a promise of the profile that no response kept. */
function withBrokenPromise(
  judgement: Judgement,
  {scene: {api}}: SceneRun,
  {target}: RunServices,
): Judgement {
  const {open, violations} = judgement;
  if (!open?.unless || violations.length) return judgement;
  const {choices} = target.profile(api);
  const isPromised = choicesAt(choices, open.point).includes(open.unless.choice);
  return isPromised ? {...judgement, violations: [open.unless.violation]} : judgement;
}
