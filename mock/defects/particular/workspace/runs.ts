import {filesOf, runsWhere, START} from '../../workspace/rows.ts';
import {DAY_MS} from '../../../../spec/durations.ts';
import type {Seam} from '../../../defect.ts';
import {isRefused, Link, type View} from '../../../operation.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import {hasEnded} from '../../../workspace/runs/moves.ts';
import type {RunRow, SpentRow} from '../../../workspace/runs/rows.ts';
import {toolOf} from '../../../workspace/tools/catalog.ts';
import {plain} from '../../families/reads.ts';
import {counting, numbered, readAs, spend} from '../../workspace/runs/altered-runs.ts';
import {afterwards, around, finding, receiving, findingAll, findingBy} from '../../breaking.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {refused, refusedButDone} from './altered-uploads.ts';
import {stale} from '../../families/seams.ts';

/** Replaces an `Idempotency-Key`. */
const keyedBy = (other: (key: string) => string): Seam =>
  receiving(START, ({headers}) => {
    const key = headers['idempotency-key'];
    return key === undefined ? {} : {headers: {...headers, 'idempotency-key': other(key)}};
  });

/** Does not find a run by its `Idempotency-Key` if it `isForgotten`. */
const forgetting = (isForgotten: (run: RunRow, view: View, by: string) => boolean): Seam =>
  findingBy<RunRow>(START, (run, {table, view, input}) =>
    run && table === 'runs' && isForgotten(run, view, input.by) ? undefined : run,
  );

/** Changes the n-th request with one `Idempotency-Key`. */
const atTheThird = (seam: 'another run' | 'spends'): Seam =>
  around(START, (next) => {
    const times = new Map<string, number>();
    return (view, input) => {
      const {'idempotency-key': key, ...headers} = input.headers;
      const name = `${view.tenant} ${key}`;
      const nth = (times.get(name) ?? 0) + 1;
      if (key !== undefined) times.set(name, nth);
      if (key === undefined || nth !== 3) return next(view, input);
      if (seam === 'another run') return next(view, {...input, headers});
      const outcome = next(view, input);
      return isRefused(outcome) ? outcome : {...outcome, changes: [spend(view)]};
    };
  });

const isMetered = (slug: string): boolean => toolOf(slug)?.metered === true;

/** Defects of retries (Endpoints, start run). */
const retries: ParticularDefect[] = [
  ...particular('retries', 'workspace.runs.new-key-starts-another', {
    'capitals of a key do not matter': [
      'An Idempotency-Key that differs from an earlier one only in capitals replays its run.',
      keyedBy((key) => key.toLowerCase()),
    ],
    'a key of digits is a number': [
      'Of Idempotency-Keys of digits, those that differ in leading zeros only are one.',
      keyedBy((key) => (/^\d+$/.test(key) ? String(BigInt(key)) : key)),
    ],
    'signs of a key do not matter': [
      'Idempotency-Keys that differ only in other characters than letters and digits are one.',
      keyedBy((key) => key.replaceAll(/[^A-Za-z0-9]+/g, '-')),
    ],
  }),
  ...particular('retries', 'workspace.runs.replay-is-the-same-run', {
    'the third retry starts another run': [
      'The third request with one Idempotency-Key starts another run.',
      atTheThird('another run'),
    ],
    'a retry with another API key starts another run': [
      'A retry that comes with another key of the same workspace starts another run.',
      keyedByCredential(),
    ],
    'a retry of an unmetered tool starts another run': [
      'The Idempotency-Key is ignored for tools that are not metered.',
      forgetting(({tool}) => !isMetered(tool)),
    ],
  }),
  ...particular('retries', 'workspace.runs.replay-spends-nothing', {
    'the third request with a key spends': [
      'The third request with one Idempotency-Key replays the run and spends one more.',
      atTheThird('spends'),
    ],
  }),
];

/** Limits the `Idempotency-Key` to one API key. */
function keyedByCredential(): Seam {
  return receiving(START, ({headers, by}) => {
    const key = headers['idempotency-key'];
    return key === undefined ? {} : {headers: {...headers, 'idempotency-key': `${by} ${key}`}};
  });
}

const FILES = ['listPublicationFiles'];
const EVERYWHERE = [...FILES, 'getCurrentPublicationFile', 'getPublication'];

/** The files of a publication that replaced its working file, oldest first. */
const replacingFiles = (view: View, publication: string): FileRow[] =>
  filesOf(view, publication).filter(({tool}) => tool !== null && toolOf(tool)?.replaces);

/**
 * Shows another working version everywhere.
 * @param choose undefined: the correct one
 */
const working = (choose: (view: View, row: PublicationRow) => FileRow | undefined): Seam =>
  finding(EVERYWHERE, 'publications', (row: PublicationRow, view) => {
    const file = choose(view, row);
    return file ? {...row, workingFile: file.key, workingSize: file.size} : row;
  });

