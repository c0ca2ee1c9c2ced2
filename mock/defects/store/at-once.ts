/** Defects that show only where several requests of an operation come at the same moment. */

import type {RuleId} from '../../../spec/rule.ts';
import type {Defect} from '../../defect.ts';
import {BLANK} from '../../store/content/issue.ts';
import {answeredAsTheOther, changedAtOnce, crossed, lostAtOnce} from '../families/at-once.ts';
import {defects, eachPlace, type Phrases} from '../table.ts';

/** How things of a kind are made, changed and ended, and a member that differs from one to the next. */
interface Kind {
  /** As places name it. */
  kind: string;
  table: string;
  make: string;
  change: [operation: string, rule: RuleId];
  end: [operation: string, rule: RuleId];
  member: string;
  changedMember?: string;
  /** Another member, for the rules that do not show every one of them. */
  memberFor?: Readonly<Record<RuleId, string>>;
  /** The rules of reads and lists that show them. */
  shownBy: readonly RuleId[];
}

const KINDS: readonly Kind[] = [
  {
    kind: 'users with near names',
    table: 'users',
    make: 'createUser',
    change: ['updateUser', 'store.users.update-is-kept'],
    end: ['deactivateUser', 'store.users.deactivation-deactivates'],
    member: 'sessions_limit',
    memberFor: {'store.users.query-admins-lists-admins-only': 'admin'},
    shownBy: [
      'store.users.query-by-email-finds-that-user-only',
      'store.users.list-without-query-is-unfiltered',
      'store.users.query-admins-lists-admins-only',
    ],
  },
  {
    kind: 'orders of one user',
    table: 'orders',
    make: 'createOrder',
    change: ['updateOrder', 'store.orders.expiration-applies-to-all-products'],
    end: ['cancelOrder', 'store.orders.approved-can-be-cancelled'],
    member: 'products',
    shownBy: [
      'store.orders.internal-id-finds-the-order',
      'store.orders.external-reference-finds-the-order',
      'store.orders.shown-alike-everywhere',
      'store.orders.user-id-filters-the-list',
      'store.orders.user-email-filters-the-list',
      'store.orders.status-filters-the-list',
    ],
  },
  {
    kind: 'contents',
    table: 'issues',
    make: 'createIssue',
    change: ['updateIssue', 'store.content.update-is-kept'],
    end: ['deleteIssue', 'store.content.deleted-is-gone'],
    member: 'free',
    changedMember: 'name',
    shownBy: [
      'store.content.read-gives-the-issue',
      'store.content.reference-finds-the-issue',
      'store.content.name-finds-the-issue',
      'store.content.list-shows-every-issue',
    ],
  },
  {
    kind: 'plans',
    table: 'plans',
    make: 'createPlan',
    change: ['updatePlan', 'store.plans.update-is-kept'],
    end: ['deletePlan', 'store.plans.deleted-is-gone'],
    member: 'concurrency_limit',
    shownBy: [
      'store.plans.search-finds-by-name',
      'store.plans.list-shows-every-plan',
      'store.plans.search-finds-by-description',
    ],
  },
];

const defectsOf = ({kind, table, ...of}: Kind): Record<RuleId, Phrases> => ({
  ...Object.fromEntries(
    of.shownBy.map((rule) => [
      `${rule} @ ${kind} made at once`,
      {
        [`of two ${kind} made at once one gets the values of the other`]: crossed(
          of.make,
          table,
          of.memberFor?.[rule] ?? of.member,
        ),
      },
    ]),
  ),
  [`${of.change[1]} @ ${kind} changed at once`]: {
    [`of two ${kind} changed at once one gets the values of the other`]: crossed(
      of.change[0],
      table,
      of.changedMember ?? of.member,
    ),
  },
  [`${of.end[1]} @ ${kind} ended at once`]: {
    [`of two ${kind} ended at once one goes on`]: lostAtOnce(of.end[0], table),
  },
});

/** Defects of requests at the same moment (Resources; Endpoints). */
export const atOnce: Defect[] = defects({
  ...Object.assign({}, ...KINDS.map(defectsOf)),
  ...eachPlace(
    'store.orders.missing-product-is-created',
    ['reports at once', 'sales at once'],
    (place) => [
      `of two ${place} only one creates its product`,
      lostAtOnce('createOrder', 'issues'),
    ],
  ),
  'store.content.terms-are-as-given @ contents made at once': {
    'of two contents made at once one loses its terms': changedAtOnce('createIssue', 'issues', {
      terms: BLANK.terms,
    }),
  },
  'store.users.created-is-as-given': {
    'of two users created at once one answer shows the other': answeredAsTheOther(
      'createUser',
      'users',
    ),
  },
});
