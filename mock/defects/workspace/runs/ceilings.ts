import {DAY_MS} from '../../../../spec/durations.ts';
import {utcDay} from '../../../../spec/days.ts';
import type {Seam} from '../../../defect.ts';
import {refuse, type Input, type View} from '../../../operation.ts';
import type {KeyRow} from '../../../workspace/access/rows.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import type {SpentRow} from '../../../workspace/runs/rows.ts';
import {toolLimit, usedToday} from '../../../workspace/runs/spent.ts';
import {toolOf} from '../../../workspace/tools/catalog.ts';
import {afterwards, findingAll} from '../../breaking.ts';
import {areOfTwoYears, isOnLeapDay} from '../../families/calendar.ts';
import {findingNewest, listing, numbering, showing} from '../../families/reads.ts';
import {inEachWorld, onceRefused} from '../../families/remembered.ts';
import {
  foreignFound,
  off,
  refusedButDone,
  refusedButStored,
  shown,
  stale,
  unguarded,
  unstored,
} from '../../families/seams.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects} from '../../table.ts';
import {isRepair, ofRuns, runsOf, runsWhere, sentIn, START, TOOLS, USAGE} from '../rows.ts';
import {counting, countingOn, KEY, numbered, spend} from './altered-runs.ts';

const DAY = 'runs.day_ms';
const CEILING = 'runs.daily_limit';
const TOOL_LIMIT = 'runs.per_tool_and_publication_limit';

const SPENT = 'spent_runs';

const METERED = 'metered';
const REPLACES = 'replaces_working_file';

interface RunsOfTheDay {
  daily_runs_limit: number | null;
  daily_runs_used: number;
}

/** Counts another run for starts that counted one, or for accepted ones that counted none. */
const spendingAlso = (spends: boolean, isMeant: (input: Input) => boolean = () => true): Seam =>
  afterwards(START, (done, view, input) => {
    const counts = (done.changes ?? []).some(({table}) => table === SPENT);
    const isStart = done.situation === 'accepted' && counts === spends && isMeant(input);
    return isStart ? withChanges(done, spend(view)) : done;
  });

type Counts = (row: SpentRow, view: View, by: string) => boolean;

const usageCounts = (counts: Counts): Seam => counting(USAGE, counts);
const startsCount = (counts: Counts): Seam => counting(START, counts);

const ofToday = ({at}: SpentRow, view: View): boolean => utcDay(at) === utcDay(view.now);

const higherCeiling = (applies: (input: Input) => boolean): Seam =>
  numbering(START, CEILING, (limit, _view, input) => limit + (applies(input) ? 1 : 0));

/** Refuses starts of some tools while the ceiling is reached. */
const refusedAtCeiling = (tools: {metered?: boolean; category?: string}): Seam =>
  ofRuns.refusing(START, 'daily-limit', ({body, view}) => {
    const tool = toolOf(body.tool);
    const {metered = tool?.metered, category = tool?.category} = tools;
    const isSuch = tool?.metered === metered && tool?.category === category;
    return isSuch && usedToday(view) >= view.number(CEILING);
  });

/** Counts other runs of a tool on a publication for its limit. */
const toolLimitCounts = (
  counts: (row: SpentRow, about: {view: View; input: Input}) => boolean,
): Seam =>
  findingAll<SpentRow>(START, (rows, {table, view, input}) =>
    table === SPENT ? rows.filter((row) => counts(row, {view, input})) : rows,
  );

function workingSince({view, input}: {view: View; input: Input}): number {
  const row = view.find<PublicationRow>('publications', input.path['publication'] ?? '');
  return view.find<FileRow>('files', row?.workingFile ?? '')?.createdAt ?? 0;
}

/** Inverts a flag of tools in the catalogue: of all, or of one. */
const inverting = (flag: typeof METERED | typeof REPLACES, slug?: string): Seam =>
  listing<Record<typeof flag, boolean> & {slug: string}>(TOOLS, (rows) =>
    rows.map((row) => (row.slug === (slug ?? row.slug) ? {...row, [flag]: !row[flag]} : row)),
  );

/** The number of runs that have not begun. */
const waiting = (view: View): number =>
  runsWhere(view, ({state}) => state === view.freedom('runs.first_state')).length;

const spendingWhen = (situation: string): Seam =>
  refusedButStored(START, situation, (view) => [spend(view)]);

