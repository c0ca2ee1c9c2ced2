/** What a workspace holds: requests and states that hooks make between each other, and every way to see what is there (Endpoints; States). */

import type {Exchange} from '../../spec/exchange.ts';
import type {Counted} from '../language/chapter.ts';
import type {Judgement} from '../language/check.ts';
import {all, expectMember, expectOutcome, nothing} from '../language/judge.ts';
import type {Args, Script} from '../language/script.ts';
import {coursesOf, type Observed} from '../tables/course.ts';
import {makeHolding, plansShown, STEPS, type Holding, type KnownPlan} from './holding-steps.ts';
import {BY_TOOL, expectSameAs} from './mcp/by-tool.ts';
import {READS} from './mcp/results.ts';
import {expectPlan} from './publishing.ts';
import {report} from './running.ts';

/** Calls an operation, through the API or as a tool. */
type Asked = (s: Script, own: Holding, by?: Args) => ReturnType<Script['call']>;

const hasAgents = (s: Script): boolean => s.offers('role:agent') && s.offers('interface:mcp');

/** A thing that a key and an agent can look at. */
const byBoth = (asked: Asked): Pick<Observed<Holding>, 'look' | 'lookOtherwise'> => ({
  look: (s, own) => asked(s, own),
  lookOtherwise: (s, own) =>
    hasAgents(s) ? asked(s, own, {...BY_TOOL, optional: true}) : undefined,
});

const ofPublication =
  (op: string): Asked =>
  (s, {registration}, by = {}) =>
    s.call(op, {path: {publication: registration.at('/id')}, optional: true, ...by});

/** A thing that is there from the beginning on, and is served whatever happens. */
const always = (situation: string): Pick<Observed<Holding>, 'first' | 'expectKnown'> => ({
  first: () => situation,
  expectKnown: (shown, _known, branch) => expectOutcome(shown, situation, `refused, ${branch}`),
});

/** The link to the working version. */
const downloadWorking: Asked = (s, own, by = {}) => {
  const working = ofPublication('getCurrentPublicationFile')(s, own);
  return s.call('downloadFile', {path: {file: working.at('/id')}, optional: true, ...by});
};

/** The account shows a plan that it has shown before, or that is open. */
const expectKnownPlan = (account: Exchange, {now}: KnownPlan, branch: string): Judgement =>
  now === undefined || now === null
    ? nothing()
    : expectPlan(account, now, `another plan, ${branch}`);

const THINGS: Record<string, Observed<Holding>> = {
  account: {
    rule: 'workspace.account.has-plan',
    isCommon: true,
    ...byBoth((s, _own, by = {}) => s.call('getAccount', by)),
    first: plansShown,
    expectKnown: (account, known, branch) => expectKnownPlan(account, known as KnownPlan, branch),
  },
  download: {
    rule: 'workspace.downloads.download-answers-302',
    ...byBoth(downloadWorking),
    first: () => 'redirect',
    expectKnown: (shown, _known, branch) => expectOutcome(shown, 'redirect', `no link, ${branch}`),
  },
  report: {
    rule: 'workspace.runs.report-is-readable-after-success',
    look: (s, {run}) => report(s, run),
    // A report is no download: while there are no links, it stays readable.
    first: ({reported}) => (reported?.situations.includes('report') ? 'report' : undefined),
    expectKnown: (shown, _known, branch) => expectOutcome(shown, 'report', `none, ${branch}`),
  },
  'working version': {
    rule: 'workspace.files.current-answers-200',
    ...byBoth(ofPublication('getCurrentPublicationFile')),
    ...always('current'),
  },
  'version list': {
    rule: 'workspace.files.list-answers-200',
    ...byBoth(ofPublication('listPublicationFiles')),
    ...always('files'),
  },
  publication: {
    rule: 'workspace.publications.read-answers-200',
    ...byBoth(ofPublication('getPublication')),
    ...always('publication'),
  },
  run: {
    rule: 'workspace.runs.succeeded-is-final',
    look: (s, {run}) => s.call('readRun', {path: {run: run.at('/id')}}),
    first: ({ended}) => (ended?.body?.state === 'succeeded' ? 'succeeded' : undefined),
    expectKnown: (shown, state, branch) =>
      all(expectOutcome(shown, 'run', `not readable, ${branch}`), () =>
        expectMember(shown, '/state', state, `another state, ${branch}`),
      ),
  },
};

/** An agent is shown what a key is shown, and refused what a key is refused (Rule 4). */
function expectSameForAgents(shown: Exchange, byTool: Exchange, branch: string): Judgement {
  if (shown.situations.length === 0) return nothing();
  const [, success] = Object.entries(READS).find(([op]) => op === shown.op) ?? [];
  if (success === undefined || !shown.situations.includes(success))
    return expectOutcome(byTool, shown.situations, branch);
  return all(expectSameAs(byTool, shown, shown, success), () => expectNullAsShown(shown, byTool));
}

/** A plan that cannot be resolved is null for agents, too; how results show what is null is open (NS-WS-46). */
const expectNullAsShown = (shown: Exchange, byTool: Exchange): Judgement =>
  shown.op === 'getAccount' && shown.body?.plan === null && byTool.body?.plan !== undefined
    ? expectMember(byTool, '/plan', null, 'no null for agents')
    : nothing();

/** Requests of a course. */
export const LENGTH = 17;

/** The courses of what a workspace holds. */
export const holdings: Counted = coursesOf({
  api: 'workspace',
  name: 'holdings',
  length: LENGTH,
  count: 3,
  onDeployments: 1,
  looks: 2,
  things: THINGS,
  otherwise: {
    rule: 'workspace.mcp.tool-answers-as-the-operation',
    place: 'everything for agents',
    expectSame: expectSameForAgents,
  },
  make: makeHolding,
  steps: STEPS,
});
