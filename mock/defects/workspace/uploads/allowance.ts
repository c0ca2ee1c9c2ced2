import type {Seam} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import {
  cycleOf,
  publicationsLeft,
  spendOne,
  withLeft,
} from '../../../workspace/uploads/allowance.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import type {UploadRow} from '../../../workspace/uploads/rows.ts';
import {inEachWorld, onceRefused} from '../../families/remembered.ts';
import {
  keeping,
  refusedButStored,
  shown,
  stale,
  together,
  unguarded,
  unstored,
} from '../../families/seams.ts';
import {withRows} from '../../stored-rows.ts';
import {defects, overMcp} from '../../table.ts';
import {
  ACCOUNT,
  costlyRefusal,
  ofPublications,
  ofUploads,
  ofWorkspaces,
  REGISTER,
  RESERVE,
  sentIn,
  spending,
  spendsOne,
  USAGE,
} from '../rows.ts';
import {registeredAs} from './registrations.ts';

const {forgetting, mistaking, storing} = ofWorkspaces;

const spendingOne = (row: WorkspaceRow, {view}: {view: View}): WorkspaceRow =>
  spendOne(row, view.now);

const spendingReservation = storing(RESERVE, {}, spendingOne);

/** A registration spends a place of the cycle in which its upload was reserved. */
const spendingOfReservation = storing(REGISTER, {}, (row: WorkspaceRow, {view, body}) => {
  const expires = view.find<UploadRow>('uploads', body.publication_id)?.linkExpires;
  const reserved = (expires ?? view.now) - UPLOAD_LINK_MS;
  return cycleOf(reserved) === cycleOf(view.now) ? row : {...row, spent: row.spent - 1};
});

/** A registration that uses one publication too many. */
export const spendingTwo = storing(REGISTER, {}, spendingOne);

const UPLOAD_LINK_MS = 30 * 60_000;

/** Whether nothing was reserved since the last registration. */
const isRegisteredLast = (view: View): boolean => {
  const [publication] = view.newest<PublicationRow>('publications', {limit: 1});
  const [upload] = view.newest<UploadRow>('uploads', {limit: 1});
  return (publication?.seq ?? 0) > (upload?.seq ?? 0);
};

/** Operations for which the allowance never renews: everything that was used counts for this cycle. */
const withoutRenewal = (operations: string[]): Seam =>
  mistaking(operations, (_row, {now}) => ({cycle: cycleOf(now)}));

/** The first cycles of a world are renewed, and later ones are not. */
const renewedTwice = (operations: string[]): Seam =>
  inEachWorld(operations, () => {
    const cycles = new Set<string>();
    return mistaking(operations, (_row, {now}) => {
      const cycle = cycleOf(now);
      cycles.add(cycle);
      return cycles.size > 3 ? {cycle} : {};
    });
  });

