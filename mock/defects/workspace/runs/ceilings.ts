import {DAY_MS} from '../../../../spec/durations.ts';
import {utcDay} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {
  isRefused,
  refuse,
  type Done,
  type Input,
  type Refused,
  type Transition,
  type View,
} from '../../../operation.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import type {SpentRow} from '../../../workspace/runs/rows.ts';
import {toolLimit, usedToday} from '../../../workspace/runs/spent.ts';
import {toolOf} from '../../../workspace/tools/catalog.ts';
import {
  afterwards,
  around,
  atPlace,
  breaking,
  receiving,
  findingAll,
  seeing,
} from '../../breaking.ts';
import {counting, countingOn, numbered, spend, START} from './altered-runs.ts';
import {withChanges} from '../../stored-rows.ts';

const USAGE = ['getAccountUsage'];

/** Whether a start counts a metered run. */
const spends = ({changes = []}: Done): boolean => changes.some(({table}) => table === 'spent_runs');

/** Shows a key of a workspace the figure of its first read for ever, except the key that read first. */
const frozenForOtherKeys: Seam = around(USAGE, (next) => {
  const first = new Map<string, string>();
  const shown = new Map<string, unknown>();
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const reader = first.get(view.tenant) ?? input.by;
    first.set(view.tenant, reader);
    if (reader === input.by) return done;
    const body = done.body as {daily_runs_used: number};
    const used = shown.get(input.by) ?? body.daily_runs_used;
    shown.set(input.by, used);
    return {...done, body: {...body, daily_runs_used: used}};
  };
});

/** Whether a run was counted on the present calendar day. */
const ofToday = ({at}: SpentRow, view: View): boolean => utcDay(at) === utcDay(view.now);

/** Counts a start although its tool is not metered. */
const spendingUnmetered = afterwards(START, (done, view) =>
  done.situation === 'accepted' && !spends(done) ? withChanges(done, spend(view)) : done,
);

/** Raises the daily ceiling by one for some starts. */
const higherCeiling = (applies: (input: Input) => boolean): Seam =>
  seeing(START, (view, input) => ({
    number: (name) => view.number(name) + (name === 'runs.daily_limit' && applies(input) ? 1 : 0),
  }));

const toolIn = ({body}: Input): string => (body as {tool: string}).tool;

const refuseByLimit = (situation: 'daily-limit' | 'tool-limit'): Refused =>
  refuse(situation, {expected: 'a free run', got: 'none', todo: 'wait'});

/** Applies the daily ceiling to tools that are not metered as well. */
const refusingUnmetered = around(
  START,
  (next) => (view, input) =>
    toolOf(toolIn(input))?.metered === false && usedToday(view) >= view.number('runs.daily_limit')
      ? refuseByLimit('daily-limit')
      : next(view, input),
);

/** Stops counting all runs of the day when the first one stops counting. */
const forgettingAllAtOnce = counting([...START, ...USAGE], ({at}, view) => {
  const [first] = view.oldest<SpentRow>('spent_runs', {limit: 1});
  const end = (first?.at ?? 0) + DAY_MS;
  return view.now < end || at >= end;
});

/** Counts only runs of the requesting key for the limit of a tool. */
const perKeyToolLimit = findingAll<SpentRow>(START, (rows, {table, input}) =>
  table === 'spent_runs' ? rows.filter(({by}) => by === input.by) : rows,
);

/** Counts only runs on the working version of the publication for the limit of a tool. */
const perVersionToolLimit = findingAll<SpentRow>(START, (rows, {table, value, view}) => {
  if (table !== 'spent_runs') return rows;
  const {workingFile} = view.find<PublicationRow>('publications', value.split(' ')[0] ?? '') ?? {};
  const file = workingFile ? view.find<FileRow>('files', workingFile) : undefined;
  return rows.filter(({at}) => !file || file.createdAt <= at);
});

type Flag = 'metered' | 'replaces_working_file';

/**
 * Inverts one flag of tools in the catalogue.
 * @param slugs of the tools; all without it
 */
const inverting = (flag: Flag, slugs?: string[]): Seam =>
  afterwards(['listTools'], (done) => {
    const {data} = done.body as {data: (Record<Flag, boolean> & {slug: string})[]};
    const isMeant = (slug: string): boolean => slugs === undefined || slugs.includes(slug);
    const rows = data.map((row) => (isMeant(row.slug) ? {...row, [flag]: !row[flag]} : row));
    return {...done, body: {data: rows}};
  });

/** The place of defects of tools that no sample names. */
const EVERY_TOOL = 'every listed tool';

/** Takes the tool of a start for one that does not exist. */
const forgettingATool = receiving(START, (input) => ({
  body: toolIn(input) === 'blurb-writing' ? {tool: 'no-such-tool'} : input.body,
}));

