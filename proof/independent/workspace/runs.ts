import {countedMarks} from './account.ts';
import {pause, Refusal, text} from './http.ts';
import type {Answer, Json} from './http.ts';
import {findPublication} from './library.ts';
import type {Context} from './context.ts';
import type {Publication, Run} from './model.ts';
import {phaseOf, reportBody, runBody} from './run-life.ts';
import {presign} from './storage.ts';
import {isOfVersion} from './part-d/counting.ts';
import {judgedMarks} from './part-e/counting.ts';
import {isIgnoredKey, isLostReport} from './part-e/runs.ts';
import {stillKnown} from './part-f/races.ts';
import {HOUR, MINUTE} from './time.ts';
import {findTool} from './tools.ts';
import type {Tool} from './tools.ts';
import {ceilings, countsForPair} from './variants/allowance.ts';
import {soughtId} from './variants/ids.ts';
import {
  ceilingRefusal,
  enqueue,
  isForgotten,
  judgeMore,
  pairReason,
  replayedBody,
  replaysAnyway,
  reportShape,
  slotOf,
} from './variants/runs.ts';
import {versionPath} from './variants/storage.ts';
import type {World} from './world.ts';

function judgeDaily(c: Context): void {
  const {w, space} = c;
  const f = w.faults;
  if (f.has('daily-limit-ignored') || (c.mcp && f.has('mcp-daily-limit-ignored'))) return;
  const {daily} = ceilings(w);
  let used = judgedMarks(c, (one) => countedMarks(w, one)).length;
  if (f.has('daily-limit-per-key')) {
    used = countedMarks(w, space).filter((mark) => mark.by === c.by || mark.filler).length;
    const others = space.marks.some((mark) => mark.by === c.by);
    if (!others) used = 0;
  }
  const ceiling = f.has('daily-limit-one-more') ? daily + 1 : daily;
  if (used < (f.has('daily-limit-one-less') ? daily - 1 : ceiling)) return;
  if (f.has('daily-refusal-counts')) {
    space.marks.push({at: w.now(), tool: '', publication: '', by: c.by, filler: false, run: ''});
  }
  const reason =
    f.has('daily-limit-reason') || (c.mcp && f.has('mcp-daily-limit-reason'))
      ? 'limit_reached'
      : 'daily_limit_reached';
  const {status, headers} = ceilingRefusal(w, 'daily');
  const text = 'The metered runs of this workspace are used up for now.';
  throw new Refusal(status, reason, text, {ceiling: daily}, headers);
}

function mark(c: Context, tool: string, publication: string, run: string): void {
  const {w, space, by} = c;
  space.marks.push({at: w.now(), tool, publication, by, filler: false, run});
}

function judgePair(c: Context, tool: Tool, publication: Publication): void {
  const {w, space} = c;
  const f = w.faults;
  if (f.has('pair-limit-ignored') || (c.mcp && f.has('mcp-pair-limit-ignored'))) return;
  const {pair} = ceilings(w);
  const counted = f.size === 0 ? space.marks : countedMarks(w, space);
  const used = counted.filter((mark) => {
    if (f.size === 0 && !countsForPair(w, mark)) return false;
    if (mark.filler || !isOfVersion(w, w.runs.get(mark.run), publication.working)) return false;
    const sameTool = mark.tool === tool.slug || f.has('pair-limit-of-all-tools');
    const samePublication =
      mark.publication === publication.id || f.has('pair-limit-of-all-publications');
    const mine = mark.by === c.by || !f.has('pair-limit-per-key');
    return sameTool && samePublication && mine;
  }).length;
  const ceiling = f.has('pair-limit-one-more') ? pair + 1 : pair;
  if (used < ceiling) return;
  if (f.has('pair-refusal-counts')) mark(c, tool.slug, publication.id, '');
  const {status, headers} = ceilingRefusal(w, 'pair');
  const text = 'This tool ran often enough on this publication for now.';
  throw new Refusal(status, pairReason(w), text, {ceiling: pair}, headers);
}

function replaySlot(c: Context): string | undefined {
  const f = c.w.faults;
  let key = c.retryKey;
  if (key === undefined || key === '' || f.has('retry-key-ignored')) return undefined;
  if (c.mcp && f.has('mcp-retry-key-ignored')) return undefined;
  if (isIgnoredKey(c.w, key)) return undefined;
  if (f.has('retry-key-cut-at-32')) key = key.slice(0, 32);
  if (f.has('retry-key-any-case')) key = key.toLowerCase();
  if (f.has('retry-key-cut-at-comma')) key = key.replace(/,.*$/, '');
  if (f.has('retry-key-per-api-key')) key = `${c.by} ${key}`;
  if (f.has('retry-key-digits-as-number') && /^\d+$/.test(key)) key = String(Number(key));
  return slotOf(c, key);
}

