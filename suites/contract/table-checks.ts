import type {Contract, Mark, Operation} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/step.ts';
import type {Chapter, Check, Provocation, Scene, Visit} from '../check.ts';
import {all, hidden, is} from '../judge.ts';
import {headerViolation} from './conform.ts';
import {generalCondition} from './conditions.ts';
import {edits} from './edits.ts';

/**
 * Stands for the verdict of rules that are judged in passing: the scene only has to bring the
 * answer about.
 */
const IN_PASSING: Check['judge'] = () => ({witnesses: [], violations: []});

/** Whether a check leaves its rule to whichever scene shows the answer. */
export const isInPassing = (check: Check): boolean => check.judge === IN_PASSING;

/** A mark that no chapter knows how to bring about: a gap in the suite, told by a test. */
export interface Gap {
  mark: Mark;
  missing: string;
}

/**
 * The checks of the table rules: one for every (rule, place) that a contract marks.
 * @returns the checks, and the marks that lack a visit or a provocation
 */
export function tableChecks(
  contract: Contract,
  chapters: Chapter[],
): {checks: Check[]; gaps: Gap[]} {
  const visits = new Map(
    chapters
      .flatMap((chapter) => chapter.visits)
      .filter((one) => one.api === contract.api)
      .map((one) => [one.op, one]),
  );
  const provocations = chapters
    .flatMap((chapter) => chapter.provocations)
    .filter((one) => one.api === contract.api);
  const checks: Check[] = [];
  const gaps: Gap[] = [];
  for (const mark of contract.marks) {
    const made = checkOf(contract, mark, visits, provocations);
    if (typeof made === 'string') gaps.push({mark, missing: made});
    else
      for (const one of made)
        if (
          !checks.some(
            (other) =>
              other.rule === one.rule &&
              other.place === one.place &&
              other.scene.id === one.scene.id,
          )
        )
          checks.push(one);
  }
  return {checks, gaps};
}

function checkOf(
  contract: Contract,
  mark: Mark,
  visits: Map<string, Visit>,
  provocations: Provocation[],
): Check[] | string {
  if (mark.kind === 'header' && mark.op === '*')
    return headerCheck(contract, mark, visits, provocations);
  const operation = contract.operations[mark.op]!;
  const visit = visits.get(mark.op);
  if (mark.kind === 'request') {
    if (!visit) return `a visit of ${mark.op}`;
    return edits(contract, operation, mark, visit);
  }
  if (mark.kind === 'outcome') {
    const provocation = find(contract, operation, mark.condition, visit, provocations);
    const plain = mark.condition === operation.success && {plain: true as const};
    return provocation
      ? [{...outcomeCheck(mark, provocation), ...plain}]
      : `a provocation of ${mark.op} ${mark.condition}`;
  }
  // A list has rows only where somebody put some: a provocation of its own brings them.
  const withRows =
    mark.kind === 'body' && (mark.pointer.includes('/*') || mark.keyword === 'maxItems')
      ? own(provocations, operation, `${mark.situation} with rows`)
      : undefined;
  const provocation = withRows ?? finds(contract, operation, mark.situation, visit, provocations);
  if (provocation && mark.kind === 'header') return [headerOfSubject(contract, mark, provocation)];
  return provocation
    ? [{rule: mark.rule, place: mark.place, scene: sceneOf(provocation), judge: IN_PASSING}]
    : `a provocation of ${mark.op} that is answered ${mark.situation}`;
}

/**
 * The success of an operation is its visit; a general condition or a chapter's own provocation
 * brings the rest.
 */
function find(
  contract: Contract,
  operation: Operation,
  condition: string,
  visit: Visit | undefined,
  provocations: Provocation[],
): Provocation | undefined {
  const found = own(provocations, operation, condition);
  if (found) return found;
  if (!visit) return undefined;
  if (condition === operation.success)
    return {
      api: contract.api,
      op: operation.id,
      condition,
      act: (s) => ({subject: s.call(operation.id, visit.args(s))}),
    };
  return generalCondition(contract, operation, condition, visit);
}

const own = (
  provocations: Provocation[],
  operation: Operation,
  condition: string,
): Provocation | undefined =>
  provocations.find((one) => one.op === operation.id && one.condition === condition);