/** Defects of what a run counts for (Resources, Usage). */
const counted = defects({
  'workspace.runs.metered-spends-one': {
    'a metered run spends nothing': unstored(START, SPENT),
    'a metered run spends two': spendingAlso(true),
    'only the first run of the day is counted': afterwards(START, (done, view) => ({
      ...done,
      changes: (done.changes ?? []).filter(({table}) => table !== SPENT || usedToday(view) === 0),
    })),
  },
  'workspace.runs.metered-spends-one @ up to the ceiling': {
    'the last run of the day is not shown': showing<RunsOfTheDay>(
      USAGE,
      ({daily_runs_limit: limit, daily_runs_used: used}) => ({
        daily_runs_used: Math.min(used, (limit ?? Infinity) - 1),
      }),
    ),
  },
  'workspace.runs.metered-spends-one @ at the same moment': {
    'a metered run that waits behind five others is not counted': afterwards(
      START,
      (done, view) => ({
        ...done,
        changes: (done.changes ?? []).filter(({table}) => table !== SPENT || waiting(view) < 5),
      }),
    ),
  },
  'workspace.runs.unmetered-spends-nothing': {
    'an unmetered run spends one': spendingAlso(false),
  },
  'workspace.runs.unmetered-spends-nothing @ with an Idempotency-Key': {
    'an unmetered run with a key spends one': spendingAlso(false, ({headers}) => KEY in headers),
  },
  'workspace.runs.used-counts-all-keys': {
    'usage counts only the runs of the requesting key': usageCounts(
      (row, _view, by) => row.by === by,
    ),
    'usage is frozen at the first figure for all keys but one': inEachWorld(USAGE, () => {
      const first = new Map<string, string>();
      const shownTo = new Map<string, number>();
      return showing<RunsOfTheDay>(USAGE, ({daily_runs_used: used}, {tenant}, {by}) => {
        if (!first.has(tenant)) first.set(tenant, by);
        if (!shownTo.has(by)) shownTo.set(by, used);
        return first.get(tenant) === by ? {} : {daily_runs_used: shownTo.get(by)};
      });
    }),
  },
  'workspace.runs.used-counts-all-keys @ a key that was minted later': {
    'usage misses the runs of keys that were minted later': usageCounts(
      ({by}, view) => by === '' || view.find<KeyRow>('keys', by)?.role !== undefined,
    ),
  },
  'workspace.runs.usage-is-own': {
    'usage counts the runs of all workspaces': foreignFound(USAGE),
  },
  'workspace.runs.used-rolls': {
    'the day is 30 seconds too short': off(DAY, -30_000),
    'the day is 30 seconds too long': off(DAY, 30_000),
    'usage counts by calendar day': usageCounts(ofToday),
    'usage counts the runs of twelve hours': numbered(USAGE, DAY, -43_200_000),
  },
  'workspace.runs.used-rolls @ any day and hour': {
    'runs of the first hour of a day count for an hour': usageCounts(
      ({at}, {now}) => new Date(at).getUTCHours() !== 0 || now - at < 3_600_000,
    ),
  },
  'workspace.runs.used-rolls @ over every turn of the calendar': {
    'runs of a leap day count on it only': usageCounts(
      ({at}, {now}) => !isOnLeapDay(at) || isOnLeapDay(now),
    ),
    'runs do not count in the next year': usageCounts(({at}, {now}) => !areOfTwoYears(at, now)),
  },
  'workspace.runs.used-rolls @ several runs of a day': {
    'each run begins the day of the earlier ones again': findingNewest<SpentRow>(
      USAGE,
      SPENT,
      (page, view) => {
        const rows = view.newest<SpentRow>(SPENT, page);
        return rows.map((row) => ({...row, at: rows[0]?.at ?? row.at}));
      },
    ),
  },
});

/** Defects of the daily ceiling (Limits). */
const ofTheCeiling = defects({
  'workspace.runs.ceiling-is-exact': {
    'the ceiling is one too high': numbered(START, CEILING, 1),
    'the ceiling is one too low': numbered(START, CEILING, -1),
    'the ceiling is not enforced': unguarded('daily-limit', START),
    'the ceiling is one higher for accessibility-check': higherCeiling(
      (input) => sentIn(input).tool === 'accessibility-check',
    ),
    'the ceiling is one higher with an Idempotency-Key': higherCeiling(
      ({headers}) => headers[KEY] !== undefined,
    ),
  },
  'workspace.runs.ceiling-is-workspace-wide': {
    'each key has its own ceiling': startsCount((row, _, by) => row.by === by || row.by === ''),
    'all workspaces share the ceiling': foreignFound(START),
  },
  'workspace.runs.ceiling-spares-unmetered': {
    'the ceiling refuses unmetered runs': refusedAtCeiling({metered: false}),
  },
  'workspace.runs.ceiling-spares-unmetered @ every listed tool': {
    'the ceiling refuses every tool for metadata': refusedAtCeiling({category: 'metadata'}),
  },
  'workspace.runs.ceiling-rolls @ day after day': {
    'runs of the fourth day and later ones never leave the ceiling': inEachWorld(START, () => {
      let first: number | undefined;
      return numbering(START, DAY, (day, {now}) => {
        first ??= now;
        return now - first > 3.5 * DAY_MS ? 2 * day : day;
      });
    }),
  },
  'workspace.runs.ceiling-rolls': {
    'the ceiling resets at midnight': startsCount(ofToday),
    'runs leave the ceiling 30 seconds early': numbered(START, DAY, -30_000),
    'runs leave the ceiling 30 seconds late': numbered(START, DAY, 30_000),
    'all runs leave the ceiling with the first': counting([...START, ...USAGE], ({at}, view) => {
      const [first] = view.oldest<SpentRow>(SPENT, {limit: 1});
      const end = (first?.at ?? 0) + DAY_MS;
      return view.now < end || at >= end;
    }),
    'a key with which a start was refused is refused for ever': onceRefused(
      START,
      ({headers}) => headers[KEY],
      ({refused}) => refused === 'daily-limit',
      () => refuse('daily-limit', {expected: 'another key', got: 'this one', todo: 'none'}),
    ),
  },
  'workspace.runs.parallel-starts-stay-within-ceiling': {
    'parallel starts check a stale count': stale(START, SPENT),
    'the ceiling is not enforced': unguarded('daily-limit', START),
  },
  'workspace.runs.refused-start-spends-nothing': {
    'a refused start spends a run': refusedButDone(START, 'daily-limit', {only: [SPENT]}),
    'a refused start is carried out': refusedButDone(START, 'daily-limit'),
  },
  'workspace.runs.refused-start-spends-nothing @ at the same moment': {
    'a start that is refused while three others wait spends a run': refusedButStored(
      START,
      'daily-limit',
      (view) => (waiting(view) < 3 ? [] : [spend(view)]),
    ),
  },
  'workspace.runs.refused-start-spends-nothing @ a tool of no catalogue': {
    'a start of an unknown tool spends a run': spendingWhen('tool-refused'),
  },
  'workspace.runs.refused-start-spends-nothing @ the limit of a tool': {
    'a start that the limit of a tool refuses spends a run': spendingWhen('tool-limit'),
  },
});

