import type {DueHandler, View} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import type {FileRow, PublicationRow} from '../publications/rows.ts';
import {formatOf, titleOf} from '../uploads/formats.ts';
import {toolOf, type Tool} from '../tools/catalog.ts';
import {nextState, type RunEvent} from './moves.ts';
import type {RunRow} from './rows.ts';

/**
 * Due event: the tool of a run starts with the current working version. If it does not support the format, the run
 * ends as `rejected` (States, Runs).
 */
export const runBegins: DueHandler = (view, key) => {
  const run = view.anywhere<RunRow>('runs', key);
  const publication = run && view.anywhere<PublicationRow>('publications', run.publication);
  const file = publication?.workingFile && view.anywhere<FileRow>('files', publication.workingFile);
  const tool = run && toolOf(run.tool);
  if (!run || !tool) return {};
  const suits = file && tool.takes.includes(formatOf(file.filename) ?? '');
  if (!suits || run.ends === 'rejected')
    return {changes: [...move(run, 'reject'), ...refund(view, run)]};
  return {
    changes: move({...run, input: file.key}, 'begin'),
    effects: [{effect: 'due', at: view.now + workingTime(tool, view), event: 'run-ends', key}],
  };
};

/** How long a tool works in this world, in milliseconds. */
const workingTime = ({takesMs}: Tool, view: View): number =>
  Math.round((takesMs * view.number('runs.works_percent')) / 100);

/**
 * Due event: the tool of a run has finished. Its report becomes readable, and the derived file is added to the
 * versions of the publication (States, Runs).
 */
export const runEnds: DueHandler = (view, key) => {
  const run = view.anywhere<RunRow>('runs', key);
  const input = run?.input && view.anywhere<FileRow>('files', run.input);
  const tool = run && toolOf(run.tool);
  if (!run || !input || !tool) return {};
  if (run.ends === 'failed') return {changes: [...move(run, 'fail'), ...refund(view, run)]};
  const about = {title: titleOf(input.filename), filename: input.filename, size: input.size};
  const report = {tool: tool.slug, publication_id: run.publication, ...tool.report(about)};
  return {
    changes: [...move({...run, report}, 'succeed'), ...addDerivedFile(view, run, input, tool)],
  };
};

/** If failed runs do not count: the change that removes a run from the limits (NS-WS-42). */
const refund = (view: View, {key}: RunRow): Change[] =>
  view.freedom('runs.failed_count') === false ? [{table: 'spent_runs', del: key}] : [];

/** The run in its next state; no change when the state machine does not list the move. */
function move(run: RunRow, event: RunEvent): Change[] {
  const state = nextState(run.state, event);
  const put: RunRow | undefined = state && {...run, state};
  return put ? [{table: 'runs', put}] : [];
}

/** The file that a tool derives from `input`; a replacing tool makes it the working version. */
function addDerivedFile(view: View, run: RunRow, input: FileRow, tool: Tool): Change[] {
  if (tool.derives === undefined) return [];
  const extension = tool.derives === 'same' ? formatOf(input.filename) : tool.derives;
  if (extension === undefined) return [];
  const {object, size} = view.derived(
    input.object,
    `${tool.slug}-${run.key.replaceAll('_', '-')}`,
    extension,
  );
  const file: FileRow = {
    key: view.newId('file'),
    tenant: run.tenant,
    seq: view.newSeq(),
    publication: run.publication,
    object,
    size,
    createdAt: view.now,
    filename: input.filename.replace(/\.[^.]+$/, `.${extension}`),
    tool: tool.slug,
  };
  const changes: Change[] = [{table: 'files', put: file}];
  const publication = view.anywhere<PublicationRow>('publications', run.publication);
  if (publication && tool.replaces) {
    const replaced: PublicationRow = {...publication, workingFile: file.key, workingSize: size};
    changes.push({table: 'publications', put: replaced});
  }
  return changes;
}
