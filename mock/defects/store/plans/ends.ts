import {DAY_MS} from '../../../../spec/durations.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Input, View} from '../../../operation.ts';
import type {Plan, PlanType} from '../../../store/plans/plan.ts';
import type {Subscription} from '../../../store/plans/subscription.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, seeing, finding} from '../../breaking.ts';
import {DELETE, LIST, listing, storing, subscribing, UPDATE} from './changed-plans.ts';
import type {Row} from '../../../world/change.ts';
import {withChanges} from '../../stored-rows.ts';
import {foreignFound, together, unstored} from '../../families/seams.ts';
import {defects} from '../../table.ts';

const USER_CREATE = ['createUser'];
const USER_UPDATE = ['updateUser'];
const DEACTIVATE = ['deactivateUser'];
/** Ends a prepaid plan half a year after it began. */
const lastingHalfAYear = ({type, from, until}: Subscription): Partial<Subscription> => ({
  until: type === 'prepaid' ? from + 182 * DAY_MS : until,
});

/** Lets some searches find deleted plans as if they were not deleted. */
const findingDeleted = (isFound: (query: string, plan: Plan) => boolean): Seam =>
  seeing(LIST, (view, {query: {query = ''}}) => ({
    newest: <R extends Row>(table: string, page: Parameters<typeof view.newest<R>>[1]): R[] => {
      const {where = () => true} = page;
      const asLive = (row: R): R =>
        isFound(query, row as unknown as Plan) ? {...row, deleted: null} : row;
      return view.newest<R>(table, {...page, where: (row) => where(asLive(row))}).map(asLive);
    },
  }));

/** Lets an operation on users find deleted plans. */
const assigningDeleted = (is: (plan: Plan) => boolean) =>
  finding<Plan>(USER_CREATE, 'plans', (plan) =>
    // Deleted plans of a template are excluded, because they were deleted before the first request.
    plan.id > 1000 && is(plan) ? {...plan, deleted: null} : plan,
  );

/** Ends only the newest of the subscriptions that should end with their user. */
const cancellingNewest = afterwards(DEACTIVATE, (done) => {
  const changes = done.changes ?? [];
  const newest = changes.filter(({table}) => table === 'subscriptions').at(-1);
  return {
    ...done,
    changes: changes.filter((one) => one.table !== 'subscriptions' || one === newest),
  };
});

/** Does not cancel the subscriptions of one type when a deactivated user is anonymized. */
const keepingOfDeactivated = (type: PlanType): Seam =>
  keeping(
    type,
    (view, {path}) => view.find<User>('users', path['id'] ?? '')?.state === 'deactivated',
  );

/** Does not cancel the subscriptions of one type for `anonymize=1`. */
const keepingByNumber = (type: PlanType): Seam =>
  keeping(type, (_view, {query}) => query['anonymize'] === '1');

/** Does not cancel the subscriptions of one type in some anonymizations. */
const keeping = (type: PlanType, which: (view: View, input: Input) => boolean): Seam =>
  afterwards(DEACTIVATE, (done, view, input) =>
    which(view, input)
      ? {
          ...done,
          changes: (done.changes ?? []).filter(
            (one) =>
              one.table !== 'subscriptions' ||
              !('put' in one) ||
              (one.put as Subscription).type !== type,
          ),
        }
      : done,
  );

