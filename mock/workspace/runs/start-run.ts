import {defined} from '../../../spec/defined.ts';
import {likeliest, pairOverlap} from '../../../spec/likeliest.ts';
import {quantity} from '../../../spec/quantity.ts';
import {guarded, type Guard} from '../../guarded.ts';
import {refuse, Rendered, type Done, type Input, type Refused, type View} from '../../operation.ts';
import type {Change, Effect} from '../../world/change.ts';
import {ownWorkspace} from '../access/own-workspace.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {hasAppeared, type PublicationRow} from '../publications/rows.ts';
import {isPublic, toolOf, TOOLS, type Tool} from '../tools/catalog.ts';
import type {RunState} from './moves.ts';
import {renderRun, type RunRow, type SpentRow} from './rows.ts';
import {toolLimit, usedOn, usedToday} from './spent.ts';

/** A request to start a tool, with the rows to which it refers. */
interface Start {
  /** Undefined for a publication that is unknown, foreign or not visible yet. */
  publication: PublicationRow | undefined;
  /** The slug in the body. */
  slug: string;
  /** Undefined for an unknown slug. */
  tool: Tool | undefined;
  /** The `Idempotency-Key`; empty without one. */
  key: string;
  /** Key of the credential's row. */
  by: string;
}

/** Finds the rows to which a start refers. */
function find(view: View, {path, body, headers, by}: Input): Start {
  const row = view.find<PublicationRow>('publications', path['publication'] ?? '');
  const {tool: slug} = body as {tool: string};
  return {
    publication: row && hasAppeared(row, view.now) ? row : undefined,
    slug,
    tool: toolOf(slug),
    key: headers['idempotency-key'] ?? '',
    by,
  };
}

/** A guard that requires a known publication and a known tool. */
type KnownGuard = (
  known: {publication: PublicationRow; tool: Tool},
  view: View,
) => Refused | undefined;

/** Turns such a guard into one of the operation, which passes if the publication or the tool is unknown. */
const known =
  (judge: KnownGuard): Guard<Start>['judge'] =>
  ({publication, tool}, view) =>
    publication && tool ? judge({publication, tool}, view) : undefined;

/** The run that this `Idempotency-Key` started, or the refusal of another request with it. */
function replayed({publication, slug, key}: Start, view: View): Done | Refused | undefined {
  const original = key === '' ? undefined : view.by<RunRow>('runs', 'idempotency', key);
  if (!original || !publication) return undefined;
  const freedom = view.freedom('runs.key_of_another');
  const same = original.tool === slug && original.publication === publication.key;
  if (same || freedom === 'replayed')
    return {situation: 'replayed', body: view.rendered(original, renderRun)};
  if (freedom !== 'refused') return undefined;
  return refuse('key-of-another', {
    expected: 'a new Idempotency-Key for a new request',
    got: `one that was used for ${original.tool} on ${original.publication}`,
    todo: `send a new Idempotency-Key for ${slug} on ${publication.key}`,
  });
}

function refuseTool(slug: string): Refused {
  const given = slug.slice(0, MAX_SLUG_CHARS);
  const slugs = TOOLS.filter(isPublic).map((tool) => tool.slug);
  const meant = likeliest(given, slugs);
  const isAlike = pairOverlap(given, meant) >= ALIKE;
  return refuse('tool-refused', {
    expected: 'a slug of the catalogue',
    got: slug,
    todo: isAlike ? `did you mean ${meant}?` : 'take one from GET /tools',
  });
}

/** Longer slugs are compared by their beginning. */
const MAX_SLUG_CHARS = 100;

/** The minimum similarity (`pairOverlap`) of a slug that is suggested. */
const ALIKE = 0.25;

const busy: KnownGuard = ({publication: {key}}, view) =>
  view.freedom('runs.one_at_a_time') === true && view.by<RunRow>('runs', 'working', key)
    ? refuse('busy', {
        expected: 'a publication without a run under way',
        got: `${key}, which has one`,
        todo: 'wait until it has ended',
      })
    : undefined;

const unpaid: KnownGuard = ({tool}, view) =>
  tool.metered && !ownWorkspace(view).paidWork
    ? refuse('unpaid', {
        expected: 'a workspace that may run paid work',
        got: `${tool.slug}, which is metered`,
        todo: 'take another plan, or set paid_work through the control plane',
      })
    : undefined;