function remembered(c: Context, slot: string): Run | undefined {
  const {w} = c;
  const f = w.faults;
  let id = c.space.replays.get(slot);
  if (id === undefined && f.has('retry-key-of-all-workspaces')) {
    for (const space of w.spaces.values()) id ??= space.replays.get(slot);
  }
  const run = id === undefined ? undefined : w.runs.get(id);
  if (run === undefined || isForgotten(w, run)) return undefined;
  if (f.has('retry-after-end-starts-anew') && run.settled) return undefined;
  if (f.has('retry-after-failure-starts-anew') && run.settled && run.ending === 'failed') {
    return undefined;
  }
  if (f.has('retry-key-kept-an-hour') && w.now() - run.started >= HOUR) return undefined;
  return run;
}

function replay(c: Context, run: Run, tool: string, publication: string): Answer {
  const f = c.w.faults;
  const any = replaysAnyway(c.w);
  if (!any && run.space === c.space.id && (run.tool !== tool || run.publication !== publication)) {
    throw new Refusal(
      409,
      'idempotency_key_taken',
      'The Idempotency-Key belongs to another start.',
      {run: run.id},
    );
  }
  if (f.has('replay-conflict')) {
    throw new Refusal(409, 'idempotency_key_taken', 'This Idempotency-Key was used.');
  }
  const inFlight = f.has('replay-in-flight-counts') && !run.settled;
  if (f.has('replay-counts') || (inFlight && findTool(c.w, tool)?.metered === true))
    mark(c, tool, publication, run.id);
  const body = replayedBody(c.w, runBody(c.w, run));
  return {
    status: f.has('replay-202') ? 202 : 200,
    body,
    headers: {'Idempotency-Replayed': 'true'},
  };
}

/** Remembers the Idempotency-Key of a run. */
function keepSlot({w, space}: Context, slot: string | undefined, run: Run): void {
  if (slot === undefined) return;
  if (w.faults.has('retry-key-last-only')) space.replays.clear();
  space.replays.set(slot, run.id);
}

function create(c: Context, tool: Tool, publication: Publication, slot?: string): Run {
  const {w, space} = c;
  const f = w.faults;
  const input = f.has('run-acts-on-original') ? publication.versions[0] : publication.working;
  const run: Run = {
    id: w.runId(),
    space: space.id,
    publication: publication.id,
    tool: tool.slug,
    started: w.now(),
    ending: publication.working === null ? 'rejected' : (space.endings.shift() ?? 'succeeded'),
    input: input ?? '',
    output: null,
    settled: false,
    reads: 0,
  };
  w.runs.set(run.id, run);
  enqueue(w, run);
  keepSlot(c, slot, run);
  const counts =
    (tool.metered || f.has('unmetered-counted')) &&
    !(c.mcp && f.has('mcp-run-not-counted')) &&
    !(f.has('copies-not-counted') && tool.makes === 'copy');
  if (counts) mark(c, tool.slug, publication.id, run.id);
  if (counts && f.has('run-counted-twice')) mark(c, tool.slug, publication.id, run.id);
  return run;
}

function wantedTool(c: Context): string {
  if (c.w.faults.has('tool-defaults') && c.body['tool'] === undefined) return 'structure-check';
  return text(c.body, 'tool', 200);
}

function judgeStart(c: Context, slug: string, publication: Publication): Tool {
  const f = c.w.faults;
  const tool = findTool(c.w, slug);
  if (tool === undefined || (!tool.metered && f.has('unmetered-not-startable'))) {
    throw new Refusal(404, 'no_such_tool', 'There is no tool of this name.', {tool: slug});
  }
  const later = c.w.variants.has('start-without-file-rejected-later');
  if (publication.working === null && !later) {
    throw new Refusal(409, 'nothing_to_work_on', 'The publication has no file yet.');
  }
  if (tool.metered || f.has('daily-limit-for-unmetered')) judgeDaily(c);
  if (tool.metered) judgePair(c, tool, publication);
  judgeMore(c, tool, publication);
  return tool;
}