/** Defects of the end of plans and subscriptions. */
export const ends: Defect[] = defects({
  'store.plans.deleted-is-gone': {
    'a deletion deletes nothing': unstored(DELETE, 'plans'),
    'a prepaid plan is not deleted': afterwards(DELETE, (done, view, {path}) =>
      view.find<Plan>('plans', path['plan_id'] ?? '')?.type === 'prepaid'
        ? {...done, changes: []}
        : done,
    ),
    'a search for its description still finds it': findingDeleted(
      (query, {name, details}) => !name.includes(query) && details.includes(query),
    ),
    'a search for its type still finds it': findingDeleted((query, {type}) => query === type),
    'the list without a query still shows it': seeing(LIST, (view, {query: {query = ''}}) => ({
      freedom: (name) =>
        name === 'plans.deleted_listed' && query === '' ? true : view.freedom(name),
      newest: (table, page) =>
        view.newest(table, page).map((row) => (query === '' ? {...row, deleted: null} : row)),
    })),
  },
  'store.plans.deletion-keeps-the-others': {
    'the newest other plan is deleted too': afterwards(DELETE, (done, view, {path}) => {
      const [other] = view.newest<Plan>('plans', {
        limit: 1,
        where: ({key, deleted}) => key !== path['plan_id'] && deleted === null,
      });
      const put = other && {...other, deleted: view.now};
      return withChanges(done, ...(put ? [{table: 'plans', put}] : []));
    }),
    'the plan created next loses its flags': afterwards(DELETE, (done, view, {path}) => {
      const plan = view.find<Plan>('plans', path['plan_id'] ?? '');
      const [next] = plan ? view.oldest<Plan>('plans', {after: plan.seq, limit: 1}) : [];
      const put = next && {...next, download_files: false};
      return withChanges(done, ...(put ? [{table: 'plans', put}] : []));
    }),
    'the plan created before it changes its visibility': afterwards(
      DELETE,
      (done, view, {path}) => {
        const plan = view.find<Plan>('plans', path['plan_id'] ?? '');
        const [before] = plan
          ? view.newest<Plan>('plans', {limit: 1, where: ({seq}) => seq < plan.seq})
          : [];
        const put = before && {...before, private: !before.private};
        return withChanges(done, ...(put ? [{table: 'plans', put}] : []));
      },
    ),
    'the other plans lose their concurrency limit': afterwards(DELETE, (done, view, {path}) => {
      const others = view.newest<Plan>('plans', {
        limit: 5,
        where: ({key}) => key !== path['plan_id'],
      });
      const changes = others.map((plan) => ({
        table: 'plans',
        put: {...plan, concurrency_limit: 1},
      }));
      return {...done, changes: [...changes, ...(done.changes ?? [])]};
    }),
  },
  'store.plans.deleted-cannot-be-assigned': {
    'a deleted plan can be assigned': assigningDeleted(() => true),
    'a deleted recurring plan can be assigned': assigningDeleted(({type}) => type === 'recurring'),
  },
  'store.plans.moves-are-the-listed-ones': {
    'the third update of a plan is ignored': afterwards(UPDATE, (done, view, {path}) => {
      const plan = view.find<Plan & {updates?: number}>('plans', path['plan_id'] ?? '');
      const updates = (plan?.updates ?? 0) + 1;
      const changes = (done.changes ?? []).map((change) =>
        'put' in change ? {...change, put: {...change.put, updates}} : change,
      );
      const kept = plan ? [{table: 'plans', put: {...plan, updates}}] : [];
      return {...done, changes: updates === 3 ? kept : changes};
    }),
    'an update brings a deleted plan back': around(UPDATE, (next) => (view, input) => {
      const plan = view.find<Plan>('plans', input.path['plan_id'] ?? '');
      if (!plan || plan.deleted === null) return next(view, input);
      return {
        situation: 'updated',
        changes: [{table: 'plans', put: {...plan, deleted: null}}],
      };
    }),
    'a plan that was renamed is found by its first name, too': together(
      storing(UPDATE, (plan, _body, view): Partial<Named> => ({
        first: (plan as Named).first ?? view.find<Plan>('plans', plan.key)?.name ?? plan.name,
      })),
      listing(
        (isFound, plan, query) => isFound || (query !== '' && (plan as Named).first === query),
      ),
      afterwards(LIST, (done, view, {query: {query = ''}}) => {
        const {data} = done.body as {data: {id: number; name: string}[]};
        const named = data.map((row) => {
          const plan = view.find<Named>('plans', String(row.id));
          return plan?.first === query && query !== '' ? {...row, name: query} : row;
        });
        return {...done, body: {CODE: 'success', data: named}};
      }),
    ),
  },
  'store.plans.foreign-write-has-no-effect': {
    'another store updates the plan': foreignFound(UPDATE),
    'another store deletes the plan': foreignFound(DELETE),
  },
  'store.plans.list-shows-own-only': {
    'plans of all stores are listed': foreignFound(LIST),
    'a search finds the plans of all stores': around(LIST, (next) => (view, input) => {
      const found = input.query['query'] ?? '';
      const done = next(view, input);
      if (found.length < 8 || !('refused' in done)) return done;
      const other = view.tenant === 'store-b' ? 1001 : 0;
      const plan = view.anywhere<Plan>('plans', String(other));
      const isIt = plan && plan.tenant !== view.tenant && plan.name === found;
      return isIt
        ? {situation: 'plan-page', body: {CODE: 'success', data: [{...plan, deleted_at: null}]}}
        : done;
    }),
  },
  'store.plans.list-shows-own-only @ collections': {
    'the collections of all stores are listed': foreignFound(['listCollections']),
  },
  'store.plans.custom-end-is-kept': {
    'the end is forgotten on create': subscribing(USER_CREATE, ({type, until}) => ({
      until: type === 'recurring' ? null : until,
    })),
    'the end is forgotten on update': subscribing(USER_UPDATE, ({type, until}) => ({
      until: type === 'recurring' ? null : until,
    })),
    'a plan that ends on a leap day ends a day early': subscribing(USER_UPDATE, ({until}) => ({
      until:
        until !== null && new Date(until - DAY_MS).toISOString().includes('-02-29')
          ? until - DAY_MS
          : until,
    })),
  },
  'store.plans.custom-end-is-kept @ of a prepaid plan': {
    'a prepaid plan lasts its months, whatever end is given on create': subscribing(
      USER_CREATE,
      lastingHalfAYear,
    ),
    'a prepaid plan lasts its months, whatever end is given on update': subscribing(
      USER_UPDATE,
      lastingHalfAYear,
    ),
  },
  'store.plans.prepaid-ends-after-its-months': {
    'a prepaid plan never ends': subscribing(USER_CREATE, () => ({until: null})),
    'a month is a week': subscribing(USER_CREATE, ({from, until}) => ({
      until: until === null ? null : from + (until - from) / 4,
    })),
    'every prepaid plan lasts a month': subscribing(USER_CREATE, ({type, from, until}) => ({
      until: type === 'prepaid' ? from + 30 * DAY_MS : until,
    })),
  },
  'store.plans.anonymizing-cancels-recurring-subscriptions': {
    'no subscription is cancelled': subscribing(DEACTIVATE, ({type}) =>
      type === 'recurring' ? undefined : {},
    ),
    'of several recurring subscriptions the newest is cancelled alone': cancellingNewest,
    'a recurring subscription runs on for its month': subscribing(
      DEACTIVATE,
      ({type, until, from}) => ({until: type === 'recurring' ? from + 30 * DAY_MS : until}),
    ),
  },
  'store.plans.anonymizing-cancels-prepaid-subscriptions': {
    'prepaid subscriptions are not cancelled': subscribing(DEACTIVATE, ({type}) =>
      type === 'prepaid' ? undefined : {},
    ),
    'a prepaid subscription runs on until its end': subscribing(
      DEACTIVATE,
      ({type, until, from}) => ({until: type === 'prepaid' ? from + 180 * DAY_MS : until}),
    ),
  },
  'store.plans.anonymizing-cancels-recurring-subscriptions @ of a deactivated user': {
    'the recurring subscriptions of a user who was deactivated before stay':
      keepingOfDeactivated('recurring'),
  },
  'store.plans.anonymizing-cancels-prepaid-subscriptions @ of a deactivated user': {
    'the prepaid subscriptions of a user who was deactivated before stay':
      keepingOfDeactivated('prepaid'),
  },
  'store.plans.anonymizing-cancels-recurring-subscriptions @ by the number 1': {
    'anonymizing by the number 1 leaves the recurring subscriptions': keepingByNumber('recurring'),
  },
  'store.plans.anonymizing-cancels-prepaid-subscriptions @ by the number 1': {
    'anonymizing by the number 1 leaves the prepaid subscriptions': keepingByNumber('prepaid'),
  },
  'store.plans.user-plan-name-is-taken': {
    'the name is lost': subscribing(USER_UPDATE, () => ({name: 'Plan'})),
    'letters outside ASCII of the name become question marks': subscribing(
      USER_UPDATE,
      ({name}) => ({name: name.replaceAll(/[^ -~]/g, '?')}),
    ),
  },
});

/** A plan with its first name. */
type Named = Plan & {first?: string};
