/** Defects of the end of plans, and of the subscriptions of users. */

import type {Defect, Seam} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {Plan, PlanType} from '../../../store/plans/plan.ts';
import type {User} from '../../../store/users/user.ts';
import {seeing} from '../../breaking.ts';
import {ANY} from '../../families/searches.ts';
import {foreignFound, together, unstored} from '../../families/seams.ts';
import {showing} from '../../families/shown-rows.ts';
import {ascii, withoutEmoji} from '../../families/texts.ts';
import {GIVEN} from '../../families/when.ts';
import {defects, each, type Phrases} from '../../table.ts';
import {membersOf} from '../members.ts';
import {
  adding,
  DELETE,
  endingLater,
  isGone,
  isNewestOther,
  isNext,
  isPrevious,
  lasting,
  LIST,
  PLAN,
  subscribing,
  UPDATE,
  USER,
} from './changed-plans.ts';

const USER_CREATE = ['createUser'];
const USER_UPDATE = ['updateUser'];
const DEACTIVATE = ['deactivateUser'];

/** Lists show no plan as deleted. */
const showingAsLive: Seam = seeing(LIST, (view) => ({
  newest: (table, page) => view.newest(table, page).map((row) => ({...row, deleted: null})),
}));

/** Lets some searches find deleted plans as if they were not deleted. */
const findingDeleted = (isFound: (query: string, plan: Plan) => boolean): Seam =>
  together(
    adding(ANY, (plan, _view, query) => isGone(plan.deleted) && isFound(query, plan)),
    showingAsLive,
  );

/** Lets an operation on users find some deleted plans. */
const assigningDeleted = (operations: string[], which: (plan: Plan) => boolean): Seam =>
  PLAN.mistaking(operations, (plan) =>
    // Deleted plans of a template are excluded, because they were deleted before the first request.
    plan.id > 1000 && which(plan) ? {deleted: null} : undefined,
  );

/** Does not cancel some of the subscriptions of one type. */
const uncancelled = (
  type: PlanType,
  isKept: (...asked: Parameters<Parameters<typeof subscribing>[1]>) => boolean = () => true,
): Seam =>
  subscribing(DEACTIVATE, (subscription, place) =>
    subscription.type === type && isKept(subscription, place) ? undefined : {},
  );

const endless = (operations: string[]): Seam =>
  subscribing(operations, ({type, until}) => ({until: type === 'recurring' ? null : until}));

const RULES = {
  recurring: 'store.plans.anonymizing-cancels-recurring-subscriptions',
  prepaid: 'store.plans.anonymizing-cancels-prepaid-subscriptions',
} as const;

/** Defects of some cancellations of the subscriptions of one type. */
const ofType = (type: PlanType): Record<string, Phrases> => ({
  [`${RULES[type]} @ of a deactivated user`]: {
    [`the ${type} subscriptions of a user who was deactivated before stay`]: uncancelled(
      type,
      ({user}, {view}) => view.find<User>('users', user)?.state === 'deactivated',
    ),
  },
  [`${RULES[type]} @ by the number 1`]: {
    [`anonymizing by the number 1 leaves the ${type} subscriptions`]: uncancelled(
      type,
      (_one, {input: {query}}) => query['anonymize'] === '1',
    ),
  },
  [`${RULES[type]} @ of many plans`]: {
    [`an anonymization cancels four ${type} subscriptions at most`]: uncancelled(
      type,
      (_one, {n}) => n >= 4,
    ),
  },
  [`${RULES[type]} @ of an order that is paused`]: {
    [`the ${type} subscription of a paused order stays`]: uncancelled(
      type,
      ({order}, {view}) => view.find<Order>('orders', order ?? '')?.status === 'paused',
    ),
  },
});

