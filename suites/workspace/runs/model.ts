import {among, allowedOutcome} from '../../../spec/allowed-outcomes.ts';
import type {Command} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {following, keeping, UNTIL_DAY, UNTIL_LINK, waited} from './link-outcomes.ts';
import {counting, polling, reading, reporting, starting, startingWithKey} from './run-outcomes.ts';
import {downloading, listing, working} from './version-outcomes.ts';
import {
  withPublication,
  type WorkspaceState,
  type Outcome,
  type Outcomes,
} from './workspace-state.ts';
import {toText} from '../../../spec/json.ts';

/**
 * What the document allows (States / Runs; Resources / File version, Usage; Endpoints / start run).
 */
export function relation(state: WorkspaceState, command: Command): Outcomes {
  const {does, id, on} = command;
  if (does === 'publish') return [publishing(state, id)];
  if (does === 'list the publications') return [listingAll(state)];
  if (does === 'read the tools') return [reading(state)];
  if (does === 'read the usage') return counting(state);
  if (does === 'wait a minute') return counting({...state, passed: state.passed + 60_000});
  if (does in UNTIL_LINK || does in UNTIL_DAY) return counting(waited(state, command));
  // The engine sends no command on a publication or run that was refused.
  const nothing = [allowedOutcome(state, 'a publication or a run', () => true)];
  if (on === undefined) return nothing;
  if (does === 'follow the link') return following(state, on);
  if (does === 'read the repair' || does === 'report of the repair')
    return ofRun(state, does, on) ?? nothing;
  return ofPublication(state, command, on) ?? nothing;
}

function ofRun(state: WorkspaceState, does: string, on: number): Outcomes | undefined {
  const run = state.runs[on];
  if (!run) return undefined;
  return does === 'read the repair' ? polling(state, on, run) : reporting(state, on, run);
}

function ofPublication(
  state: WorkspaceState,
  {does, id}: Command,
  on: number,
): Outcomes | undefined {
  const publication = state.publications[on];
  if (!publication) return undefined;
  if (does === 'repair') return starting(state, id, on, true);
  if (does === 'check') return starting(state, id, on, false);
  if (does === 'start with the key') return startingWithKey(state, on, publication);
  if (does === 'keep a link to the original') return [keeping(state, id, on)];
  // Who pushes is open (NS-WS-23): whether there are mirrors is judged by checks of their own.
  if (does === 'read the mirrors') return [allowedOutcome(state, 'mirrors')];
  if (does === 'list the files') return listing(state, on, publication);
  if (does === 'read the working version') return working(state, on, publication);
  if (does === 'download the original') return downloading(state, on, publication);
  return [allowedOutcome(state, 'publication-not-found')]; // from another workspace
}

const publishing = (state: WorkspaceState, id: number): Outcome => ({
  expected: 'registered',
  fits: among('registered'),
  next: ([response]) =>
    withPublication(state, id, {
      versions: [],
      since: state.passed,
      ...(response && {id: toText(response.body.id)}),
    }),
});

/**
 * The list has every publication, whatever runs on it; one that was registered within the last
 * minute may appear later.
 */
function listingAll(state: WorkspaceState): Outcome {
  const earlier = Object.values(state.publications).filter(({since}) => since < state.passed);
  const ids = earlier.map(({id}) => id);
  const fits = (responses: Exchange[]): boolean => {
    const rows = responses.flatMap(({body}) => (body?.data ?? []) as {id: string}[]);
    const listed = new Set(rows.map((row) => row.id));
    return among('page')(responses) && ids.every((id) => id === undefined || listed.has(id));
  };
  return allowedOutcome(state, 'a page with every publication', fits);
}
