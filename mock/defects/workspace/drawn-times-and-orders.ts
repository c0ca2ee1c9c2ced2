import {DAY_MS} from '../../../spec/durations.ts';
import type {Defect, Seam} from '../../defect.ts';
import {isRefused, Link, refuse} from '../../operation.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import type {SpentRow} from '../../workspace/runs/rows.ts';
import {toolOf} from '../../workspace/tools/catalog.ts';
import type {Row} from '../../world/change.ts';
import {afterwards, around, atPlace, breaking, finding, seeing} from '../breaking.ts';
import {counting, countingOn, plain, readAs, remembering, START} from './runs/altered-runs.ts';

const dayOf = (at: number): number => new Date(at).getUTCDate();
const hourOf = (at: number): number => new Date(at).getUTCHours();

/** Shows a publication as if it had been created at another time. */
const createdAt = (other: (at: number) => number): Seam =>
  finding<PublicationRow>(['getPublication'], 'publications', (row) => ({
    ...row,
    createdAt: other(row.createdAt),
  }));

/** Shows another file as the working version, for a number of files. */
const workingWhere = (isMeant: (files: FileRow[]) => boolean): Seam =>
  finding<PublicationRow>(
    ['getCurrentPublicationFile', 'listPublicationFiles', 'getPublication'],
    'publications',
    (row, view) => {
      const files = view.all<FileRow>('files', 'publication', row.key);
      const [original] = files;
      return original && isMeant(files) ? {...row, workingFile: original.key} : row;
    },
  );

/** Changes the lifetime of links to derived files. */
const derivedLinksLive = (ms: number): Seam =>
  afterwards(['downloadFile'], (done, view, {path}) => {
    const file = view.find<FileRow>('files', path['file'] ?? '');
    if (!file || file.tool === null) return done;
    return {...done, headers: {location: new Link('GET', file.object, view.now + ms)}};
  });

/** Makes links to the original point to the newest file, for a number of files. */
const originalLeadsAstray = afterwards(['downloadFile'], (done, view, {path}) => {
  const file = view.find<FileRow>('files', path['file'] ?? '');
  const files = file ? view.all<FileRow>('files', 'publication', file.publication) : [];
  const newest = files.at(-1);
  if (!newest || file?.tool !== null || files.length < 4) return done;
  return {...done, headers: {location: new Link('GET', newest.object, view.now + 600_000)}};
});

/** Makes links to the result of an earlier repair point to that of the last one. */
const repairedLeadsAstray = afterwards(['downloadFile'], (done, view, {path}) => {
  const isRepaired = ({tool}: FileRow): boolean => tool !== null && toolOf(tool)?.replaces === true;
  const file = view.find<FileRow>('files', path['file'] ?? '');
  const files = file ? view.all<FileRow>('files', 'publication', file.publication) : [];
  const last = files.findLast(isRepaired);
  if (!file || !last || !isRepaired(file)) return done;
  return {...done, headers: {location: new Link('GET', last.object, view.now + 600_000)}};
});

/** Lets the link of an upload that was reserved at the same time as another expire with the other's link. */
const endingTogether = around(['createUpload'], (next) => {
  let end = 0;
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const body = plain<{upload_url: Link}>(done.body);
    const {method, object, expires, headers, limit} = body.upload_url;
    if (end <= view.now) end = expires;
    return {...done, body: {...body, upload_url: new Link(method, object, end, headers, limit)}};
  };
});

/** Refuses starts of some tools while the ceiling is reached. */
const refusedAtCeiling = (category: string): Seam =>
  around(START, (next) => (view, input) => {
    const tool = toolOf((input.body as {tool: string}).tool);
    const used = view.newest('spent_runs', {limit: 1000}).length;
    const isMeant = tool?.category === category && used >= view.number('runs.daily_limit');
    const problem = {expected: 'a run left', got: 'none', todo: 'wait'};
    return isMeant ? refuse('daily-limit', problem) : next(view, input);
  });