function startedBody(c: Context, run: Run): Json {
  const f = c.w.faults;
  if (f.has('start-body-empty')) return {};
  if (c.mcp && f.has('mcp-start-number-only')) return {run: {number: run.id}};
  return runBody(c.w, run);
}

/** The operation that starts a run. */
export async function startRun(c: Context): Promise<Answer> {
  const {w} = c;
  const f = w.faults;
  const publication = findPublication(c, 'start');
  const slug = wantedTool(c);
  const slot = replaySlot(c);
  if (slot === undefined && f.has('retry-key-required')) {
    throw new Refusal(400, 'idempotency_key_missing', 'The Idempotency-Key is missing.');
  }
  if (slot !== undefined) {
    if (f.has('replay-refused-at-ceiling')) judgeDaily(c);
    const known = stillKnown(w, remembered(c, slot));
    if (known !== undefined) return replay(c, known, slug, publication.id);
    if (f.has('retry-race')) await pause();
  }
  const tool = judgeStart(c, slug, publication);
  if (f.has('daily-limit-race') || f.has('pair-limit-race')) {
    const full = countedMarks(w, c.space).length >= ceilings(w).daily - 1;
    if (full === f.has('daily-limit-race')) await pause();
  }
  const run = create(c, tool, publication, slot);
  return {
    status: f.has('start-201') ? 201 : 202,
    body: startedBody(c, run),
    headers: {
      Location: `/api/v1/publications/${encodeURIComponent(publication.id)}/runs/${encodeURIComponent(run.id)}`,
    },
  };
}

function findRun(c: Context): Run {
  const id = soughtId(c.w, c.params['run'] ?? '');
  const run = c.w.runs.get(id);
  const path = c.params['publication'];
  const fits = run !== undefined && (path === undefined || path === run.publication);
  if (!fits || (run.space !== c.space.id && !c.w.faults.has('run-of-any-workspace'))) {
    throw new Refusal(404, 'run_not_found', 'There is no such run in this workspace.', {run: id});
  }
  return run;
}

/** Reads a run. */
export function getRun(c: Context): Answer {
  return {status: 200, body: runBody(c.w, findRun(c))};
}

/** Refuses a report that a faulty server does not keep. */
function keepShort(w: World, run: Run): void {
  const f = w.faults;
  const isOld = f.has('report-expires') && w.now() - run.started >= HOUR;
  if (isOld || isLostReport(w, run)) {
    throw new Refusal(404, 'no_report', 'The report is not kept any more.');
  }
  run.reads += 1;
  if (f.has('report-once') && run.reads > 1) {
    throw new Refusal(410, 'no_report', 'The report was read before.');
  }
}

/** Keeps a report in the storage, from where it is read; its path there. */
function keepReport(w: World, run: Run, shape: unknown): string {
  const id = `report ${run.id}`;
  w.files.set(id, {
    id,
    publication: run.publication,
    space: '',
    name: 'report.json',
    bytes: Buffer.from(JSON.stringify(shape)),
    tool: null,
    run: run.id,
    created: w.now(),
  });
  return versionPath(id);
}

/** Reads the report of a run that succeeded. */
export function getReport(c: Context): Answer {
  const {w} = c;
  const f = w.faults;
  const run = findRun(c);
  if (f.has('report-never')) throw new Refusal(404, 'no_report', 'There is no report.');
  if (
    !run.settled &&
    !(f.has('report-early') || (f.has('report-while-working') && phaseOf(w, run) === 'working'))
  ) {
    if (w.variants.has('report-missing-404')) {
      throw new Refusal(404, 'no_report', 'The run left no report so far.', {run: run.id});
    }
    throw new Refusal(409, 'run_unfinished', 'The run has not ended yet.', {run: run.id});
  }
  const open =
    run.ending === 'succeeded' ||
    !run.settled ||
    (run.ending === 'failed' && f.has('report-of-failed')) ||
    (run.ending === 'rejected' && f.has('report-of-rejected'));
  if (!open) {
    throw new Refusal(404, 'no_report', 'The run left no report.', {run: run.id});
  }
  keepShort(w, run);
  const shape = reportShape(w, reportBody(w, run));
  if (!w.variants.has('report-as-redirect') || c.mcp) return {status: 200, body: shape};
  const link = presign(w, 'GET', keepReport(w, run, shape), w.now() + 10 * MINUTE);
  return {status: 302, body: undefined, headers: {Location: link}};
}
