import {DAY_MS} from '../../../../spec/durations.ts';
import * as fc from 'fast-check';
import {quantity} from '../../../../spec/quantity.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {ageAt, sideOf} from '../../../values/ages.ts';
import {
  type AnyProperty,
  type Handles,
  type Judgement,
  check,
  type Check,
} from '../../../language/check.ts';
import {all, expectThat, when} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import {hours, minutes, seconds, type Handle} from '../../../language/script.ts';
import type {ValueClasses} from '../../../values/values.ts';
import {waitUntilAge} from '../../../language/wait-until.ts';
import {publishWithFile, readUntilEnded, runsUsedIn, start, readUsage} from '../../running.ts';
import {stateOf} from '../run-states.ts';
import {allSucceed} from '../versions/tool-sequences.ts';
import {expectRisenBy, whenAllSucceeded} from './spending.ts';
import {defined} from '../../../../spec/defined.ts';
import {publicationsAndRunsLeft} from './ceilings.ts';

/** The time between one run and the next, in milliseconds. */
const gaps: ValueClasses<number[]> = {
  plain: [hours(1), hours(1)],
  classes: {
    'shortly one after the other': fc.constant([minutes(1), minutes(1)]),
    'the last long after the others': fc.constant([minutes(10), hours(20)]),
    'the first long before the others': fc.constant([hours(20), minutes(10)]),
    'over the day': fc.tuple(
      fc.integer({min: hours(3), max: hours(9)}),
      fc.integer({min: hours(3), max: hours(9)}),
    ),
  },
};

/** The reads around the end of the 24 hours of each run, by the position of the run. */
const READS = {before: DAY_MS - seconds(10), after: DAY_MS + seconds(10)};

/**
 * The number of runs is at least that of the runs that are certainly younger than a day, and at
 * most that of the runs that may be younger, plus what was used before, which can only fall.
 */
function expectYoungCounted(read: Exchange, before: Exchange, runs: Exchange[]): Judgement {
  const sides = runs.map((run) => sideOf(ageAt(read, run), DAY_MS));
  const least = sides.filter((side) => side === 'before').length;
  const most = runsUsedIn(before) + sides.filter((side) => side !== 'after').length;
  return expectThat(runsUsedIn(read) >= least && runsUsedIn(read) <= most, {
    branch: runsUsedIn(read) < least ? 'gone-before-24-hours' : 'there-after-24-hours',
    expected: `${quantity(least, 'run')} to be counted, ${most} at most`,
    got: String(runsUsedIn(read)),
    at: read,
  });
}

/** The reads of each run until it had ended. */
const allPolls = (seen: object): Exchange[][] =>
  Object.values(seen).filter((one): one is Exchange[] => Array.isArray(one));

/** Each of several runs is counted until it is 24 hours old itself (Resources / Usage). */
export const severalRuns: AnyProperty[] = [
  property({
    rule: 'workspace.runs.used-rolls',
    place: 'several runs of a day',
    given: allSucceed,
    maxDrawsOnShared: 0,
    forAll: {gaps},
    act: (s, {gaps: drawn}) => {
      const registrations = [0, 1, 2].map(() => publishWithFile(s));
      // Earlier runs may be counted a moment later.
      s.advance(seconds(5));
      const before = readUsage(s);
      const runs = registrations.map((registration, index) => {
        if (index > 0) s.advance(drawn[index - 1] ?? 0);
        return start(s, registration, 'metered_tool', {expects: 'accepted'});
      });
      const reads = runs.flatMap((run, index) =>
        Object.entries(READS).map(([at, age]): [string, Handle] => {
          waitUntilAge(s, run, age);
          return [`${at} ${index}`, readUsage(s)];
        }),
      );
      const started = runs.map((run, index): [string, Handle] => [`run ${index}`, run]);
      const polls = runs.map((run, index): [string, Handle<Exchange[]>] => [
        `polls ${index}`,
        readUntilEnded(s, run),
      ]);
      return Object.fromEntries([['first', before], ...started, ...reads, ...polls]) as Handles;
    },
    judge: (seen: Record<string, Exchange>) => {
      const named = (name: string): Exchange[] =>
        Object.keys(seen).flatMap((key) => (key.startsWith(name) && seen[key] ? seen[key] : []));
      const {first} = seen;
      const isKnown = first !== undefined && Number.isInteger(runsUsedIn(first));
      const haveSucceeded = allPolls(seen).every((polls) => stateOf(polls) === 'succeeded');
      return when(
        isKnown && haveSucceeded,
        'a run did not succeed, or what is used is unknown',
        () =>
          all(
            ...[...named('before'), ...named('after')].map((read) =>
              expectYoungCounted(read, first as Exchange, named('run')),
            ),
          ),
      );
    },
  }),
];

/** The runs of a key that was minted after others had been used. */
export const newKeys: Check[] = [
  check({
    rule: 'workspace.runs.used-counts-all-keys',
    place: 'a key that was minted later',
    onlyOnTestTargets: true,
    act: (s) => {
      const publication = publishWithFile(s);
      const as = s.control('mint-key', {role: 'full'}).at('/key');
      const before = readUsage(s);
      const run = start(s, publication, 'metered_tool', {as, expects: 'accepted'});
      return {before, end: readUntilEnded(s, run), after: readUsage(s)};
    },
    judge: ({before, end, after}) =>
      when(stateOf(end) === 'succeeded', 'the run did not succeed', () =>
        expectRisenBy(before, after, 1, 'not-of-a-new-key'),
      ),
  }),
  check({
    rule: 'workspace.runs.metered-spends-one',
    place: 'up to the ceiling',
    given: publicationsAndRunsLeft(2, 2),
    act: (s, {registrations}) => {
      const run = (index: number): Handle =>
        start(s, defined(registrations[index], 'a publication to run on'), 'metered_tool', {
          expects: 'accepted',
        });
      const before = readUsage(s);
      const endOne = readUntilEnded(s, run(0));
      const one = readUsage(s);
      const endTwo = readUntilEnded(s, run(1));
      return {before, endOne, one, endTwo, two: readUsage(s)};
    },
    judge: ({before, endOne, one, endTwo, two}) =>
      whenAllSucceeded([endOne, endTwo], () =>
        all(expectRisenBy(before, one, 1, 'last-but-one'), expectRisenBy(one, two, 1, 'last')),
      ),
  }),
];