/** Lets the limit of a tool on a publication count runs of tools that are not metered as well. */
function limitingEveryTool(next: Transition): Transition {
  const starts = new Map<string, number>();
  return (view, input) => {
    const key = `${input.path['publication']} ${toolIn(input)}`;
    const isMetered = toolOf(toolIn(input))?.metered !== false;
    if (!isMetered && (starts.get(key) ?? 0) >= toolLimit(view)) return refuseByLimit('tool-limit');
    const done = next(view, input);
    if ('situation' in done && done.situation === 'accepted')
      starts.set(key, (starts.get(key) ?? 0) + 1);
    return done;
  };
}

/** Refuses a key permanently after the ceiling refused a start with it. */
function rememberingRefusals(next: Transition): Transition {
  const refusedKeys = new Set<string>();
  return (view, input) => {
    const key = `${view.tenant} ${input.headers['idempotency-key']}`;
    const outcome = next(view, input);
    if (isRefused(outcome)) {
      const isFromCeiling = outcome.refused === 'daily-limit';
      if (isFromCeiling && 'idempotency-key' in input.headers) refusedKeys.add(key);
      return outcome;
    }
    return refusedKeys.has(key) ? refuseByLimit('daily-limit') : outcome;
  };
}

/** Counts a refused start. */
const spendingWhen = (situation: string): Seam => ({
  seam: 'effect',
  situation,
  in: START,
  changes: (view) => [spend(view)],
});

/** Defects of what a run counts for (Resources, Usage). */
const counted: Defect[] = [
  ...breaking('workspace.runs.metered-spends-one', {
    'a metered run spends nothing': {seam: 'change', in: START, table: 'spent_runs', drop: true},
    'a metered run spends two': afterwards(START, (done, view) =>
      spends(done) ? withChanges(done, spend(view)) : done,
    ),
    'only the first run of the day is counted': afterwards(START, (done, view) => ({
      ...done,
      changes: (done.changes ?? []).filter(
        ({table}) => table !== 'spent_runs' || usedToday(view) === 0,
      ),
    })),
  }),
  ...breaking('workspace.runs.unmetered-spends-nothing', {
    'an unmetered run spends one': spendingUnmetered,
  }),
  ...atPlace(
    'with an Idempotency-Key',
    breaking('workspace.runs.unmetered-spends-nothing', {
      'an unmetered run with a key spends one': afterwards(START, (done, view, input) =>
        done.situation === 'accepted' && !spends(done) && 'idempotency-key' in input.headers
          ? withChanges(done, spend(view))
          : done,
      ),
    }),
  ),
  ...breaking('workspace.runs.used-counts-all-keys', {
    'usage counts only the runs of the requesting key': counting(
      USAGE,
      (row, _, by) => row.by === by,
    ),
    'usage is frozen at the first figure for all keys but one': frozenForOtherKeys,
  }),
  ...breaking('workspace.runs.usage-is-own', {
    'usage counts the runs of all workspaces': {seam: 'tenancy', in: USAGE},
  }),
  ...breaking('workspace.runs.used-rolls', {
    'the day is 30 seconds too short': {seam: 'number', number: 'runs.day_ms', add: -30_000},
    'the day is 30 seconds too long': {seam: 'number', number: 'runs.day_ms', add: 30_000},
    'usage counts by calendar day': counting(USAGE, ofToday),
    'usage counts the runs of twelve hours': numbered(USAGE, 'runs.day_ms', -43_200_000),
  }),
];

