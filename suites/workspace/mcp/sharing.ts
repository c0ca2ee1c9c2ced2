import type {Exchange} from '../../../spec/step.ts';
import {check, checksAt, type Check, type Scene} from '../../check.ts';
import {all, equal, is, refused, when} from '../../judge.ts';
import type {Args, Handle} from '../../script.ts';
import {account, counted, land, oneFreePlace, register, registrationOf, reservationOf, reserve} from '../publishing.ts';
import {leaving} from '../runs/ceilings.ts';
import {stateOf} from '../runs/states.ts';
import {current, ended, filed, start, usage} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';

/** Operations that name a resource, and what they say of one that is not there. */
const NAMING = {
  getPublication: 'publication-not-found', listPublicationFiles: 'publication-not-found', getCurrentPublicationFile: 'publication-not-found',
  getPublicationReader: 'publication-not-found', startRun: 'publication-not-found', downloadFile: 'file-not-found',
} as const;

type Foreign = Record<keyof typeof NAMING | `own ${keyof typeof NAMING}`, Handle>;

/** What one workspace has, asked for by an agent of another and by its own. */
const abroad: Scene<any, Foreign> = {
  id: 'workspace: what another workspace has, as tools see it',
  api: 'workspace',
  act: (s) => {
    const made = filed(s);
    const file = current(s, made).at('/id');
    return Object.fromEntries(
      Object.keys(NAMING).flatMap((op) => {
        const path: Args['path'] = op === 'downloadFile' ? {file} : {publication: made.at('/id')};
        const args: Args = {face: 'mcp', path, ...(op === 'startRun' && {body: {tool: s.sample('unmetered_tool')}})};
        return [[op, s.call(op, {...args, as: 'second-agent'})], [`own ${op}`, s.call(op, {...args, as: 'agent'})]];
      }),
    ) as Foreign;
  },
};

/** The reason of a refusal; where its text alone says it, that text has the words (NS-WS-47). */
const reasonIn = ({body}: Exchange, wanted: unknown): unknown => body?.reason ?? (JSON.stringify(body ?? '').includes(String(wanted)) ? wanted : undefined);

/** The same tenancy, quotas and reasons at both faces (Conventions 4). */
export const sharing: Check[] = [
  ...checksAt<Foreign>(
    abroad,
    'workspace.mcp.foreign-is-not-found',
    Object.fromEntries(
      (Object.keys(NAMING) as (keyof typeof NAMING)[]).map((op) => [
        op, (seen) => when(seen[`own ${op}`].status < 400, 'its own agent is refused too', () => is(seen[op], NAMING[op], 'foreign')),
      ]),
    ),
  ),
  check({
    rule: 'workspace.mcp.publications-count-in-one-allowance',
    act: (s) => {
      const before = account(s);
      const made = register(s, land(s), {...BY_TOOL, expects: 'registered'});
      return {before, made, after: account(s), told: s.call('getAccount', BY_TOOL)};
    },
    judge: ({before, after, told}) =>
      counted(before, () =>
        all(
          equal(after.body.publications_left, before.body.publications_left - 1, 'another-allowance', after),
          equal(told.body?.publications_left, after.body.publications_left, 'another-figure', told),
        ),
      ),
  }),
  check({
    rule: 'workspace.mcp.runs-count-in-one-usage',
    act: (s) => {
      const made = filed(s);
      const before = usage(s);
      const polls = ended(s, start(s, made, 'metered_tool', {...BY_TOOL, expects: 'accepted'}));
      return {before, polls, after: usage(s), told: s.call('getAccountUsage', BY_TOOL)};
    },
    // Whether a run that did not succeed counts is not told (NS-WS-42).
    judge: ({before, polls, after, told}) =>
      when(stateOf(polls) === 'succeeded', 'a metered run did not succeed', () =>
        all(
          equal(after.body.daily_runs_used, before.body.daily_runs_used + 1, 'another-count', after),
          equal(told.body?.daily_runs_used, after.body.daily_runs_used, 'another-figure', told),
        ),
      ),
  }),
  check({
    rule: 'workspace.mcp.spent-allowance-refuses-both-faces', place: 'spent through the API', given: oneFreePlace,
    act: (s, {first, second}) => ({
      last: register(s, first, {expects: 'registered'}), reservation: s.call('createUpload', {...BY_TOOL, body: reservationOf(s)}), over: register(s, second, BY_TOOL),
    }),
    judge: ({reservation, over}) => all(is(reservation, 'allowance-spent', 'a-place-for-tools'), is(over, 'allowance-spent', 'registered-all-the-same')),
  }),
  check({
    rule: 'workspace.mcp.spent-allowance-refuses-both-faces', place: 'spent through a tool', given: oneFreePlace,
    act: (s, {first, second}) => ({last: register(s, first, {...BY_TOOL, expects: 'registered'}), over: register(s, second)}),
    judge: ({over}) => is(over, 'allowance-spent', 'registered-all-the-same'),
  }),
  check({
    rule: 'workspace.mcp.spent-ceiling-refuses-both-faces', place: 'reached through the API', given: leaving(1),
    act: (s) => ({last: start(s, filed(s), 'metered_tool', {expects: 'accepted'}), over: start(s, filed(s), 'metered_tool', BY_TOOL)}),
    judge: ({over}) => is(over, 'daily-limit', 'past-the-ceiling'),
  }),
  check({
    rule: 'workspace.mcp.spent-ceiling-refuses-both-faces', place: 'reached through a tool', given: leaving(1),
    act: (s) => ({last: start(s, filed(s), 'metered_tool', {...BY_TOOL, expects: 'accepted'}), over: start(s, filed(s), 'metered_tool')}),
    judge: ({over}) => is(over, 'daily-limit', 'past-the-ceiling'),
  }),
  check({
    rule: 'workspace.mcp.refusals-carry-the-same-reason',
    act: (s) => {
      const reserved = reserve(s);
      const unsupported = {body: reservationOf(s, 'unsupported')};
      const unknownTool = {path: {publication: filed(s).at('/id')}, body: {tool: s.sample('unknown_tool')}};
      return {
        publication: s.call('getPublication', {path: {publication: reserved.at('/publication_id')}, ...BY_TOOL}),
        file: s.call('downloadFile', {path: {file: s.sample('unknown_file')}, ...BY_TOOL}),
        landed: s.call('createPublication', {body: registrationOf(s, reserved), ...BY_TOOL}),
        format: s.call('createUpload', unsupported), formatByTool: s.call('createUpload', {...unsupported, ...BY_TOOL}),
        tool: s.call('startRun', unknownTool), toolByTool: s.call('startRun', {...unknownTool, ...BY_TOOL}),
      };
    },
    // Which reasons the last two are is open (NS-WS-51, NS-WS-19).
    judge: ({publication, file, landed, format, formatByTool, tool, toolByTool}) =>
      all(
        is(publication, 'publication-not-found', 'publication'),
        is(file, 'file-not-found', 'file'),
        is(landed, 'not-landed', 'not-landed'),
        ...([[format, formatByTool, 'format'], [tool, toolByTool, 'tool']] as const).map(([rest, byTool, branch]) =>
          all(refused(byTool, `${branch}-is-let-pass`), when(rest.body?.reason != null, 'the API gives no reason', () => equal(reasonIn(byTool, rest.body.reason), rest.body.reason, branch, byTool))),
        ),
      ),
  }),
];
