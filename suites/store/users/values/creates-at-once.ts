/** Creations of users at the same moment, race after race: the requests of one race may be some milliseconds apart. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectThat, nothing, whenTimely} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {newUser} from '../../people.ts';

/** The number of races for each member. */
const RACES = 3;

/** The creations of one race. */
const CREATIONS = 4;

/** The members that no two users share. */
const MEMBERS = ['email', 'external_id'] as const;

/** Records creations at the same moment that share one member. */
function race(s: Script, member: (typeof MEMBERS)[number]): Handle<Exchange[]> {
  const shared = newUser(s)[member];
  const creations = Array.from({length: CREATIONS}, () => (b: Script) => {
    b.call('createUser', {body: {...newUser(b), [member]: shared}});
  });
  return s.parallel(...creations);
}

const manyRaces = sharedScene({
  id: 'store: users with one email or one external_id, race after race',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) =>
    Object.fromEntries(
      MEMBERS.flatMap((member) =>
        Array.from({length: RACES}, (_, at) => [`${member} ${at + 1}`, race(s, member)]),
      ),
    ),
});

/** At most one creation of each race is accepted. */
function expectOneOfEach(seen: Record<string, Exchange[]>): Judgement {
  const races = Object.entries(seen);
  return all(
    ...races.map(([name, creations]) => {
      const [, second] = creations.filter(isCreated);
      return expectThat(second === undefined, {
        branch: `more than one user with one ${name.split(' ')[0]}`,
        expected: 'at most one of the creations at the same moment to be accepted',
        got: 'two of them answered as created',
        at: second,
      });
    }),
    whenTimely(
      races.some(([, creations]) => overlapped(creations)),
      'the requests did not overlap',
      () => nothing(),
    ),
  );
}

/** The checks of creations at the same moment (Resources / User: unique within the store). */
export const createsAtOnce: Check[] = checksAt(
  manyRaces,
  'store.users.parallel-creates-stay-unique',
  {'race after race': expectOneOfEach},
);
