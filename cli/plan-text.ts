import {counted, quantity} from '../spec/quantity.ts';
import type {Api} from '../spec/rule.ts';
import {supplyText} from '../reports/undecided.ts';
import type {RunPlan, Supply} from '../spec/run-record.ts';
import type {Role} from '../spec/step.ts';
import type {Check} from '../suites/language/check.ts';
import type {Target} from '../suites/target/target.ts';
import type {EffortChoice} from '../suites/generation/effort-choice.ts';
import {exerciseLines, groupLines, unexercised} from './plan-unexercised.ts';
import type {Estimate} from './rehearsal.ts';
import {beginsWithReset} from './reset-text.ts';

/** The number of reads of the store that one token has in a rolling day (Limits). */
const TOKEN_READS = 2000;

/** The data of the text. */
export interface Planned {
  plan: RunPlan;
  /** The result of a rehearsal; without it only upper bounds are known. */
  estimate?: Estimate | undefined;
  target: Target;
  /** Environment variables of credentials that are not set. */
  unset?: ReadonlySet<string>;
  checks: Check[];
  /** What to supply so that the run decides more, the most useful first. */
  supply?: readonly Supply[];
  /** Whether everything is allowed because the deployment is on this machine and the file has no `spend`. */
  allowsAll?: boolean;
  /** The agent roles that the run uses. */
  agents?: ReadonlySet<Role>;
  /** What the effort selected; absent for a standard run. */
  choice?: Pick<EffortChoice, 'rounds' | 'leftOut'>;
  /** The name of the effort. */
  effort?: string;
  /** Whether to name every rule that cannot be exercised. */
  verbose?: boolean;
}

/** The text of `--plan`: what a run would send, spend and leave, and what it cannot exercise. */
export const planText = (planned: Planned): string =>
  textOf([
    ...costLines(planned),
    ...exerciseLines(planned),
    ...supplyLines(planned.supply, MAX_SUPPLY),
    ...ruleLines(planned),
  ]);

/** The plan at the beginning of a run: without names of rules, and at most 20 lines. */
export const shortPlanText = (planned: Planned): string =>
  textOf([
    ...costLines(planned),
    ...exerciseLines(planned),
    ...supplyLines(planned.supply, MAX_SHORT_SUPPLY),
    ...(unexercised(planned).length
      ? ['  --plan --verbose names the rules that cannot be exercised, and sends nothing']
      : []),
  ]);

/** The number of things to supply that a plan lists. */
const MAX_SUPPLY = 12;

/** The number of things to supply that a short plan lists. */
const MAX_SHORT_SUPPLY = 4;

/** The most useful things to supply, in the words of the report. */
function supplyLines(supply: readonly Supply[] = [], most: number): string[] {
  if (!supply.length) return [];
  const more = supply.length - most;
  return [
    '  what would decide more, the most useful first (each line counts only what those above do not decide):',
    ...supply.slice(0, most).map((one) => `    ${one.what}: ${supplyText(one)}`),
    ...(more > 0 ? [`    and ${quantity(more, 'more thing')}`] : []),
  ];
}

/** The rules that cannot be exercised, by what they lack, if the user asks for them. */
function ruleLines(planned: Planned): string[] {
  const groups = unexercised(planned);
  if (!groups.length) return [];
  return planned.verbose
    ? ['  the rules that cannot be exercised, by what they lack:', ...groups.flatMap(groupLines)]
    : ['  --verbose names the rules that cannot be exercised'];
}

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

const ALL_ALLOWED =
  '  the deployment is on this machine and the file has no `spend`: everything is allowed ' +
  '(if a tunnel leads to another machine, write `spend`)';

/** What the run sends, spends and leaves. */
function costLines(planned: Planned): string[] {
  const {plan, estimate, target, agents = new Set(), choice} = planned;
  const {allowsAll = false} = planned;
  return [
    headline(planned),
    ...unsetLine(planned),
    ...resetLine(target),
    ...duration(planned),
    ...(choice ? effortLines(choice) : []),
    `  kinds of requests, as \`spend\` calls them: ${plan.effects.join('; ') || 'none'}`,
    ...(allowsAll ? [ALL_ALLOWED] : []),
    ...spending(estimate, target),
    ...tokenRequests(target, agents),
    ...residue(plan, target),
    ...mails(plan, target),
  ];
}

function headline({plan, estimate, target, effort}: Planned): string {
  const {scenes, requests, byApi} = plan;
  const apis = (Object.entries(byApi) as [Api, number][]).map(([api, count]) => `${api} ${count}`);
  const cleaning = requests - Object.values(byApi).reduce((total, count) => total + count, 0);
  const parts = [...apis, ...(cleaning > 0 ? [`clean-up ${cleaning}`] : [])];
  const most = `at most ${quantity(requests, 'request')} (${parts.join(', ')})`;
  const counts = estimate ? `about ${quantity(estimate.requests, 'request')}, ${most}` : most;
  const at = effort === undefined ? '' : ` at ${effort} effort`;
  return `Plan for ${target.name}${at}: ${quantity(scenes, 'request sequence')}, ${counts}`;
}

