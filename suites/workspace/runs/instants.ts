import type {AnyProperty} from '../../language/check.ts';
import {all, when} from '../../language/judge.ts';
import {propertiesOf, property} from '../../language/property.ts';
import {hours, minutes, seconds} from '../../language/script.ts';
import {classesOf} from '../../values/values.ts';
import {
  publishWithFile,
  readRun,
  readUntilEnded,
  runsUsedIn,
  start,
  readUsage,
} from '../running.ts';
import {daysOfTheMonth, hoursOfTheDay, waitFor} from '../wall-times.ts';
import {expectNotCounted, expectStillCounted} from './limits/ceilings.ts';
import {runEndsAs, whenSucceeded, expectEndedAs} from './run-states.ts';

/** States in which a run may end, each with its rule. */
const ENDS = ['succeeded', 'failed', 'rejected'] as const;

/** Times after which a run is read again, in milliseconds. */
const soonAfter = classesOf(minutes(1), minutes(5), minutes(59), hours(1), hours(2));
const longAfter = classesOf(hours(12), hours(24), hours(24) + minutes(1), hours(48), hours(24 * 8));

/** A run keeps its terminal state for any length of time (States / Runs). */
export const staysForGood: AnyProperty[] = ENDS.map((end) =>
  property({
    rule: `workspace.runs.${end}-is-final`,
    place: 'any time later',
    maxDrawsOnShared: 0,
    given: runEndsAs(end),
    forAll: {soon: soonAfter, later: longAfter},
    act: (s, {soon, later}) => {
      const run = start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, run);
      s.advance(soon);
      const again = readRun(s, run);
      s.advance(later);
      return {polls, again, last: readRun(s, run)};
    },
    judge: ({polls, again, last}) => expectEndedAs(end, polls, again, [last]),
  }),
);

/**
 * A run is counted for 24 hours and keeps its terminal state, on any day and at any hour of its
 * start. The usage is read an hour later, which may be another day, and on both sides of the end.
 */
export const instants: AnyProperty[] = propertiesOf(
  {
    scene: 'workspace: a run at any time',
    place: 'any day and hour',
    maxDrawsOnShared: 2,
    forAll: {day: daysOfTheMonth, hour: hoursOfTheDay},
    act: (s, {day, hour}) => {
      const registration = publishWithFile(s);
      waitFor(s, registration, day, hour);
      const before = readUsage(s);
      const run = start(s, registration, 'metered_tool', {expects: 'accepted'});
      const first = readUsage(s);
      const polls = readUntilEnded(s, run);
      s.advance(hours(1));
      const soon = readUsage(s);
      // The reads of the run itself take part of these 24 hours.
      s.advance(hours(22) + minutes(35));
      const within = readUsage(s);
      s.advance(minutes(25) + seconds(10));
      const after = readUsage(s);
      return {before, run, first, polls, soon, within, after, ended: readRun(s, run)};
    },
  },
  {
    'workspace.runs.used-rolls': ({before, run, first, polls, soon, within, after}) =>
      whenSucceeded(polls, () =>
        when(
          runsUsedIn(first) === runsUsedIn(before) + 1,
          'the run did not count from its start',
          () =>
            all(
              expectStillCounted(run, soon),
              expectStillCounted(run, within),
              expectNotCounted(run, within, after),
            ),
        ),
      ),
    'workspace.runs.succeeded-is-final': ({polls, ended}) =>
      expectEndedAs('succeeded', polls, ended, []),
  },
);
