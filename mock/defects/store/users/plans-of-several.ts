import type {Defect, Seam} from '../../../defect.ts';
import type {Done, View} from '../../../operation.ts';
import type {Row} from '../../../world/change.ts';
import {subscriptionsOf, type Subscription} from '../../../store/plans/subscription.ts';
import {afterwards, around, atPlace, breaking} from '../../breaking.ts';
import {CREATE, UPDATE} from './changed-users.ts';
import {withChanges} from '../../stored-rows.ts';

/** The subscriptions that a request stores. */
const storedBy = ({changes = []}: Done): Subscription[] =>
  changes.flatMap((change) =>
    change.table === 'subscriptions' && 'put' in change ? [change.put as Subscription] : [],
  );

/** Of two assignments at once the later one writes back the list of plans that it has read. */
const writingBack: Seam = {
  seam: 'several',
  seams: [
    {seam: 'stale', in: UPDATE, table: 'subscriptions'},
    around(UPDATE, (next) => {
      const given: Subscription[] = [];
      return (view, input) => {
        const done = next(view, input) as Done;
        const [own] = storedBy(done);
        if (!own) return done;
        const read = subscriptionsOf(view, {key: own.user} as Row).map(({key}) => key);
        const unread = given.filter(({user, key}) => user === own.user && !read.includes(key));
        given.push(own);
        const lost = unread.map(({key}) => ({table: 'subscriptions', del: key}));
        return withChanges(done, ...lost);
      };
    }),
  ],
};

/** The other subscriptions of a store to the plan of one of them. */
const othersOf = ({plan, key}: Subscription, view: View): Subscription[] =>
  view
    .newest<Subscription>('subscriptions', {limit: Infinity})
    .filter((other) => other.plan === plan && other.key !== key);

/** A name for the plan of one user is written to the subscriptions of all users of that plan. */
const namingAll: Seam = afterwards(UPDATE, (done, view, {body}) => {
  const {user_plan_name: name} = body as {user_plan_name?: string};
  if (name === undefined) return done;
  const renamed = storedBy(done)
    .flatMap((own) => othersOf(own, view))
    .map((other) => ({table: 'subscriptions', put: {...other, name}}));
  return withChanges(done, ...renamed);
});

/** The time zone that another store shows is not the one in which its dates are written. */
const zoneOfAnother: Seam = afterwards(CREATE, (done, {tenant}) => {
  if (tenant !== 'store-b') return done;
  const body = structuredClone(done.body) as {data: {created_at: {timezone: string}}};
  body.data.created_at.timezone = 'Asia/Tokyo';
  return {...done, body};
});

/** Defects of plans of several users or updates, and of users of several stores. */
export const plansOfSeveral: Defect[] = [
  ...atPlace(
    'two at the same moment',
    breaking('store.users.assigned-plan-is-given', {
      'of two plans that are assigned at once one is lost': writingBack,
    }),
  ),
  ...atPlace(
    'who have the same plan',
    breaking('store.users.others-stay-as-they-are', {
      'a name for the plan of a user is the name for every user of the plan': namingAll,
    }),
  ),
  ...atPlace(
    'of another store',
    breaking('store.users.creation-date-is-one-instant', {
      'the time zone of another store is not that of its dates': zoneOfAnother,
    }),
  ),
];