/** Says which environment variables a run needs that are not set. */
function unsetLine({unset}: Planned): string[] {
  if (!unset?.size) return [];
  return [
    `  environment variables that a run needs and that are not set or empty: ${[...unset].join(', ')}`,
  ];
}

/** Says that the run begins with the hook `reset`, after which the earlier data are gone. */
const resetLine = (target: Target): string[] =>
  beginsWithReset(target)
    ? ['  calls the hook `reset` first: everything in the deployment is lost']
    : [];

function effortLines({rounds, leftOut}: Pick<EffortChoice, 'rounds' | 'leftOut'>): string[] {
  const left = leftOut.size
    ? [`  quick effort leaves out ${quantity(leftOut.size, 'rule')}; standard effort decides them`]
    : [];
  if (!rounds) return left;
  const {maxRequests, forMs} = rounds;
  const until = forMs === undefined ? '' : `, none that begins after ${forMs / 1000} s`;
  return [
    '  then further sequences and generated values until nothing new is covered: in all at most ' +
      `${quantity(maxRequests, 'request')}${until}`,
  ];
}

/** A duration: `less than 1 min`, or with a word before whole minutes, `about 3 min`. */
const lasting = (seconds: number, word: string): string =>
  seconds < 60 ? 'less than 1 min' : `${word} ${Math.ceil(seconds / 60)} min`;

function duration({plan: {seconds}, estimate, target}: Planned): string[] {
  if (!seconds) return [];
  const isMoved = !target.lacks('control:advance');
  const limit = 'at 60 requests a minute and credential, by the clock of the deployment';
  if (!estimate)
    return [
      `  takes ${lasting(seconds, 'at most')}, ${limit}`,
      ...(isMoved ? ['  mostly far less: the hook `advance` is called where it would wait'] : []),
    ];
  const {assumedToolLimit} = estimate;
  return [
    `  takes ${lasting(estimate.seconds, 'about')}, ${limit}, waiting included`,
    ...(assumedToolLimit === undefined
      ? []
      : [
          `  this is an estimate for ${quantity(assumedToolLimit, 'run')} a day of one tool on one publication: ` +
            'name the limit of the deployment as `tool_limit`',
        ]),
  ];
}

/** What the run needs of allowances and quotas, with a warning when that exceeds them. */
function spending(estimate: Estimate | undefined, target: Target): string[] {
  if (!estimate) return [];
  const needs = needsOf(estimate);
  const lines = needs.length ? [`  needs about ${needs.join('; ')} (${measured(estimate)})`] : [];
  if (estimate.reads > TOKEN_READS && target.lacks('control:advance'))
    lines.push(
      `  warning: one token of the store makes about ${estimate.reads} reads, and ${TOKEN_READS} a day ` +
        'are documented; run single chapters with --only on several days',
    );
  return lines;
}

/** How the figures of an estimate came about. */
const measured = ({isPart}: Estimate): string =>
  isPart
    ? 'estimated from a part of the run, on a mock in this process'
    : 'measured on a mock in this process';

function needsOf({publications, runs, reads}: Estimate): string[] {
  return [
    ...(publications
      ? [`${quantity(publications, 'publication')} of the allowance of the workspaces`]
      : []),
    ...(runs ? [`${quantity(runs, 'run')} of tools under the daily ceiling`] : []),
    ...(reads ? [readsText(reads)] : []),
  ];
}

const readsText = (reads: number): string =>
  reads > TOKEN_READS
    ? `${reads} reads of a store token, which has ${TOKEN_READS} a day`
    : `${reads} of the ${TOKEN_READS} reads that a store token has a day`;

function tokenRequests({fetchedRoles = []}: Target, agents: ReadonlySet<Role>): string[] {
  const roles = fetchedRoles.filter((role) => agents.has(role));
  if (!roles.length) return [];
  return [`  access tokens are fetched for ${roles.join(', ')}; requests for them are not counted`];
}

function residue(plan: RunPlan, {shared}: Target): string[] {
  const left = Object.entries(plan.residue).map(([kind, count]) => counted(count, kind));
  if (!left.length || !shared) return [];
  return [
    `  leaves at most ${left.join('; ')}; mostly far less, because sequences share what they create`,
  ];
}

/** Generated addresses end with `@presscheck.example`, a domain that receives no mail. */
function mails(plan: RunPlan, {shared}: Target): string[] {
  if (!plan.mails || !shared) return [];
  return [
    `  the store may send at most ${quantity(plan.mails, 'mail')}, to addresses at presscheck.example`,
  ];
}
