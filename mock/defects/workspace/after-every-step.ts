import type {Defect, Seam} from '../../defect.ts';
import {isRefused, refuse, type Input, type View} from '../../operation.ts';
import {afterwards, around, atPlace, breaking} from '../breaking.ts';
import {spending, spendsOne} from './allowance-spent.ts';
import {plain} from './runs/altered-runs.ts';
import {withRows, withChanges} from '../stored-rows.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';

const REGISTER = ['createPublication'];

const idIn = ({body}: Input): string => (body as {publication_id: string}).publication_id;

/** Lets a registration after a refused one use another publication of the allowance. */
function costlyAfterRefusals(): Seam {
  const refusedBefore = new Set<string>();
  return around(REGISTER, (next) => (view, input) => {
    const outcome = next(view, input);
    if (isRefused(outcome)) {
      refusedBefore.add(idIn(input));
      return outcome;
    }
    if (!refusedBefore.has(idIn(input))) return outcome;
    return withRows<WorkspaceRow>(outcome, 'workspaces', ({spent}) => ({spent: spent + 1}));
  });
}

/** Uses allowance for a reservation while another one is open. */
function costlyReservations(): Seam {
  const open = new Set<string>();
  return afterwards(['createUpload'], (done, view) => {
    if (open.has(view.tenant)) return withChanges(done, spending(view));
    open.add(view.tenant);
    return done;
  });
}

/** Shows the allowance that the previous read should have shown. */
function late(operation: string): Seam {
  const shown = new Map<string, unknown>();
  return afterwards([operation], (done, view: View) => {
    const body = plain<{publications_left: unknown}>(done.body);
    const before = shown.get(view.tenant) ?? body.publications_left;
    shown.set(view.tenant, body.publications_left);
    return {...done, body: {...body, publications_left: before}};
  });
}

/** Compares a registration with the size of the first upload. */
const judgingTheFirst = around(REGISTER, (next) => {
  const first = new Map<string, number>();
  return (view, input) => {
    const {key, size_bytes: size} = input.body as {key: string; size_bytes: number};
    const stored = view.object(key)?.size;
    if (stored !== undefined && !first.has(key)) first.set(key, stored);
    const problem = {expected: `${size} bytes`, got: 'others', todo: 'none'};
    return (first.get(key) ?? size) === size ? next(view, input) : refuse('incomplete', problem);
  };
});

/** Defects that show only when the allowance is read after each of several steps. */
export const afterEveryStep: Defect[] = atPlace('after every step', [
  ...breaking('workspace.uploads.registration-spends-one', {
    'a registration after a refused one spends two': costlyAfterRefusals(),
  }),
  ...breaking('workspace.uploads.refusal-spends-nothing', {
    'a registration without bytes spends through a tool': {
      seam: 'effect',
      situation: 'not-landed',
      in: REGISTER,
      only: ['workspaces'],
    },
  }).map((defect) => ({...defect, interface: 'mcp' as const})),
  ...breaking('workspace.uploads.repetition-spends-nothing', {
    'a repetition through a tool spends': {
      seam: 'effect',
      situation: 'repetition-refused',
      in: REGISTER,
      only: ['workspaces'],
    },
  }).map((defect) => ({...defect, interface: 'mcp' as const})),
  ...breaking('workspace.uploads.registration-needs-every-byte', {
    'bytes that were stored again are as many as at first': judgingTheFirst,
  }),
  ...breaking('workspace.uploads.reservation-spends-nothing', {
    'a reservation beside another spends': costlyReservations(),
  }),
  ...breaking('workspace.access.ability-refusal-has-no-effect', {
    'a registration without the ability spends': {
      seam: 'effect',
      situation: 'forbidden',
      in: REGISTER,
      changes: spendsOne,
    },
  }),
  ...breaking('workspace.usage.agrees-with-the-account', {
    'the usage is one read behind': late('getAccountUsage'),
  }),
  ...breaking('workspace.mcp.publications-count-in-one-allowance', {
    'a tool is one read behind': late('getAccount'),
  }).map((defect) => ({...defect, interface: 'mcp' as const})),
]);
