import type {Json} from './http.ts';
import type {Publication, Run} from './model.ts';
import {afterVersion, loseVersion} from './part-d/library.ts';
import {afterAddition} from './part-e/library.ts';
import {sortByLabel} from './part-f/library.ts';
import {DAY, HOUR, MINUTE, stamp} from './time.ts';
import {findTool} from './tools.ts';
import type {Tool} from './tools.ts';
import {passingState, takenUp, timesOf} from './variants/runs.ts';
import type {World} from './world.ts';

function endsAt(w: World, run: Run): number {
  const {waiting, working} = timesOf(w);
  return takenUp(w, run) + (run.ending === 'rejected' ? waiting : working);
}

function derive(w: World, run: Run, publication: Publication): void {
  const f = w.faults;
  const tool = findTool(w, run.tool);
  if (tool === undefined) return;
  if (tool.makes === 'nothing' && !w.variants.has('checks-leave-files')) return;
  const input = w.files.get(run.input);
  if (input === undefined) return;
  const same = w.variants.has('replacement-of-same-bytes');
  const bytes = same
    ? input.bytes
    : Buffer.concat([input.bytes, Buffer.from(`\n[${run.tool} ${run.id}]`)]);
  const id = w.fileId();
  if (f.has('run-overwrites-original')) {
    const original = w.files.get(publication.versions[0] ?? '');
    if (original !== undefined) original.bytes = bytes;
  }
  run.output = id;
  w.files.set(id, {
    id,
    publication: publication.id,
    space: run.space,
    bytes,
    tool: run.tool,
    run: run.id,
    name: tool.makes === 'copy' ? `${input.name}.txt` : input.name,
    created: w.now(),
  });
  if (f.has('copy-not-listed') && tool.makes === 'copy') return;
  if (f.has('same-tool-replaces-version')) {
    publication.versions = publication.versions.filter(
      (one) => w.files.get(one)?.tool !== run.tool,
    );
  }
  if (tool.makes === 'replacement') loseVersion(w, run, publication);
  publication.versions.push(id);
  if (becomesCurrent(w, tool, publication)) publication.working = id;
  afterVersion(w, publication, publication.working === id);
  afterAddition(w, publication, publication.working === id);
  sortByLabel(w, publication);
}

function becomesCurrent(w: World, tool: Tool, publication: Publication): boolean {
  const f = w.faults;
  const replaces = tool.makes === 'replacement' || f.has('copy-becomes-current');
  if (!replaces || f.has('replacement-not-current')) return false;
  return publication.versions.length <= 2 || !f.has('second-replacement-not-current');
}

function settleOne(w: World, run: Run): void {
  run.settled = true;
  const publication = w.publications.get(run.publication);
  if (publication === undefined) return;
  if (run.ending === 'failed' && w.faults.has('failed-run-resets-current')) {
    publication.working = publication.versions[0] ?? null;
  }
  const derives = run.ending === 'failed' && w.faults.has('failed-run-replaces');
  if (run.ending === 'succeeded' || derives) derive(w, run, publication);
}

/** Settles the runs that ended by now, in the order of their ends. */
export function settleRuns(w: World): void {
  const now = w.now();
  const due = [...w.runs.values()].filter((run) => !run.settled && endsAt(w, run) <= now);
  due.sort((a, b) => endsAt(w, a) - endsAt(w, b));
  for (const run of due) settleOne(w, run);
}

function failedPhase(w: World, since: number): string {
  const f = w.faults;
  if (f.has('failed-named-error')) return 'error';
  if (f.has('failed-named-rejected')) return 'rejected';
  if (f.has('failed-tried-again') && since >= MINUTE) return 'working';
  if (f.has('failed-forgiven-after-an-hour') && since >= HOUR) return 'succeeded';
  return 'failed';
}

function terminal(w: World, run: Run): string {
  const f = w.faults;
  const since = w.now() - endsAt(w, run);
  if (run.ending === 'succeeded') {
    if (f.has('succeeded-named-completed')) return 'completed';
    if (f.has('succeeded-capitalised')) return 'Succeeded';
    if (f.has('succeeded-archived-after-a-day') && since >= DAY) return 'archived';
    if (f.has('succeeded-superseded') && superseded(w, run)) return 'superseded';
  }
  if (run.ending === 'failed') return failedPhase(w, since);
  if (run.ending === 'rejected') {
    if (f.has('rejected-named-failed')) return 'failed';
    if (f.has('rejected-never-told')) return 'waiting';
    if (f.has('rejected-queued-again') && since >= MINUTE) return 'waiting';
  }
  return run.ending;
}

function superseded(w: World, run: Run): boolean {
  for (const other of w.runs.values()) {
    if (
      other.publication === run.publication &&
      other.tool === run.tool &&
      other.settled &&
      other.started > run.started
    )
      return true;
  }
  return false;
}

/** The state of a run, as it is shown. */
export function phaseOf(w: World, run: Run): string {
  if (run.settled) {
    return w.faults.has('run-never-ends') ? 'working' : terminal(w, run);
  }
  if (w.faults.has('run-begins-succeeded')) return 'succeeded';
  const since = w.now() - takenUp(w, run);
  return passingState(w, since) ?? (since < timesOf(w).waiting ? 'waiting' : 'working');
}

/** The body that shows a run. */
export function runBody(w: World, run: Run): Json {
  const self = `/api/v1/publications/${run.publication}/runs/${run.id}`;
  const body: Json = {
    number: w.variants.has('run-ids-as-numbers') ? Number(run.id) : run.id,
    phase: phaseOf(w, run),
    tool: run.tool,
    publication: run.publication,
    input: run.input,
    output: run.output,
    requested: stamp(run.started),
    ended: run.settled ? stamp(endsAt(w, run)) : null,
    links: {self, report: `${self}/report`},
  };
  if (w.faults.has('run-without-number')) delete body['number'];
  return {run: body};
}

/** The body of the report of a run. */
export function reportBody(w: World, run: Run): Json {
  const input = w.files.get(run.input);
  return {
    report: {
      run: run.id,
      tool: run.tool,
      publication: run.publication,
      examined: {file: run.input, bytes: input?.bytes.length ?? null},
      verdict: 'in_order',
      messages: [],
      made: run.output,
    },
  };
}