/** Defects of the end of plans and subscriptions. */
export const ends: Defect[] = defects({
  'store.plans.deleted-is-gone': {
    'a deletion deletes nothing': unstored(DELETE, 'plans'),
    'a prepaid plan is not deleted': PLAN.losing(DELETE, {before: {type: 'prepaid'}}),
    'a search for its description still finds it': findingDeleted(
      (query, {name, details}) => !name.includes(query) && details.includes(query),
    ),
    'a search for its type still finds it': findingDeleted((query, {type}) => query === type),
    'the list without a query still shows it': findingDeleted((query) => query === ''),
  },
  'store.plans.deletion-keeps-the-others': {
    'the newest other plan is deleted too': PLAN.touching(
      DELETE,
      isNewestOther,
      (_plan, {view}) => ({deleted: view.now}),
    ),
    'the plan created next loses its flags': PLAN.touching(DELETE, isNext, {download_files: false}),
    'the plan created before it changes its visibility': PLAN.touching(
      DELETE,
      isPrevious,
      (plan) => ({private: !plan.private}),
    ),
    'the other plans lose their concurrency limit': PLAN.touching(DELETE, () => true, {
      concurrency_limit: 1,
    }),
  },
  'store.plans.deleted-cannot-be-assigned': {
    'a deleted plan can be assigned': assigningDeleted(USER_CREATE, () => true),
    'a deleted recurring plan can be assigned': assigningDeleted(
      USER_CREATE,
      ({type}) => type === 'recurring',
    ),
  },
  'store.plans.deleted-cannot-be-assigned @ on update': {
    'an update of a user may assign a deleted plan': assigningDeleted(USER_UPDATE, () => true),
  },
  'store.plans.moves-are-the-listed-ones': {
    'the third update of a plan is ignored': PLAN.losing(UPDATE, {nth: 3}),
    'an update brings a deleted plan back': PLAN.moving(
      UPDATE,
      'updated',
      {before: {deleted: isGone}},
      {deleted: null},
    ),
    'a plan that was renamed is found by its first name, too': together(
      PLAN.storing(UPDATE, {}, ({name, first}, {before}) => ({
        first: first ?? before?.name ?? name,
      })),
      adding(/./s, ({first}, _view, query) => first === query),
      showing(LIST, {query: {query: GIVEN}}, ({id, name}, {query}, view) => {
        const isFirst =
          view.find<Plan & {first?: string}>('plans', `${id}`)?.first === query['query'];
        return {name: isFirst ? query['query'] : name};
      }),
    ),
  },
  'store.plans.moves-are-the-listed-ones @ after every change': {
    'an update gives its limit to the plan created next': PLAN.touching(
      UPDATE,
      isNext,
      ({concurrency_limit: limit}, {before}) => ({
        concurrency_limit:
          before?.concurrency_limit === limit ? limit + 1 : (before?.concurrency_limit ?? limit),
      }),
    ),
    'a deletion hides the plan created next': PLAN.touching(DELETE, isNext, (plan) => ({
      private: !plan.private,
    })),
    'a second deletion restores the plan': PLAN.instead(
      DELETE,
      {before: {deleted: isGone}},
      (_next, {before}) => ({
        situation: 'deleted',
        body: {CODE: 'success'},
        changes: before ? [{table: 'plans', put: {...before, deleted: null}}] : [],
      }),
    ),
  },
  'store.plans.foreign-write-has-no-effect': {
    'another store updates the plan': foreignFound(UPDATE),
    'another store deletes the plan': foreignFound(DELETE),
  },
  'store.plans.custom-end-is-kept': {
    'the end is forgotten on create': endless(USER_CREATE),
    'the end is forgotten on update': endless(USER_UPDATE),
    'a plan that ends on a leap day ends a day early': endingLater(
      USER_UPDATE,
      (day) => day.endsWith('-02-29'),
      -1,
    ),
  },
  'store.plans.custom-end-is-kept @ of a prepaid plan': {
    ...each(['create', 'update'], (on) => [
      `a prepaid plan lasts its months, whatever end is given on ${on}`,
      lasting([`${on}User`], 'prepaid', 182),
    ]),
  },
  'store.plans.custom-end-is-kept @ each kind of day': {
    'a plan until the end of a year ends a day later': endingLater(
      USER_CREATE,
      (day) => day.endsWith('-12-31'),
      1,
    ),
    'a plan until a leap day ends a day later': endingLater(
      USER_UPDATE,
      (day) => day === '2096-02-29',
      1,
    ),
  },
  'store.users.plan-end-is-a-date @ each kind of day': {
    'a day after 2038 is refused on create': membersOf(USER, USER_CREATE).refuses({
      new_plan_custom_valid_to: (day: unknown) => String(day) > '2038-01-19',
    }),
    'a day in October is refused on update': membersOf(USER, USER_UPDATE).refuses({
      new_plan_custom_valid_to: /^.{4}-10/,
    }),
  },
  'store.plans.prepaid-ends-after-its-months': {
    'a prepaid plan never ends': subscribing(USER_CREATE, () => ({until: null})),
    'a month is a week': subscribing(USER_CREATE, ({from, until}) => ({
      until: until && from + (until - from) / 4,
    })),
    'every prepaid plan lasts a month': lasting(USER_CREATE, 'prepaid', 30),
  },
  [RULES.recurring]: {
    'no subscription is cancelled': uncancelled('recurring'),
    'of several recurring subscriptions the newest is cancelled alone': subscribing(
      DEACTIVATE,
      (_one, {isLast}) => (isLast ? {} : undefined),
    ),
    'a recurring subscription runs on for its month': lasting(DEACTIVATE, 'recurring', 30),
  },
  [RULES.prepaid]: {
    'prepaid subscriptions are not cancelled': uncancelled('prepaid'),
    'a prepaid subscription runs on until its end': lasting(DEACTIVATE, 'prepaid', 180),
  },
  ...ofType('recurring'),
  ...ofType('prepaid'),
  'store.plans.user-plan-name-is-taken': {
    'the name is lost': subscribing(USER_UPDATE, () => ({name: 'Plan'})),
    'letters outside ASCII of the name become question marks': subscribing(
      USER_UPDATE,
      ({name}) => ({name: ascii(name)}),
    ),
  },
  'store.plans.user-plan-name-is-taken @ in every script': {
    'the name loses its characters beyond 16 bits': subscribing(USER_UPDATE, ({name}) => ({
      name: withoutEmoji('?')(name),
    })),
  },
  'store.plans.user-plan-name-is-taken @ a second name': {
    'a second name is ignored': USER.asking(
      USER_UPDATE,
      {body: {user_plan_name: GIVEN}, from: 2},
      ({body: {user_plan_name: _name, ...body}}) => ({body}),
    ),
  },
});