/** Whether a run of a tool that replaces nothing came before the newest repair. */
function isAfterAnotherTool(view: View, {key}: PublicationRow): boolean {
  const isReplacing = ({tool}: RunRow): boolean => toolOf(tool)?.replaces === true;
  const own = runsWhere(view, (run) => run.publication === key && run.state === 'succeeded');
  const repair = own.findLastIndex(isReplacing);
  return repair > 0 && own.slice(0, repair).some((run) => !isReplacing(run));
}

/** Omits or changes rows of the version list. */
const versions = (
  other: (rows: {id: string; current: boolean}[], view: View, publication: string) => object[],
): Seam =>
  afterwards(FILES, (done, view, {path}) => {
    const body = plain<{data: {id: string; current: boolean}[]}>(done.body);
    return {...done, body: {...body, data: other(body.data, view, path['publication'] ?? '')}};
  });

const isUnderWay = ({state}: RunRow): boolean => !hasEnded(state);

/** Defects of several runs, of one publication or of several (States / Runs). */
const sequences: ParticularDefect[] = [
  ...particular('order', 'workspace.runs.replacing-moves-current', {
    'a repair after another tool does not count': [
      'A repair does not become current when a tool that replaces nothing ran before it.',
      working((view, row) =>
        isAfterAnotherTool(view, row) ? filesOf(view, row.key)[0] : undefined,
      ),
    ],
  }),
  ...particular('order', 'workspace.runs.derived-is-listed', {
    'a run of another publication hides derived files': [
      'Derived files are not listed while a run of another publication is under way.',
      versions((rows, view, publication) =>
        runsWhere(view, (run) => isUnderWay(run) && run.publication !== publication).length
          ? rows.slice(0, 1)
          : rows,
      ),
    ],
  }),
  ...particular('states', 'workspace.runs.versions-add-up', {
    'the third repair does not become current': [
      'Of three repairs the second stays the current version everywhere.',
      working((view, {key}) => replacingFiles(view, key)[2] && replacingFiles(view, key)[1]),
    ],
  }),
  ...particular('states', 'workspace.files.exactly-one-is-current', {
    'no version is current while a repair is under way': [
      'No row of the version list is flagged while a run of a replacing tool has not ended.',
      versions((rows, view, publication) =>
        runsWhere(
          view,
          (run) =>
            isUnderWay(run) &&
            run.publication === publication &&
            toolOf(run.tool)?.replaces === true,
        ).length
          ? rows.map((row) => ({...row, current: false}))
          : rows,
      ),
    ],
  }),
  ...particular('states', 'workspace.runs.report-is-readable-after-success', {
    'a second run of the tool takes the report of the first': [
      'The report of a run is gone once the same tool ran again on the publication.',
      around(['readReport'], (next) => (view, input) => {
        const run = view.find<RunRow>('runs', input.path['run'] ?? '');
        const isLater = (other: RunRow): boolean =>
          other.seq > (run?.seq ?? Infinity) &&
          other.tool === run?.tool &&
          other.publication === run.publication &&
          other.state === 'succeeded';
        return runsWhere(view, isLater).length ? refused('no-report') : next(view, input);
      }),
    ],
  }),
  ...particular('states', 'workspace.runs.failed-is-final', {
    'a later success of the tool covers a failure': [
      'A run that failed reads as succeeded once a later run on the publication has succeeded.',
      readAs((state, row, view) =>
        state === 'failed' &&
        runsWhere(
          view,
          ({publication, seq, state: other}) =>
            publication === row.publication && seq > row.seq && other === 'succeeded',
        ).length
          ? 'succeeded'
          : undefined,
      ),
    ],
  }),
  ...particular('states', 'workspace.downloads.link-brings-the-bytes', {
    'the original of a publication with two repairs is the first repair': [
      'The link of the original brings the bytes of the first repair once there are two.',
      afterwards(['downloadFile'], (done, view, {path}) => {
        const file = view.find<FileRow>('files', path['file'] ?? '');
        if (!file || file.tool !== null) return done;
        const [first, second] = replacingFiles(view, file.publication);
        const lives = view.number('downloads.link_lives_ms');
        return first && second
          ? {...done, headers: {location: new Link('GET', first.object, view.now + lives)}}
          : done;
      }),
    ],
  }),
  ...particular('refusals', 'workspace.runs.refused-start-spends-nothing', {
    'a refused start with an Idempotency-Key spends': [
      'A start that is refused at the ceiling spends one run when it has an Idempotency-Key.',
      around(START, (next) => (view, input) => {
        const outcome = next(view, input);
        const isMeant = isRefused(outcome) && outcome.refused === 'daily-limit';
        return isMeant && input.headers['idempotency-key'] !== undefined
          ? refusedButDone('daily-limit', 'daily_limit_reached', [spend(view)])
          : outcome;
      }),
    ],
    'a start of an unknown tool at the ceiling spends': [
      'A start with an unknown slug while the ceiling is reached is refused and spends one run.',
      around(START, (next) => (view, input) => {
        const outcome = next(view, input);
        const isMeant = isRefused(outcome) && outcome.refused === 'tool-refused';
        const used = view.newest('spent_runs', {limit: 1000}).length;
        return isMeant && used >= view.number('runs.daily_limit')
          ? refusedButDone('tool-refused', 'unknown_tool', [spend(view)])
          : outcome;
      }),
    ],
  }),
];