/** Defects of the limit of a tool on one publication (Limits). */
const ofToolLimits = defects({
  'workspace.runs.tool-limit-is-refused @ at the same moment': {
    'parallel starts check a stale limit of the tool': stale(START, SPENT),
  },
  'workspace.runs.tool-limit-is-refused @ after a repair': {
    'the tool limit begins anew with each working version': toolLimitCounts(
      ({at}, about) => workingSince(about) <= at,
    ),
  },
  'workspace.runs.tool-limit-is-refused': {
    'the tool limit is one too high': numbered(START, TOOL_LIMIT, 1),
    'the tool limit is one too low': numbered(START, TOOL_LIMIT, -1),
    'the tool limit is not enforced': unguarded('tool-limit', START),
    'each key has its own tool limit': toolLimitCounts(({by}, {input}) => by === input.by),
    'the usage shows the daily ceiling in its place': shown(
      'usage',
      '/runs_per_tool_and_publication_limit',
      40,
    ),
  },
  'workspace.runs.tool-limit-is-counted-by-publication': {
    'the tool limit counts all publications': countingOn(({tool}, key) => key.endsWith(` ${tool}`)),
  },
  'workspace.runs.tool-limit-is-counted-by-tool': {
    'the tool limit counts all tools': countingOn(
      ({publication}, key) => publication !== '' && key.startsWith(`${publication} `),
    ),
  },
  'workspace.runs.tool-limit-is-counted-by-tool @ every listed tool': {
    'tools that replace the file share the limit': countingOn(({publication, tool}, key) => {
      const [of, slug = ''] = key.split(' ');
      const isShared = isRepair({tool}) && isRepair({tool: slug});
      return publication === of && (tool === slug || isShared);
    }),
  },
  'workspace.runs.tool-limit-spares-unmetered': {
    'tools that are not metered are limited too': ofRuns.refusing(
      START,
      'tool-limit',
      ({body: {tool}, path, view}) =>
        toolOf(tool)?.metered === false &&
        runsOf(view, path['publication']).filter((run) => run.tool === tool).length >=
          toolLimit(view),
    ),
  },
});

/** Defects of what the catalogue says of tools, and of who may start them. */
const ofTools = defects({
  'workspace.runs.foreign-start-makes-no-run': {
    'a foreign publication starts a run': foreignFound(START),
  },
  'workspace.runs.metered-flag-is-true': {
    'the metered flags are inverted': inverting(METERED),
    'unmetered tools spend too': spendingAlso(false),
  },
  'workspace.runs.metered-flag-is-true @ every listed tool': {
    'one tool that no sample names is metered and says it is not': inverting(
      METERED,
      'blurb-writing',
    ),
    'one tool that no sample names is not metered and says it is': inverting(
      METERED,
      'metadata-extraction',
    ),
  },
  'workspace.runs.replacing-flag-is-true': {
    'the replacing flags are inverted': inverting(REPLACES),
  },
  'workspace.runs.replacing-flag-is-true @ every listed tool': {
    'one tool that no sample names says that it replaces': inverting(REPLACES, 'convert-to-pdf'),
  },
});

/** Defects of what metered runs count for, and of tools (Resources, Usage; Limits). */
export const ceilings = [...counted, ...ofTheCeiling, ...ofToolLimits, ...ofTools];
