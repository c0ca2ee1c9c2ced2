import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {AnyProperty} from '../../../language/check.ts';
import {
  expectSameResults,
  inOrder,
  interleavings,
  type Results,
} from '../../../generation/interleavings.ts';
import {property} from '../../../language/property.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {createUser, idOf, search, updateOf} from '../../people.ts';
import {isFlagSet, rowOf} from '../../user-rows.ts';

type Person = ReturnType<typeof createUser>;

const updating =
  (more: object) =>
  (s: Script, {created, body}: Person): Handle =>
    s.call('updateUser', {path: idOf(created), body: {...updateOf(body), ...more}});
const calling =
  (op: string, query: Record<string, string> = {}) =>
  (s: Script, {created}: Person): Handle =>
    s.call(op, {path: idOf(created), query});

/** Three requests on one user, by the final state of the user. */
const LIVES = {
  updated: [
    updating({sessions_limit: 3}),
    updating({admin: true, sessions_limit: 9}),
    updating({plan_admin: true, sessions_limit: 7}),
  ],
  deactivated: [updating({sessions_limit: 4}), calling('forceLogout'), calling('deactivateUser')],
  'deactivated and back': [
    calling('deactivateUser'),
    calling('reactivateUser'),
    updating({sessions_limit: 5}),
  ],
  anonymized: [
    updating({admin: true}),
    calling('deactivateUser'),
    calling('deactivateUser', {anonymize: 'true'}),
  ],
};
type Life = keyof typeof LIVES;
const lives = classesOf<Life>(...(Object.keys(LIVES) as [Life, ...Life[]]));

/** The number of steps per user: the creation and three requests. */
const STEPS = 4;

/** Records the requests on two users in the given order, and then reads of both in the list. */
function interleaveRequests(
  s: Script,
  prefix: string,
  order: string,
  lifeOf: Record<'A' | 'B', Life>,
): Record<string, Handle> {
  const people: Partial<Record<'A' | 'B', Person>> = {};
  const personOf = (thing: 'A' | 'B'): Person => defined(people[thing], 'the user');
  const stepsOf = (thing: 'A' | 'B') => {
    const born = (): Handle => {
      const person = createUser(s, {sessions_limit: 2});
      people[thing] = person;
      return person.created;
    };
    const later = LIVES[lifeOf[thing]].map((step) => () => step(s, personOf(thing)));
    return [born, ...later];
  };
  const handles = inOrder(prefix, order, {A: stepsOf('A'), B: stepsOf('B')});
  for (const thing of ['A', 'B'] as const)
    handles[`${prefix} ${thing} found`] = search(s, personOf(thing).body.email);
  return handles;
}

/** How the requests on one user were answered and what the list shows, without generated values. */
function resultsOf(seen: Record<string, Exchange>, name: string): Results {
  const steps = Array.from({length: STEPS}, (_, index) => seen[`${name}${index + 1}`]);
  const [created] = steps;
  const found = seen[`${name} found`];
  const row = created && found ? rowOf(found, created) : undefined;
  return {
    statuses: steps.map((step) => step?.status),
    found: found?.situations,
    ...(row && {
      email: row.email === created?.requestBody?.email,
      external_id: row.external_id === created?.requestBody?.external_id,
      deactivated: row.deleted_at !== null,
      sessions_limit: row.sessions_limit,
      flags: ['admin', 'plan_admin', 'only_sees_readable'].map((flag) => isFlagSet(row[flag])),
    }),
  };
}

const ORDERS = interleavings(STEPS);

/** The states of a user do not depend on requests for another user (States / User). */
export const interleaved: AnyProperty[] = [
  property({
    rule: 'store.users.moves-are-the-listed-ones',
    place: 'in any order of two users',
    maxDrawsOnShared: 0,
    forAll: {order: ORDERS, first: lives, second: lives},
    act: (s, {order, first, second}): Record<string, Handle> => {
      const lifeOf = {A: first, B: second};
      return {
        ...interleaveRequests(s, 'plain', ORDERS.plain, lifeOf),
        ...interleaveRequests(s, 'drawn', order, lifeOf),
      };
    },
    judge: (seen: Record<string, Exchange>, {order}) =>
      expectSameResults(
        Object.values(seen),
        {
          'the first user': [resultsOf(seen, 'plain A'), resultsOf(seen, 'drawn A')],
          'the second user': [resultsOf(seen, 'plain B'), resultsOf(seen, 'drawn B')],
        },
        seen[`drawn ${order.at(-1)} found`],
      ),
  }),
];
