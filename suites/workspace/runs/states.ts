/** Tools that do not start, and runs that do not succeed (States / Runs; Resources / Run). */

import {check, type Setup, type Check} from '../../language/check.ts';
import {when, all, expectRefused} from '../../language/judge.ts';
import type {Script, Handle} from '../../language/script.ts';
import {publishWithFile, start, readUntilEnded, report} from '../running.ts';
import {
  readAfterwards,
  expectEndedAs,
  stateOf,
  expectReportAbsent,
  failing,
  expectToEndAs,
  rejecting,
} from './run-states.ts';

/** A terminal state is final (States / Runs): the check of one such state. */
const checkFinal = (state: string, given: Setup<object>): Check =>
  check({
    rule: `workspace.runs.${state}-is-final`,
    given,
    act: (s) => {
      const registration = publishWithFile(s);
      const run = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, run);
      return {polls, ...readAfterwards(s, registration, run)};
    },
    judge: ({polls, again, later}) => expectEndedAs(state, polls, again, later),
  });

/**
 * A run that did not succeed has no report. A second run succeeds and has one, which shows that
 * reports can be read; the first still has none.
 */
const checkNoReport = (state: string, given: Setup<object>): Check =>
  check({
    rule: `workspace.runs.no-report-of-a-${state}-run`,
    given,
    act: (s) => {
      const registration = publishWithFile(s);
      const run = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, run);
      const none = report(s, run);
      const other = start(s, registration, 'unmetered_tool', {expects: 'accepted'});
      readUntilEnded(s, other);
      const there = report(s, other, {until: {situation: 'report'}});
      return {polls, none, there, noneStill: report(s, run)};
    },
    judge: ({polls, none, there, noneStill}) =>
      when(
        stateOf(polls) === state && there.situations.includes('report'),
        `no run ended as ${state}, or none that succeeded had a report`,
        () =>
          all(
            expectReportAbsent(none, 'report-answered'),
            expectReportAbsent(noneStill, 'report-answered-after-another-run'),
          ),
      ),
  });

/** Records the start of a run that needs no allowance. */
const startPlainly = (s: Script): Handle =>
  start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'});

/** Tools that are held back cannot be started. */
export const heldBackTools: Check = check({
  rule: 'workspace.runs.held-back-tool-is-refused',
  act: (s) => {
    const registration = publishWithFile(s);
    return {
      heldBack: start(s, registration, 'held_back_tool'),
      excluded: start(s, registration, 'excluded_tool'),
      run: start(s, registration, 'unmetered_tool', {expects: 'accepted'}),
    };
  },
  judge: ({heldBack, excluded}) =>
    all(
      expectRefused(heldBack, 'held-back-tool-started'),
      expectRefused(excluded, 'excluded-tool-started'),
    ),
});

/** The checks of runs that fail or are rejected. */
export const otherEnds: Check[] = [
  check({
    rule: 'workspace.runs.error-ends-as-failed',
    given: failing,
    act: (s) => ({polls: readUntilEnded(s, startPlainly(s))}),
    judge: ({polls}) => expectToEndAs(polls, 'failed'),
  }),
  check({
    rule: 'workspace.runs.refusal-ends-as-rejected',
    given: rejecting,
    act: (s) => ({polls: readUntilEnded(s, startPlainly(s))}),
    judge: ({polls}) => expectToEndAs(polls, 'rejected'),
  }),
  checkFinal('failed', failing),
  checkFinal('rejected', rejecting),
  checkNoReport('failed', failing),
  checkNoReport('rejected', rejecting),
];
