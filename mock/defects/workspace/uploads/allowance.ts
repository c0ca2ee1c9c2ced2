import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, refuse, type View} from '../../../operation.ts';
import {ownWorkspace} from '../../../workspace/access/own-workspace.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import {
  cycleOf,
  publicationsLeft,
  spendOne,
  withLeft,
} from '../../../workspace/uploads/allowance.ts';
import type {UploadRow} from '../../../workspace/uploads/rows.ts';
import {acceptingWhere, afterwards, around, atPlace, breaking, finding} from '../../breaking.ts';
import {plain} from '../runs/altered-runs.ts';
import {spending, spendsOne} from '../allowance-spent.ts';
import {REGISTER, withPublicationKey} from './registered.ts';
import {withChanges} from '../../stored-rows.ts';

/** A reservation that uses the allowance. */
const spendingReservation = afterwards(['createUpload'], (done, view) =>
  withChanges(done, spending(view)),
);

/** Operations for which the allowance never renews: everything that was used counts for this cycle. */
const withoutRenewal = (operations: string[]): Seam =>
  finding<WorkspaceRow>(operations, 'workspaces', (row, {now}) => ({...row, cycle: cycleOf(now)}));

/** Shows an allowance to which the remainder of the last cycle was added. */
const carryingOver = finding<WorkspaceRow>(
  ['getAccount', 'getAccountUsage'],
  'workspaces',
  (row, {now}) => {
    const {allowance, cycle, spent} = row;
    const isOver = cycle !== null && cycle !== cycleOf(now);
    return allowance === null || !isOver ? row : {...row, allowance: 2 * allowance - spent};
  },
);

/** Uploads that were reserved and not registered. */
const openReservations = (view: View): number =>
  view
    .newest<UploadRow>('uploads', {limit: 100})
    .filter(({key}) => view.find('publications', key) === undefined).length;

/** Counts reservations as if they were registered. */
const countingReservations = finding<WorkspaceRow>(['createUpload'], 'workspaces', (row, view) => {
  const left = publicationsLeft(row, view.now);
  return left === null ? row : withLeft(row, left - openReservations(view), view.now);
});

/** Defects of the allowance of publications (Resources, Workspace; Endpoints, register). */
export const allowance: Defect[] = [
  ...breaking('workspace.uploads.reservation-needs-allowance', {
    'the refusal contains an upload URL': {
      seam: 'member',
      situation: 'allowance-spent',
      in: ['createUpload'],
      pointer: '/upload_url',
      edit: {set: 'http://localhost/bytes'},
    },
  }),
  ...atPlace(
    'of an audiobook',
    breaking('workspace.uploads.reservation-needs-allowance', {
      'audiobooks are reserved without allowance': acceptingWhere(
        ['createUpload'],
        'allowance-spent',
        ({body}) =>
          /\.(mp3|m4b)$/i.test(plain<{original_filename: string}>(body).original_filename),
      ),
    }),
  ),
  ...atPlace(
    'after a refusal for the allowance',
    breaking('workspace.uploads.registration-answers-201', {
      'an upload that the allowance refused cannot be registered any more': around(
        REGISTER,
        (next) => {
          const refused = new Set<unknown>();
          return (view, input) => {
            const {publication_id: id} = input.body as {publication_id?: string};
            if (refused.has(id))
              return refuse('not-landed', {expected: 'bytes', got: 'none', todo: 'upload again'});
            const done = next(view, input);
            if (isRefused(done) && done.refused === 'allowance-spent') refused.add(id);
            return done;
          };
        },
      ),
    }),
  ),
  ...breaking('workspace.uploads.reservation-spends-nothing', {
    'a reservation spends the allowance': spendingReservation,
    'open reservations count when another one is made': countingReservations,
    'the reservation spends instead of the registration': {
      seam: 'several',
      seams: [spendingReservation, {seam: 'change', in: REGISTER, table: 'workspaces', drop: true}],
    },
  }),
  ...breaking('workspace.uploads.parallel-registrations-stay-within-allowance', {
    'parallel registrations check a stale allowance': {
      seam: 'stale',
      in: REGISTER,
      table: 'workspaces',
    },
    'registration does not check the allowance': {
      seam: 'skip',
      situation: 'allowance-spent',
      in: REGISTER,
    },
  }),
  ...breaking('workspace.uploads.registration-spends-one', {
    'a registration spends nothing': {
      seam: 'change',
      in: REGISTER,
      table: 'workspaces',
      keep: ['spent'],
    },
    'a registration spends two': afterwards(REGISTER, (done, view) =>
      withChanges(done, spending(view, spendOne(ownWorkspace(view), view.now))),
    ),
    'every fourth registration is free': around(REGISTER, (next) => {
      let registered = 0;
      return (view, input) => {
        const done = next(view, input);
        if (isRefused(done)) return done;
        registered += 1;
        if (registered % 4 !== 0) return done;
        return {...done, changes: (done.changes ?? []).filter(({table}) => table !== 'workspaces')};
      };
    }),
    'only the first registration is counted': afterwards(REGISTER, (done, view) => ({
      ...done,
      changes: (done.changes ?? []).filter(
        ({table}) => table !== 'workspaces' || ownWorkspace(view).spent === 0,
      ),
    })),
  }),
  ...breaking('workspace.uploads.refusal-spends-nothing', {
    'a registration without bytes spends the allowance': {
      seam: 'effect',
      situation: 'not-landed',
      in: REGISTER,
      only: ['workspaces'],
    },
    'a registration of another size spends the allowance': {
      seam: 'effect',
      situation: 'incomplete',
      in: REGISTER,
      only: ['workspaces'],
    },
    'an unsupported format spends the allowance': {
      seam: 'effect',
      situation: 'format-unsupported',
      in: REGISTER,
      only: ['workspaces'],
    },
    'a foreign key spends the allowance': {
      seam: 'effect',
      situation: 'key-outside',
      in: REGISTER,
      only: ['workspaces'],
    },
    'an unreserved id spends the allowance': {
      seam: 'effect',
      situation: 'not-reserved',
      in: REGISTER,
      only: ['workspaces'],
    },
    'a malformed body spends the allowance': {
      seam: 'effect',
      situation: 'body-refused',
      in: REGISTER,
      changes: spendsOne,
    },
  }),
  ...breaking('workspace.uploads.repetition-spends-nothing', {
    'a repetition spends the allowance': {
      seam: 'effect',
      situation: 'repetition-refused',
      in: REGISTER,
      only: ['workspaces'],
    },
    'parallel repetitions are both registered': {
      seam: 'stale',
      in: REGISTER,
      table: 'publications',
    },
    'a repetition is registered again': {
      seam: 'skip',
      situation: 'repetition-refused',
      in: REGISTER,
    },
    'a repetition makes a second publication': {
      seam: 'several',
      seams: [
        {seam: 'skip', situation: 'repetition-refused', in: REGISTER},
        afterwards(REGISTER, (done, view, {body}) => {
          if (!view.find('publications', (body as {publication_id: string}).publication_id))
            return done;
          return {
            ...done,
            changes: withPublicationKey(done, view.newId('pub')).filter(
              ({table}) => table !== 'workspaces',
            ),
          };
        }),
      ],
    },
  }),
  ...breaking('workspace.uploads.allowance-renews-with-the-cycle', {
    'registrations do not see the new cycle': withoutRenewal(REGISTER),
    'the account does not see the new cycle': withoutRenewal(['getAccount']),
    'what a cycle leaves is added to the next': carryingOver,
  }),
];
