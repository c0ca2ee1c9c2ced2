import type {Exchange} from '../../../spec/step.ts';
import {check, checksAt, type Check, type Scene} from '../../check.ts';
import {all, equal, hidden, holds, is, limited, memberIs, refused, when} from '../../judge.ts';
import {column} from '../../rows.ts';
import {minutes, type Args, type Handle} from '../../script.ts';
import {
  account,
  counted,
  land,
  listed,
  oneFreePlace,
  register,
  registrationOf,
  reservationOf,
  reserve,
} from '../publishing.ts';
import {leaving, MOST} from '../runs/ceilings.ts';
import {stateOf} from '../runs/states.ts';
import {current, ended, filed, readRun, start, usage} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';

/** Operations that name a resource, and what they say of one that is not there. */
const NAMING = {
  getPublication: 'publication-not-found',
  listPublicationFiles: 'publication-not-found',
  getCurrentPublicationFile: 'publication-not-found',
  getPublicationReader: 'publication-not-found',
  startRun: 'publication-not-found',
  downloadFile: 'file-not-found',
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
        const args: Args = {
          interface: 'mcp',
          path,
          ...(op === 'startRun' && {body: {tool: s.sample('unmetered_tool')}}),
        };
        return [
          [op, s.call(op, {...args, as: 'second-agent'})],
          [`own ${op}`, s.call(op, {...args, as: 'agent'})],
        ];
      }),
    ) as Foreign;
  },
};

/** The reason of a refusal; where its text alone says it, that text has the words (NS-WS-47). */
const reasonIn = ({body}: Exchange, wanted: unknown): unknown =>
  body?.reason ?? (JSON.stringify(body ?? '').includes(String(wanted)) ? wanted : undefined);