/** Defects of the daily ceiling (Limits). */
const ofTheCeiling: Defect[] = [
  ...breaking('workspace.runs.ceiling-is-exact', {
    'the ceiling is one too high': numbered(START, 'runs.daily_limit', 1),
    'the ceiling is one too low': numbered(START, 'runs.daily_limit', -1),
    'the ceiling is not enforced': {seam: 'skip', situation: 'daily-limit', in: START},
    'the ceiling is one higher for accessibility-check': higherCeiling(
      (input) => toolIn(input) === 'accessibility-check',
    ),
    'the ceiling is one higher with an Idempotency-Key': higherCeiling(
      ({headers}) => headers['idempotency-key'] !== undefined,
    ),
  }),
  ...breaking('workspace.runs.ceiling-is-workspace-wide', {
    'each key has its own ceiling': counting(START, (row, _, by) => row.by === by || row.by === ''),
    'all workspaces share the ceiling': {seam: 'tenancy', in: START},
  }),
  ...breaking('workspace.runs.ceiling-spares-unmetered', {
    'the ceiling refuses unmetered runs': refusingUnmetered,
  }),
  ...breaking('workspace.runs.ceiling-rolls', {
    'the ceiling resets at midnight': counting(START, ofToday),
    'runs leave the ceiling 30 seconds early': numbered(START, 'runs.day_ms', -30_000),
    'runs leave the ceiling 30 seconds late': numbered(START, 'runs.day_ms', 30_000),
    'all runs leave the ceiling with the first': forgettingAllAtOnce,
    'a key with which a start was refused is refused for ever': around(START, rememberingRefusals),
  }),
  ...breaking('workspace.runs.parallel-starts-stay-within-ceiling', {
    'parallel starts check a stale count': {seam: 'stale', in: START, table: 'spent_runs'},
    'the ceiling is not enforced': {seam: 'skip', situation: 'daily-limit', in: START},
  }),
  ...breaking('workspace.runs.refused-start-spends-nothing', {
    'a refused start spends a run': {
      seam: 'effect',
      situation: 'daily-limit',
      in: START,
      only: ['spent_runs'],
    },
    'a refused start is carried out': {seam: 'effect', situation: 'daily-limit', in: START},
  }),
  ...atPlace(
    'a tool of no catalogue',
    breaking('workspace.runs.refused-start-spends-nothing', {
      'a start of an unknown tool spends a run': spendingWhen('tool-refused'),
    }),
  ),
  ...atPlace(
    'the limit of a tool',
    breaking('workspace.runs.refused-start-spends-nothing', {
      'a start that the limit of a tool refuses spends a run': spendingWhen('tool-limit'),
    }),
  ),
];

/** Defects of the limit of a tool on one publication (Limits). */
const ofToolLimits: Defect[] = [
  ...atPlace(
    'at the same moment',
    breaking('workspace.runs.tool-limit-is-refused', {
      'parallel starts check a stale limit of the tool': {
        seam: 'stale',
        in: START,
        table: 'spent_runs',
      },
    }),
  ),
  ...atPlace(
    'after a repair',
    breaking('workspace.runs.tool-limit-is-refused', {
      'the tool limit begins anew with each working version': perVersionToolLimit,
    }),
  ),
  ...breaking('workspace.runs.tool-limit-is-refused', {
    'the tool limit is one too high': numbered(START, 'runs.per_tool_and_publication_limit', 1),
    'the tool limit is one too low': numbered(START, 'runs.per_tool_and_publication_limit', -1),
    'the tool limit is not enforced': {seam: 'skip', situation: 'tool-limit', in: START},
    'each key has its own tool limit': perKeyToolLimit,
    'the usage shows the daily ceiling in its place': {
      seam: 'member',
      situation: 'usage',
      pointer: '/runs_per_tool_and_publication_limit',
      edit: {set: 40},
    },
  }),
  ...breaking('workspace.runs.tool-limit-is-counted-by-publication', {
    'the tool limit counts all publications': countingOn(({tool}, key) => key.endsWith(` ${tool}`)),
  }),
  ...breaking('workspace.runs.tool-limit-is-counted-by-tool', {
    'the tool limit counts all tools': countingOn(
      ({publication}, key) => publication !== '' && key.startsWith(`${publication} `),
    ),
  }),
  ...breaking('workspace.runs.tool-limit-spares-unmetered', {
    'tools that are not metered are limited too': around(START, limitingEveryTool),
  }),
];

/** Defects of what the catalogue says of tools, and of who may start them. */
const ofTools: Defect[] = [
  ...breaking('workspace.runs.foreign-start-makes-no-run', {
    'a foreign publication starts a run': {seam: 'tenancy', in: START},
  }),
  ...breaking('workspace.runs.metered-flag-is-true', {
    'the metered flags are inverted': inverting('metered'),
    'unmetered tools spend too': spendingUnmetered,
  }),
  ...atPlace(
    EVERY_TOOL,
    breaking('workspace.runs.metered-flag-is-true', {
      'one tool that no sample names is metered and says it is not': inverting('metered', [
        'blurb-writing',
      ]),
      'one tool that no sample names is not metered and says it is': inverting('metered', [
        'metadata-extraction',
      ]),
    }),
  ),
  ...breaking('workspace.runs.replacing-flag-is-true', {
    'the replacing flags are inverted': inverting('replaces_working_file'),
  }),
  ...atPlace(
    EVERY_TOOL,
    breaking('workspace.runs.replacing-flag-is-true', {
      'one tool that no sample names says that it replaces': inverting('replaces_working_file', [
        'convert-to-pdf',
      ]),
    }),
  ),
  ...atPlace(
    EVERY_TOOL,
    breaking('workspace.runs.catalog-slug-starts', {
      'one tool that no sample names cannot be started': forgettingATool,
    }),
  ),
];

/** Defects of what metered runs count for, and of tools (Resources, Usage; Limits). */
export const ceilings: Defect[] = [...counted, ...ofTheCeiling, ...ofToolLimits, ...ofTools];