/** Defects of the allowance of publications (Resources, Workspace; Endpoints, register). */
export const allowance = [
  ...defects({
    'workspace.uploads.reservation-needs-allowance': {
      'the refusal contains an upload URL': shown(
        'allowance-spent',
        '/upload_url',
        'http://localhost/bytes',
        {in: RESERVE},
      ),
    },
    'workspace.uploads.reservation-needs-allowance @ of an audiobook': {
      'audiobooks are reserved without allowance': ofUploads.accepting(RESERVE, 'allowance-spent', {
        body: {original_filename: /\.(mp3|m4b)$/i},
      }),
    },
    'workspace.uploads.reservation-spends-nothing': {
      'a reservation spends the allowance': spendingReservation,
      'open reservations count when another one is made': mistaking(RESERVE, (row, view) => {
        const left = publicationsLeft(row, view.now);
        const where = ({key}: UploadRow): boolean => view.find('publications', key) === undefined;
        const open = view.newest<UploadRow>('uploads', {limit: 100, where}).length;
        return left === null ? row : withLeft(row, left - open, view.now);
      }),
      'the reservation spends instead of the registration': together(
        spendingReservation,
        unstored(REGISTER, 'workspaces'),
      ),
    },
    'workspace.uploads.reservation-spends-nothing @ after every step': {
      'a reservation beside another spends': storing(RESERVE, {from: 2}, spendingOne),
    },
    'workspace.uploads.parallel-registrations-stay-within-allowance': {
      'parallel registrations check a stale allowance': stale(REGISTER, 'workspaces'),
      'registration does not check the allowance': unguarded('allowance-spent', REGISTER),
    },
    'workspace.uploads.registration-spends-one': {
      'a registration spends nothing': keeping(REGISTER, 'workspaces', 'spent'),
      'a registration spends two': spendingTwo,
      'every fourth registration is free': forgetting(REGISTER, {every: 4}),
      'only the first registration is counted': forgetting(REGISTER, {
        before: {spent: (spent) => spent > 0},
      }),
    },
    'workspace.uploads.registration-spends-one @ at the same moment': {
      'of registrations without a reservation in between only the first is counted': forgetting(
        REGISTER,
        ({view}) => isRegisteredLast(view),
        'spent',
      ),
    },
    'workspace.uploads.registration-spends-one @ over every turn of the calendar': {
      'a registration counts in the cycle of its reservation': spendingOfReservation,
    },
    'workspace.uploads.registration-spends-one @ reserved in the cycle before': {
      'a registration counts in the cycle of its reservation, which is over': spendingOfReservation,
    },
    'workspace.uploads.refusal-spends-nothing @ at the same moment': {
      'a refusal beside a registration spends': refusedButStored(REGISTER, 'incomplete', (view) =>
        isRegisteredLast(view) ? spendsOne(view) : [],
      ),
    },
    'workspace.uploads.registration-spends-one @ after every step': {
      'a registration after a refused one spends two': onceRefused(
        REGISTER,
        (input) => sentIn(input).publication_id,
        () => true,
        (next, view, input) => {
          const done = next(view, input);
          return isRefused(done)
            ? done
            : withRows<WorkspaceRow>(done, 'workspaces', ({spent}) => ({spent: spent + 1}));
        },
      ),
    },
    'workspace.uploads.refusal-spends-nothing': {
      'a registration without bytes spends the allowance': spending('not-landed'),
      'a registration of another size spends the allowance': spending('incomplete'),
      'an unsupported format spends the allowance': spending('format-unsupported'),
      'a foreign key spends the allowance': spending('key-outside'),
      'an unreserved id spends the allowance': spending('not-reserved'),
      'a malformed body spends the allowance': costlyRefusal(REGISTER, 'body-refused'),
    },
    'workspace.uploads.repetition-spends-nothing': {
      'a repetition spends the allowance': spending('repetition-refused'),
      'parallel repetitions are both registered': stale(REGISTER, 'publications'),
      'a repetition is registered again': unguarded('repetition-refused', REGISTER),
      'a repetition makes a second publication': together(
        unguarded('repetition-refused', REGISTER),
        ofPublications.after(REGISTER, {before: {}}, (done, {view}) => {
          const again = registeredAs(done, view.newId('pub'));
          return {
            ...again,
            changes: again.changes?.filter(({table}) => table !== 'workspaces') ?? [],
          };
        }),
      ),
    },
    'workspace.uploads.allowance-renews-with-the-cycle @ cycle after cycle': {
      'the account does not see the fourth cycle': renewedTwice(ACCOUNT),
    },
    'workspace.uploads.allowance-renews-with-the-cycle': {
      'registrations do not see the new cycle': withoutRenewal(REGISTER),
      'the account does not see the new cycle': withoutRenewal(ACCOUNT),
      'what a cycle leaves is added to the next': mistaking(
        [...ACCOUNT, ...USAGE],
        ({allowance, cycle, spent}, {now}) =>
          allowance === null || cycle === cycleOf(now) ? {} : {allowance: 2 * allowance - spent},
      ),
    },
  }),
  ...overMcp(
    defects({
      'workspace.uploads.refusal-spends-nothing @ after every step': {
        'a registration without bytes spends through a tool': spending('not-landed'),
      },
      'workspace.uploads.repetition-spends-nothing @ after every step': {
        'a repetition through a tool spends': spending('repetition-refused'),
      },
    }),
  ),
];