const hourOf = (at: number): number => new Date(at).getUTCHours();
const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Defects of the times at which runs count (Resources, Usage; Limits). */
const instants: ParticularDefect[] = [
  ...particular('instants', 'workspace.runs.ceiling-rolls', {
    'a place is free a second late': [
      'A start is refused in the second that begins 24 hours after the oldest run.',
      numbered(START, 'runs.day_ms', 1000),
    ],
  }),
  ...particular('instants', 'workspace.runs.used-rolls', {
    'a run leaves the used figure a second early': [
      'A run stops counting one second before it is 24 hours old.',
      numbered(['getAccountUsage'], 'runs.day_ms', -1000),
    ],
    'runs of the last hour leave at midnight': [
      'A run that was started from 23:00 to 23:59 UTC stops counting at midnight.',
      counting(
        ['getAccountUsage'],
        ({at}: SpentRow, {now}) => hourOf(at) !== 23 || dayOf(at) === dayOf(now),
      ),
    ],
  }),
  ...particular('instants', 'workspace.runs.succeeded-is-final', {
    'a success is forgotten after a day': [
      'A run that succeeded reads as failed 24 hours after its start.',
      readAs((state, {createdAt}, {now}) =>
        state === 'succeeded' && now - createdAt >= DAY_MS ? 'failed' : undefined,
      ),
    ],
  }),
  ...particular('instants', 'workspace.downloads.link-lives-10-minutes', {
    'the link of a derived file works for nine minutes': [
      'A link of a file that a tool derived works for nine minutes.',
      afterwards(['downloadFile'], (done, view, {path}) => {
        const file = view.find<FileRow>('files', path['file'] ?? '');
        if (!file || file.tool === null) return done;
        return {...done, headers: {location: new Link('GET', file.object, view.now + 540_000)}};
      }),
    ],
  }),
];

/** Defects of the ceiling and of the limit of a tool, for particular tools (Limits). */
const limits: ParticularDefect[] = [
  ...particular('filters', 'workspace.runs.tool-limit-is-counted-by-tool', {
    'tools of one category share the limit': [
      'Runs of a tool count for the limits of other tools of its category on the publication.',
      findingAll<SpentRow>(START, (rows, {table, value, view}) => {
        if (table !== 'spent_runs') return rows;
        const [publication, slug = ''] = value.split(' ');
        const where = (row: SpentRow): boolean =>
          row.publication === publication && toolOf(row.tool)?.category === toolOf(slug)?.category;
        return view.newest<SpentRow>(table, {limit: 1000, where});
      }),
    ],
  }),
  ...particular('filters', 'workspace.runs.ceiling-spares-unmetered', {
    'the ceiling refuses conversions': [
      'An unmetered tool of the category conversion is refused once the ceiling is reached.',
      around(START, (next) => (view, input) => {
        const tool = toolOf((input.body as {tool: string}).tool);
        const used = view.newest('spent_runs', {limit: 1000}).length;
        const isMeant = tool?.category === 'conversion' && !tool.metered;
        return isMeant && used >= view.number('runs.daily_limit')
          ? refused('daily-limit')
          : next(view, input);
      }),
    ],
  }),
];

/** Defects of the MCP server alone. */
export const throughTools = (
  kind: ParticularDefect['kind'],
  rule: string,
  defects: Record<string, [wrong: string, seam: Seam]>,
): ParticularDefect[] =>
  particular(kind, `workspace.mcp.${rule}`, defects).map((defect) => ({
    ...defect,
    interface: 'mcp',
  }));

/** Defects of runs and publications in tools (Rule 4). */
const tools: ParticularDefect[] = [
  ...throughTools('retries', 'runs-are-the-same-through-both-faces', {
    'a key with capitals is another key to a tool': [
      'A tool does not find the run of an Idempotency-Key that has capitals.',
      keyedBy((key) => key.toLowerCase()),
    ],
  }),
  ...throughTools('races', 'runs-are-the-same-through-both-faces', {
    'parallel retries by tools start two runs': [
      'Two starts through tools at the same moment with one Idempotency-Key start two runs.',
      stale(START, 'runs'),
    ],
  }),
];

/** Defects of runs, retries and versions. */
export const runs: ParticularDefect[] = [
  ...retries,
  ...sequences,
  ...instants,
  ...limits,
  ...tools,
];