/** The same tenancy, quotas and reasons at both faces (Conventions 4). */
export const sharing: Check[] = [
  ...checksAt<Foreign>(
    abroad,
    'workspace.mcp.foreign-is-not-found',
    Object.fromEntries(
      (Object.keys(NAMING) as (keyof typeof NAMING)[]).map((op) => [
        op,
        (seen) =>
          when(seen[`own ${op}`].status < 400, 'its own agent is refused too', () =>
            is(seen[op], NAMING[op], 'foreign'),
          ),
      ]),
    ),
  ),
  check({
    rule: 'workspace.mcp.foreign-is-not-found',
    place: 'listPublications',
    act: (s) => {
      const made = filed(s);
      return {
        made,
        own: listed(s, made, '/id', BY_TOOL),
        foreign: s.call('listPublications', {interface: 'mcp', as: 'second-agent'}),
      };
    },
    judge: ({made, foreign}) =>
      all(
        is(foreign, 'page', 'the-tool-failed'),
        holds(!column([foreign], '/id').includes(made.body.id), {
          branch: 'listed',
          expected: 'its own publications',
          got: `${made.body.id} too`,
          at: foreign,
        }),
      ),
  }),
  check({
    rule: 'workspace.mcp.foreign-is-not-found',
    place: 'createPublication',
    act: (s) => {
      const landed = land(s);
      return {
        foreign: register(s, landed, {interface: 'mcp', as: 'second-agent'}),
        own: register(s, landed, BY_TOOL),
      };
    },
    // With which reason is open: the id is foreign as well as the key (NS-WS-33).
    judge: ({foreign, own}) =>
      when(
        own.situations.includes('registered') || foreign.status < 400,
        'its own agent is refused too',
        () => refused(foreign, 'foreign'),
      ),
  }),
  check({
    rule: 'workspace.mcp.foreign-is-not-found',
    place: 'readRun',
    act: (s) => {
      const run = start(s, filed(s), 'unmetered_tool', {expects: 'accepted'});
      return {
        own: readRun(s, run, BY_TOOL),
        foreign: readRun(s, run, {interface: 'mcp', as: 'second-agent'}),
      };
    },
    judge: ({own, foreign}) =>
      when(own.situations.includes('run'), 'its own agent is refused too', () =>
        refused(foreign, 'foreign'),
      ),
  }),
  check({
    rule: 'workspace.mcp.foreign-is-not-found',
    place: 'in a session of another',
    act: (s) => {
      const path = {publication: filed(s).at('/id')};
      const foreign: Args = {interface: 'mcp', as: 'second-agent'};
      return {
        own: s.call('getPublication', {path, ...BY_TOOL}),
        foreign: s.call('getPublication', {path, ...foreign, present: 'in-an-agents-session'}),
      };
    },
    judge: ({own, foreign}) =>
      when(own.status < 400, 'its own agent is refused too', () =>
        refused(foreign, 'the-session-decides'),
      ),
  }),
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
          memberIs(
            after,
            '/publications_left',
            before.body.publications_left - 1,
            'another-allowance',
          ),
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
          memberIs(after, '/daily_runs_used', before.body.daily_runs_used + 1, 'another-count'),
          equal(told.body?.daily_runs_used, after.body.daily_runs_used, 'another-figure', told),
        ),
      ),
  }),
  check({
    rule: 'workspace.mcp.spent-allowance-refuses-both-faces',
    place: 'spent through the API',
    given: oneFreePlace,
    act: (s, {first, second}) => ({
      last: register(s, first, {expects: 'registered'}),
      reservation: s.call('createUpload', {...BY_TOOL, body: reservationOf(s)}),
      over: register(s, second, BY_TOOL),
    }),
    judge: ({reservation, over}) =>
      all(
        is(reservation, 'allowance-spent', 'a-place-for-tools'),
        is(over, 'allowance-spent', 'registered-all-the-same'),
      ),
  }),
  check({
    rule: 'workspace.mcp.spent-allowance-refuses-both-faces',
    place: 'spent through a tool',
    given: oneFreePlace,
    act: (s, {first, second}) => ({
      last: register(s, first, {...BY_TOOL, expects: 'registered'}),
      over: register(s, second),
    }),
    judge: ({over}) => is(over, 'allowance-spent', 'registered-all-the-same'),
  }),
  check({
    rule: 'workspace.mcp.spent-allowance-refuses-both-faces',
    place: 'at the same moment',
    given: oneFreePlace,
    act: (s, {first, second}) => ({
      // In a session that is there already, so that both set out together.
      begun: s.call('getAccount', BY_TOOL),
      race: s.parallel(
        (branch) => void register(branch, first, BY_TOOL),
        (branch) => void register(branch, second, BY_TOOL),
      ),
    }),
    judge: ({race}) => {
      const won = race.filter(({situations}) => situations.includes('registered')).length;
      return holds(won < 2, {
        branch: 'both-registered',
        expected: 'one registered',
        got: 'two registered',
        at: race[1],
      });
    },
  }),
  check({
    rule: 'workspace.mcp.spent-ceiling-refuses-both-faces',
    place: 'reached through the API',
    given: leaving(1),
    act: (s) => ({
      last: start(s, filed(s), 'metered_tool', {expects: 'accepted'}),
      over: start(s, filed(s), 'metered_tool', BY_TOOL),
    }),
    judge: ({over}) => is(over, 'daily-limit', 'past-the-ceiling'),
  }),
  check({
    rule: 'workspace.mcp.spent-ceiling-refuses-both-faces',
    place: 'reached through a tool',
    given: leaving(1),
    act: (s) => ({
      last: start(s, filed(s), 'metered_tool', {...BY_TOOL, expects: 'accepted'}),
      over: start(s, filed(s), 'metered_tool'),
    }),
    judge: ({over}) => is(over, 'daily-limit', 'past-the-ceiling'),
  }),
  check({
    rule: 'workspace.mcp.tool-limit-refuses-both-faces',
    exhausts: true,
    act: (s) => {
      const made = filed(s);
      const said = usage(s);
      const first = start(s, made, 'metered_tool', {...BY_TOOL, expects: 'accepted'});
      // A deployment may run one tool at a time on a publication.
      s.advance(minutes(2));
      const starts = s.repeat(MOST, (each) => void start(each, made, 'metered_tool'), {
        until: {other: 202},
        every: minutes(1),
      });
      s.advance(minutes(2));
      const again = start(s, made, 'metered_tool');
      return {
        said,
        first,
        starts,
        again,
        byTool: start(s, made, 'metered_tool', BY_TOOL),
        counted: usage(s),
      };
    },
    judge: ({said, starts, again, byTool, counted}) => {
      const most = said.body.runs_per_tool_and_publication_limit as number | null;
      if (most === null) return hidden('NS-WS-52', 'none', 'no limit of a tool on a publication');
      const accepted = 1 + starts.filter(({situations}) => situations.includes('accepted')).length;
      const last = [starts.at(-1)!, again];
      const reached = last.every(
        (one) => one.status >= 400 && !limited(one) && !one.situations.includes('daily-limit'),
      );
      // More than the limit is too many only where every start counted (NS-WS-42).
      const sure =
        accepted <= most || counted.body.daily_runs_used - said.body.daily_runs_used >= accepted;
      return when(reached && sure, `the limit of ${most} was not reached`, () =>
        all(
          equal(accepted, most, 'a-limit-for-each-interface', again),
          refused(byTool, 'past-the-limit'),
        ),
      );
    },
  }),
  ...(['no file yet', 'downloads unavailable'] as const).map(
    (place) =>
      check({
        rule: 'workspace.mcp.what-is-missing-has-the-same-reason',
        place,
        act: (s) => {
          if (place === 'no file yet') {
            const empty = s.control('seed-empty-publication', {role: 'full'});
            return {
              subject: s.call('getCurrentPublicationFile', {
                path: {publication: empty.at('/publications/0')},
                ...BY_TOOL,
              }),
            };
          }
          const path = {file: current(s, filed(s)).at('/id')};
          s.control('withhold-downloads', {role: 'full'});
          return {subject: s.call('downloadFile', {path, ...BY_TOOL})};
        },
        judge: ({subject}) =>
          is(
            subject,
            place === 'no file yet' ? 'file-not-found' : 'downloads-unavailable',
            'another-reason',
          ),
      }) as Check,
  ),
  check({
    rule: 'workspace.mcp.refusals-carry-the-same-reason',
    act: (s) => {
      const reserved = reserve(s);
      const oversize = {
        body: {...reservationOf(s), size_bytes: s.sample('oversize', '/size_bytes')},
      };
      const unsupported = {body: reservationOf(s, 'unsupported')};
      const unknownTool = {
        path: {publication: filed(s).at('/id')},
        body: {tool: s.sample('unknown_tool')},
      };
      return {
        publication: s.call('getPublication', {
          path: {publication: reserved.at('/publication_id')},
          ...BY_TOOL,
        }),
        file: s.call('downloadFile', {path: {file: s.sample('unknown_file')}, ...BY_TOOL}),
        landed: s.call('createPublication', {body: registrationOf(s, reserved), ...BY_TOOL}),
        format: s.call('createUpload', unsupported),
        formatByTool: s.call('createUpload', {...unsupported, ...BY_TOOL}),
        size: s.call('createUpload', oversize),
        sizeByTool: s.call('createUpload', {...oversize, ...BY_TOOL}),
        tool: s.call('startRun', unknownTool),
        toolByTool: s.call('startRun', {...unknownTool, ...BY_TOOL}),
      };
    },
    // Which reasons the last three are is open (NS-WS-51, NS-WS-19).
    judge: ({
      publication,
      file,
      landed,
      format,
      formatByTool,
      size,
      sizeByTool,
      tool,
      toolByTool,
    }) =>
      all(
        is(publication, 'publication-not-found', 'publication'),
        is(file, 'file-not-found', 'file'),
        is(landed, 'not-landed', 'not-landed'),
        ...(
          [
            [format, formatByTool, 'format'],
            [size, sizeByTool, 'size'],
            [tool, toolByTool, 'tool'],
          ] as const
        ).map(([rest, byTool, branch]) =>
          all(
            refused(byTool, `${branch}-is-let-pass`),
            when(rest.body?.reason != null, 'the API gives no reason', () =>
              equal(reasonIn(byTool, rest.body.reason), rest.body.reason, branch, byTool),
            ),
          ),
        ),
      ),
  }),
];