/** Any condition that is answered with the situation. */
function finds(
  contract: Contract,
  operation: Operation,
  situation: string,
  visit: Visit | undefined,
  provocations: Provocation[],
): Provocation | undefined {
  const general: Record<string, string> = {unauthenticated: 'no-key', forbidden: 'lacking-ability'};
  const conditions = [
    situation,
    ...(general[situation] ? [general[situation]] : []),
    ...contract.marks
      .filter(
        (mark) =>
          mark.kind === 'outcome' && mark.op === operation.id && mark.situation === situation,
      )
      .map((mark) => (mark as Extract<Mark, {kind: 'outcome'}>).condition),
  ];
  for (const condition of conditions) {
    const found = find(contract, operation, condition, visit, provocations);
    if (found) return found;
  }
  return provocations.find((one) => one.api === contract.api && one.condition === situation);
}

const sceneOf = (provocation: Provocation): Scene =>
  provocation.scene ?? {
    id: `${provocation.api} ${provocation.op} ${provocation.condition}`,
    api: provocation.api,
    ...(provocation.given && {given: provocation.given}),
    ...(provocation.exhausts && {exhausts: true as const}),
    act: provocation.act,
  };

function outcomeCheck(mark: Extract<Mark, {kind: 'outcome'}>, provocation: Provocation): Check {
  return {
    rule: mark.rule,
    place: mark.place,
    scene: sceneOf(provocation),
    judge: ({subject, control}: {subject: Exchange | Exchange[]; control?: Exchange}) => {
      const last = [subject].flat().at(-1)!;
      const instead = Object.entries(provocation.orElse ?? {}).find(([situation]) =>
        last.situations.includes(situation),
      );
      if (instead && !last.situations.includes(mark.situation))
        return hidden(instead[1], instead[0], `answered as ${instead[0]}`);
      const judged = is(last, mark.situation, mark.condition);
      if (!control || control.situations.length === 0) return judged;
      // A refusal counts only beside a control that differs in that one property and succeeds.
      const succeeded = control.status > 0 && control.status < 400;
      return succeeded
        ? judged
        : all(judged, {
            witnesses: [],
            violations: [],
            inconclusive: `the control of ${mark.op} was answered ${control.status}`,
          });
    },
  };
}

/**
 * A header of an answer that only its scene can name: a 429 of the minute and one of the day look
 * alike.
 */
const headerOfSubject = (
  contract: Contract,
  mark: Extract<Mark, {kind: 'header'}>,
  provocation: Provocation,
): Check => ({
  rule: mark.rule,
  place: mark.place,
  scene: sceneOf(provocation),
  judge: ({subject}: {subject: Exchange | Exchange[]}) => {
    const answers = [subject].flat();
    const last = answers.at(-1)!;
    const among = (one: Exchange): boolean =>
      one.situations.includes(mark.situation === 'limited' ? 'rate-limited' : mark.situation);
    if (!among(last))
      return {
        witnesses: [],
        violations: [],
        inconclusive: `${mark.op} was answered ${last.status}`,
      };
    // One check for all keywords of the header: they stand at one place.
    const keywords = contract.marks.filter(
      (one) => one.kind === 'header' && one.rule === mark.rule && one.place === mark.place,
    );
    const violations = answers
      .filter(among)
      .flatMap((answer) =>
        keywords.flatMap((one) => headerViolation(contract, one as typeof mark, answer) ?? []),
      );
    return {
      witnesses: violations.length
        ? []
        : [{of: mark.header, saw: last.headers[mark.header] ?? 'none'}],
      violations,
    };
  },
});

/** A header of a group of answers: any operation brings one about. */
function headerCheck(
  contract: Contract,
  mark: Extract<Mark, {kind: 'header'}>,
  visits: Map<string, Visit>,
  provocations: Provocation[],
): Check[] | string {
  const limited =
    mark.situation === 'limited'
      ? provocations.find((one) => one.condition === 'rate-limited')
      : undefined;
  const visit =
    [...visits.values()].find((one) => contract.operations[one.op]!.method === 'GET') ??
    [...visits.values()][0];
  if (!visit) return 'a visit of any operation';
  const operation = contract.operations[visit.op]!;
  const condition = mark.situation === 'failure' ? 'no-key' : operation.success;
  if (limited) return [headerOfSubject(contract, mark, limited)];
  const provocation = find(contract, operation, condition, visit, provocations);
  return provocation
    ? [{rule: mark.rule, place: mark.place, scene: sceneOf(provocation), judge: IN_PASSING}]
    : `a provocation of ${condition}`;
}