const dailyLimit: KnownGuard = ({tool}, view) => {
  const ceiling = view.number('runs.daily_limit');
  return tool.metered && usedToday(view) >= ceiling
    ? refuse('daily-limit', {
        expected: `at most ${quantity(ceiling, 'metered run')} in 24 hours`,
        got: 'one more',
        todo: 'wait until the oldest is 24 hours old',
      })
    : undefined;
};

const toolLimitReached: KnownGuard = ({publication: {key}, tool}, view) => {
  const most = toolLimit(view);
  return tool.metered && usedOn(view, key, tool.slug) >= most
    ? refuse('tool-limit', {
        expected: `at most ${quantity(most, 'run')} of ${tool.slug} on one publication in 24 hours`,
        got: 'one more',
        todo: 'wait until the oldest is 24 hours old',
      })
    : undefined;
};

const fileless: KnownGuard = ({publication: {workingFile, key}}) =>
  workingFile === null
    ? refuse('no-file', {
        expected: 'a publication with a file',
        got: `${key}, which has none`,
        todo: 'upload its file first',
      })
    : undefined;

/**
 * POST /publications/{publication}/runs: starts a tool on the working version, or returns the run that this
 * `Idempotency-Key` started (Endpoints, start run). The order of the refusals by plan and limits is the mock's choice.
 */
export const startRun = guarded<Start>({
  find,
  guards: [
    {
      situation: 'publication-not-found',
      fixed: true,
      judge: ({publication}, _view, {path}) =>
        publication
          ? undefined
          : refuse('publication-not-found', {
              expected: 'a publication of this workspace',
              got: path['publication'] ?? '',
              todo: 'take an id from the list',
            }),
    },
    {situation: 'replayed', judge: replayed},
    {
      situation: 'tool-refused',
      fixed: true,
      judge: ({tool, slug}) => (tool ? undefined : refuseTool(slug)),
    },
    {
      situation: 'tool-refused',
      judge: ({tool, slug}) => (tool && isPublic(tool) ? undefined : refuseTool(slug)),
    },
    {situation: 'busy', fixed: true, judge: known(busy)},
    {situation: 'unpaid', judge: known(unpaid)},
    {situation: 'daily-limit', judge: known(dailyLimit)},
    {situation: 'tool-limit', judge: known(toolLimitReached)},
    {situation: 'no-file', judge: known(fileless)},
  ],
  perform: start,
});

/** Stores the run, counts it if its tool is metered, and schedules its tool. */
function start(request: Start, view: View): Done {
  const tool = defined(request.tool, `the tool ${request.slug}`);
  const workspace = ownWorkspace(view);
  const run = newRun(request, tool, workspace, view);
  const changes: Change[] = [{table: 'runs', put: run}];
  if (tool.metered) changes.push({table: 'spent_runs', put: spentBy(run, request, view)});
  if (run.ends) {
    const left: WorkspaceRow = {...workspace, endings: workspace.endings?.slice(1) ?? []};
    changes.push({table: 'workspaces', put: left});
  }
  return {
    situation: 'accepted',
    // Not cached with the row: most runs change before a client reads them.
    body: new Rendered(renderRun(run)),
    changes,
    effects: run.held ? [] : [beginning(run, view)],
  };
}

/** The row of a new run. It ends as the next of the endings that the control plane has ordered, if any. */
function newRun(
  {publication, key}: Start,
  tool: Tool,
  {endings: [ends] = [], holdsRuns}: WorkspaceRow,
  view: View,
): RunRow {
  return {
    key: view.newId('run'),
    tenant: view.tenant,
    seq: view.newSeq(),
    publication: defined(publication, 'the publication of the run').key,
    tool: tool.slug,
    state: view.freedom('runs.first_state') as RunState,
    createdAt: view.now,
    idempotencyKey: key,
    input: null,
    report: null,
    ...(ends && {ends}),
    ...(holdsRuns && {held: true as const}),
  };
}

/** The row by which a metered run is counted. */
const spentBy = ({key, publication, tool}: RunRow, {by}: Start, view: View): SpentRow => ({
  key,
  tenant: view.tenant,
  seq: view.newSeq(),
  at: view.now,
  publication,
  tool,
  by,
});

/** The event with which a run begins to work. */
const beginning = ({key}: RunRow, view: View): Effect => ({
  effect: 'due',
  at: view.now + view.number('runs.waits_ms'),
  event: 'run-begins',
  key,
});
