/** The states in which runs end, and what can be said of them (States / Runs). */

import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import type {Setup, Judgement} from '../../language/check.ts';
import {when, expectThat, summaryOf, all, expectMember} from '../../language/judge.ts';
import {seconds, type Script, type Handle} from '../../language/script.ts';
import {readRun, start} from '../running.ts';

/**
 * The next run of the workspace ends in this state, if the target has a hook for that.
 * @param without other ways, for targets that cannot
 */
export const runEndsAs = (end: string, without: ((s: Script) => object)[] = []): Setup<object> => ({
  id: `workspace: the next run ends as ${end}`,
  ways: [
    (s) => {
      s.control('end-runs', {role: 'full', as: [end]});
      return {};
    },
    ...without,
  ],
});

/** The next run succeeds: by a hook, or because the sample tools succeed on the good file. */
export const succeeding = runEndsAs('succeeded', [() => ({})]);

export const failing = runEndsAs('failed');

export const rejecting = runEndsAs('rejected');

/** The state in the last of the reads that `readUntilEnded` recorded. */
export const stateOf = (polls: Exchange[]): unknown => polls.at(-1)?.body?.state;

/** Judges a run that succeeded. */
export const whenSucceeded = (polls: Exchange[], judgement: () => Judgement): Judgement =>
  when(stateOf(polls) === 'succeeded', `the run ended as ${toText(stateOf(polls))}`, judgement);

/** A run ended in a state. */
export const expectToEndAs = (polls: Exchange[], state: string): Judgement =>
  expectThat(stateOf(polls) === state, {
    branch: `not-${state}`,
    expected: `the run to end as ${state}`,
    got: toText(stateOf(polls)),
    at: polls.at(-1),
  });

/** There is no report: the response is a refusal, or says that the report does not exist yet. */
export function expectReportAbsent(response: Exchange, branch: string): Judgement {
  const notYet = [202, 204].includes(response.status);
  return expectThat(notYet || (response.status >= 300 && response.status < 500), {
    branch,
    expected: 'no report',
    got: summaryOf(response),
    at: response,
  });
}

/**
 * Records reads of a run that has ended: at once, and twice more while another run on its
 * publication is in progress and ends.
 */
export const readAfterwards = (s: Script, registration: Handle, run: Handle) => {
  const again = readRun(s, run);
  start(s, registration, 'unmetered_tool');
  return {again, later: s.repeat(2, (each) => void readRun(each, run), {every: seconds(65)})};
};

/** The run ended in this state, and every later read shows the same. */
export const expectEndedAs = (
  state: string,
  polls: Exchange[],
  again: Exchange,
  later: Exchange[],
): Judgement =>
  when(stateOf(polls) === state, `the run ended as ${toText(stateOf(polls))}`, () =>
    all(
      expectMember(again, '/state', state, 'another-state-when-asked-again'),
      ...later.map((one) => expectMember(one, '/state', state, 'another-state-later')),
    ),
  );
