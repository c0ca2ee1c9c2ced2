/** For creations at the same moment that share a unique member: one of them is accepted. */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import {check, type Check, type Handles, type Judgement} from '../language/check.ts';
import {all, expectThat, nothing, whenTimely} from '../language/judge.ts';
import {hasSituation, isCreated} from '../language/outcome.ts';
import {expectOneWinner, overlapped} from '../language/races.ts';
import type {Handle, Script} from '../language/script.ts';

/** How a resource with unique members is created. */
export interface Creation {
  op: string;
  newBody(s: Script): Record<string, Val>;
}

/** Records creations at the same moment that share one member. */
export function race(
  s: Script,
  {op, newBody}: Creation,
  member: string,
  count = 2,
): Handle<Exchange[]> {
  const bodies = Array.from({length: count}, () => newBody(s));
  const shared = bodies[0]?.[member] ?? null;
  return s.parallel(
    ...bodies.map((body) => (b: Script) => {
      b.call(op, {body: {...body, [member]: shared}});
    }),
  );
}

/** One of two overlapping creations is accepted and the other refused. */
export const expectOneCreated = (creations: Exchange[], member: string): Judgement =>
  expectOneWinner(
    creations,
    {
      situation: 'created',
      what: `created with this ${member}`,
      both: `both created with one ${member}`,
    },
    {
      isRefusal: hasSituation('invalid'),
      expected: 'one created, one answered 422',
      branch: `not one of two with one ${member}`,
    },
  );

/** The number of races for each member: the requests of one race may be some milliseconds apart. */
const RACES = 3;

/** Creations with the same members, race after race. */
interface ManyRaces extends Creation {
  scene: string;
  rule: RuleId;
  members: readonly string[];
  /** The creations of one race. */
  creations: number;
  /** What may not be there twice, in the branch: `more than one user`. */
  twice: string;
}

/** The check that at most one creation of each race is accepted. */
export function checkOfRaces(table: ManyRaces): Check {
  const {scene, rule, members, creations, twice} = table;
  return check({
    rule,
    place: 'race after race',
    scene,
    onlyOnTestTargets: true,
    act: (s): Handles =>
      Object.fromEntries(
        members.flatMap((member) =>
          Array.from({length: RACES}, (_, at) => [
            `${member} ${at + 1}`,
            race(s, table, member, creations),
          ]),
        ),
      ),
    judge: (seen) => {
      const races = Object.entries(seen as Record<string, Exchange[]>);
      return all(
        ...races.map(([name, responses]) => {
          const [, second] = responses.filter(isCreated);
          return expectThat(second === undefined, {
            branch: `${twice} with one ${name.split(' ')[0]}`,
            expected: 'at most one of the creations at the same moment to be accepted',
            got: 'two of them answered as created',
            at: second,
          });
        }),
        whenTimely(
          races.some(([, responses]) => overlapped(responses)),
          'the requests did not overlap',
          () => nothing(),
        ),
      );
    },
  });
}
