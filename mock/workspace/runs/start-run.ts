import {
  refuse,
  Rendered,
  type Done,
  type Refused,
  type Transition,
  type View,
} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import type {PublicationRow} from '../publications/rows.ts';
import {isPublic, toolOf, type Tool} from '../tools/catalog.ts';
import type {RunState} from './moves.ts';
import {renderRun, type RunRow, type SpentRow} from './rows.ts';
import {toolLimit, usedOn, usedToday} from './spent.ts';

/**
 * Starts a tool on the working version, or answers the run that this `Idempotency-Key` started
 * (Endpoints, start run).
 */
export const startRun: Transition = (view, {path, body, headers, by}) => {
  const id = path['publication']!;
  const publication = view.find<PublicationRow>('publications', id);
  if (!publication || publication.appearsAt > view.now)
    return refuse(
      'publication-not-found',
      'a publication of this workspace',
      id,
      'take an id from the list',
    );
  const slug = (body as {tool: string}).tool;
  const key = headers['idempotency-key'] ?? '';
  const original =
    key === '' || !view.checks('replayed')
      ? undefined
      : view.by<RunRow>('runs', 'idempotency', key);
  const replay =
    original &&
    (view.freedom('runs.key_of_another') === 'replayed' ||
      (original.tool === slug && original.publication === id));
  if (replay) return {situation: 'replayed', body: view.rendered(original, renderRun)};
  if (original && view.freedom('runs.key_of_another') === 'refused')
    return refuse(
      'key-of-another',
      `${original.tool} on ${original.publication}, as at first`,
      `${slug} on ${id}`,
      'send a new Idempotency-Key with another request',
    );
  const tool = toolOf(slug);
  if (!tool || (!isPublic(tool) && view.checks('tool-refused')))
    return refuse('tool-refused', 'a slug of the catalogue', slug, 'take one from GET /tools');
  return (
    busy(view, publication) ??
    unaffordable(view, publication, tool) ??
    fileless(view, publication) ??
    started(view, publication, tool, {key, by})
  );
};

function busy(view: View, {key}: PublicationRow): Refused | undefined {
  if (view.freedom('runs.one_at_a_time') !== true || !view.by<RunRow>('runs', 'working', key))
    return undefined;
  return refuse(
    'busy',
    'a publication without a run under way',
    `${key}, which has one`,
    'wait until it has ended',
  );
}

/** What the plan and the limits refuse; the order is presscheck's choice. */
function unaffordable(view: View, {key}: PublicationRow, tool: Tool): Refused | undefined {
  if (!tool.metered) return undefined;
  const workspace = view.find<WorkspaceRow>('workspaces', view.tenant)!;
  if (view.checks('unpaid') && !workspace.paidWork)
    return refuse(
      'unpaid',
      'a workspace that may run paid work',
      `${tool.slug}, which is metered`,
      'take another plan, or set paid_work through the control plane',
    );
  const ceiling = view.number('runs.daily_limit');
  if (view.checks('daily-limit') && usedToday(view) >= ceiling)
    return refuse(
      'daily-limit',
      `at most ${ceiling} metered runs in 24 hours`,
      'one more',
      'wait until the oldest is 24 hours old',
    );
  const most = toolLimit(view);
  if (view.checks('tool-limit') && usedOn(view, key, tool.slug) >= most)
    return refuse(
      'tool-limit',
      `at most ${most} runs of ${tool.slug} on one publication in 24 hours`,
      'one more',
      'wait until the oldest is 24 hours old',
    );
  return undefined;
}

function fileless(view: View, {workingFile, key}: PublicationRow): Refused | undefined {
  if (workingFile !== null || !view.checks('no-file')) return undefined;
  return refuse(
    'no-file',
    'a publication with a file',
    `${key}, which has none`,
    'upload its file first',
  );
}

function started(
  view: View,
  publication: PublicationRow,
  tool: Tool,
  {key, by}: {key: string; by: string},
): Done {
  const workspace = view.find<WorkspaceRow>('workspaces', view.tenant)!;
  const {endings = []} = workspace;
  const ends = endings[0];
  const run: RunRow = {
    key: view.newId('run'),
    tenant: view.tenant,
    seq: view.newSeq(),
    publication: publication.key,
    tool: tool.slug,
    state: view.freedom('runs.first_state') as RunState,
    createdAt: view.now,
    idempotencyKey: key,
    input: null,
    report: null,
    ...(ends && {ends}),
    ...(workspace.holdsRuns && {held: true as const}),
  };
  const changes: Change[] = [{table: 'runs', put: run}];
  if (tool.metered) {
    const spent: SpentRow = {
      key: run.key,
      tenant: view.tenant,
      seq: view.newSeq(),
      at: view.now,
      publication: publication.key,
      tool: tool.slug,
      by,
    };
    changes.push({table: 'spent_runs', put: spent});
  }
  if (ends) {
    const left: WorkspaceRow = {...workspace, endings: endings.slice(1)};
    changes.push({table: 'workspaces', put: left});
  }
  return {
    situation: 'accepted',
    // Not kept with the row: it begins, and is another, before most clients ask again.
    body: new Rendered(renderRun(run)),
    changes,
    effects: run.held
      ? []
      : [
          {
            effect: 'due',
            at: view.now + view.number('runs.waits_ms'),
            event: 'run-begins',
            key: run.key,
          },
        ],
  };
}
