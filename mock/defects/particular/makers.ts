/** Defects that only a request by another credential of the tenant than an earlier one shows. */

import {seeing} from '../breaking.ts';
import {
  foundByItsMaker,
  isOfAnother,
  knowingMakers,
  shownToItsChanger,
} from '../families/makers.ts';
import {showing} from '../families/reads.ts';
import {ISSUE} from '../store/content/changed-issues.ts';
import {NEW} from '../store/orders/created-orders.ts';
import {ORDER} from '../store/orders/changed-orders.ts';
import {PLAN} from '../store/plans/changed-plans.ts';
import {USER} from '../store/users/changed-users.ts';
import {ofPublications, ofRuns} from '../workspace/rows.ts';
import {particular, type ParticularDefect} from './particular.ts';
import type {Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';

/** Lists only the rows that the credential itself made, and those of which nobody is known. */
const listedToTheirMaker = (operation: string, table: string): Seam =>
  seeing([operation], (view, {by}) => ({
    newest: <R extends Row>(name: string, page: Parameters<View['newest']>[1]): R[] => {
      const where = (row: Row): boolean => {
        const {maker = by} = row as {maker?: string};
        return maker === by && (page.where?.(row) ?? true);
      };
      return view.newest<R>(name, name === table ? {...page, where} : page);
    },
  }));

/** The orders of the request's own credential. */
const CREATE_ORDER = ['createOrder'];

/** The particular defects of the store by which admins of one store get in each other's way. */
const ofAdmins: ParticularDefect[] = [
  ...particular('credentials', 'store.users.update-answers-200-or-204', {
    // An admin does not find a user whom another admin of the store created, to update it.
    'a user of another admin cannot be updated': knowingMakers(
      USER,
      ['createUser'],
      USER.refusing(['updateUser'], 'user-not-found', isOfAnother),
    ),
  }),
  ...particular('credentials', 'store.users.force-logout-answers-200', {
    // An admin does not find a user whom another admin of the store created, to log it out.
    'a user of another admin cannot be logged out': knowingMakers(
      USER,
      ['createUser'],
      USER.refusing(['forceLogout'], 'user-not-found', isOfAnother),
    ),
  }),
  ...particular('credentials', 'store.users.created-is-as-given', {
    // The list of users shows only those that the admin created.
    'a user is listed to the maker alone': knowingMakers(
      USER,
      ['createUser'],
      listedToTheirMaker('listUsers', 'users'),
    ),
  }),
  ...particular('credentials', 'store.orders.moves-are-the-listed-ones', {
    // A status that another admin writes than the one who created the order is not stored.
    'a pause by another admin is lost': knowingMakers(
      NEW,
      CREATE_ORDER,
      ORDER.losing(['updateOrder'], isOfAnother),
    ),
    // An order is read as it was before a change by another admin.
    'an order is shown to each admin as that admin left it': shownToItsChanger(
      ORDER,
      ['updateOrder', 'cancelOrder'],
      ['getOrder'],
    ),
  }),
  ...particular('credentials', 'store.plans.update-is-kept', {
    // An update of a plan by another admin than the one who created it is not stored.
    'an update by another admin is lost': knowingMakers(
      PLAN,
      ['createPlan'],
      PLAN.losing(['updatePlan'], isOfAnother),
    ),
  }),
  ...particular('credentials', 'store.content.update-is-kept', {
    // An update of content by another admin than the one who uploaded it is not stored.
    'an update of content by another admin is lost': knowingMakers(
      ISSUE,
      ['createIssue'],
      ISSUE.losing(['updateIssue'], isOfAnother),
    ),
  }),
  ...particular('credentials', 'store.content.delete-answers-200', {
    // Content stays though its deletion by another admin is answered as a success.
    'content of another admin is not deleted': knowingMakers(
      ISSUE,
      ['createIssue'],
      ISSUE.losing(['deleteIssue'], isOfAnother),
    ),
  }),
];

/** The particular defects of the workspace by which its keys get in each other's way. */
const ofKeys: ParticularDefect[] = [
  ...particular('credentials', 'workspace.uploads.registered-is-listed', {
    // The list shows only what the key itself registered.
    'a publication is listed to its key alone': knowingMakers(
      ofPublications,
      ['createPublication'],
      listedToTheirMaker('listPublications', 'publications'),
    ),
  }),
  ...particular('credentials', 'workspace.files.list-answers-200', {
    // The versions of a publication are found only by the key that registered it.
    'versions are listed to their key alone': foundByItsMaker(
      ofPublications,
      ['createPublication'],
      ['listPublicationFiles'],
    ),
  }),
  ...particular('credentials', 'workspace.runs.start-answers-202', {
    // A key cannot start a tool on a publication that another key registered.
    'a publication of another key cannot be worked on': foundByItsMaker(
      ofPublications,
      ['createPublication'],
      ['startRun'],
    ),
  }),
  ...particular('credentials', 'workspace.runs.report-is-readable-after-success', {
    // The report of a run is found only by the key that started it.
    'a report is read by its key alone': foundByItsMaker(ofRuns, ['startRun'], ['readReport']),
  }),
  ...particular('credentials', 'workspace.account.allowance-left-is-what-can-be-registered', {
    // The account shows an allowance from which only the registrations of the key itself are taken.
    'each key has its own figure of the allowance': knowingMakers(
      ofPublications,
      ['createPublication'],
      showing<{publications_left: number | null}>(
        ['getAccount'],
        ({publications_left: left}, view, {by}) => {
          const others = view.newest<Row & {maker?: string}>('publications', {
            limit: 1000,
            where: ({maker = by}) => maker !== by,
          });
          return left === null ? undefined : {publications_left: left + others.length};
        },
      ),
    ),
  }),
];

/** The particular defects that depend on which credential of a tenant sends a request. */
export const makers: ParticularDefect[] = [...ofAdmins, ...ofKeys];