/** Treats all runs of a day as being as old as the last one. */
const asOldAsTheLast = seeing(['getAccountUsage'], (view) => ({
  newest: <R extends Row>(table: string, page: Parameters<typeof view.newest>[1]) => {
    const rows = view.newest<R>(table, page);
    const [last] = rows as unknown as SpentRow[];
    return table === 'spent_runs' ? rows.map((row) => ({...row, at: last?.at})) : rows;
  },
}));

/** Gives the second of two links to a file in a minute a lifetime of nine minutes. */
function endingEarly(): Seam {
  const minted = new Map<string, number>();
  return afterwards(['downloadFile'], (done, view, {path}) => {
    const file = view.find<FileRow>('files', path['file'] ?? '');
    const before = file && minted.get(file.key);
    if (file) minted.set(file.key, view.now);
    if (!file || before === undefined || view.now - before > 60_000) return done;
    return {...done, headers: {location: new Link('GET', file.object, view.now + 540_000)}};
  });
}

const EVERY_TOOL = 'every listed tool';
const ANY_TIME = 'any day and hour';
const ANY_ORDER = 'tools in any order';

/** Defects that show at generated times, for every tool, and after tools ran in generated orders. */
export const drawnTimesAndOrders: Defect[] = [
  ...atPlace(ANY_TIME, [
    ...breaking('workspace.publications.creation-time-is-when-registered', {
      'a publication of the last hour of a day is of the next': createdAt((at) =>
        hourOf(at) === 23 ? at + 3_600_000 : at,
      ),
      'a publication after the 28th is of the 28th': createdAt((at) =>
        dayOf(at) > 28 ? at - (dayOf(at) - 28) * DAY_MS : at,
      ),
    }),
    ...breaking('workspace.runs.used-rolls', {
      'runs of the first hour of a day count for an hour': counting(
        ['getAccountUsage'],
        ({at}: SpentRow, {now}) => hourOf(at) !== 0 || now - at < 3_600_000,
      ),
    }),
    ...breaking('workspace.runs.succeeded-is-final', {
      'a run of yesterday is read as queued': readAs((state, {createdAt: at}, {now}) =>
        state === 'succeeded' && now - at > 80_000_000 ? 'queued' : undefined,
      ),
    }),
  ]),
  ...atPlace(ANY_ORDER, [
    ...breaking('workspace.runs.versions-add-up', {
      'the working version of four files is the original': workingWhere(
        (files) => files.length === 4,
      ),
      'the link of what an earlier repair made brings what the last one made': repairedLeadsAstray,
    }),
    ...breaking('workspace.runs.original-is-immutable', {
      'the original of four files is the newest': originalLeadsAstray,
    }),
  ]),
  ...atPlace(EVERY_TOOL, [
    ...breaking('workspace.runs.ceiling-spares-unmetered', {
      'the ceiling refuses every tool for metadata': refusedAtCeiling('metadata'),
    }),
    ...breaking('workspace.runs.tool-limit-is-counted-by-tool', {
      'tools that replace the file share the limit': countingOn((row, key) => {
        const [publication, slug = ''] = key.split(' ');
        const isSame = row.tool === slug;
        const both = [row.tool, slug].every((one) => toolOf(one)?.replaces);
        return row.publication === publication && (isSame || both);
      }),
    }),
  ]),
  ...atPlace(
    'several runs of a day',
    breaking('workspace.runs.used-rolls', {
      'each run begins the day of the earlier ones again': asOldAsTheLast,
    }),
  ),
  ...atPlace(
    'in any situation',
    breaking('workspace.downloads.link-lives-10-minutes', {
      'the second link in a minute lives for nine minutes': endingEarly(),
    }),
  ),
  ...atPlace(
    'in any situation',
    breaking('workspace.uploads.link-lives-30-minutes', {
      'a link beside an earlier one ends with it': endingTogether,
    }),
  ),
  ...atPlace(
    'a derived version',
    breaking('workspace.downloads.link-lives-10-minutes', {
      'a link to a derived file lives for five minutes': derivedLinksLive(300_000),
    }),
  ),
  ...atPlace(
    'after a failure',
    breaking('workspace.runs.replay-is-the-same-run', {
      'a retry after a failure starts another run': remembering(({state}) => state !== 'failed'),
    }),
  ),
];
