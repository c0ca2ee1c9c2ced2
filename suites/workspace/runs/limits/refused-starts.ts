import {quantity} from '../../../../spec/quantity.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {isClientError} from '../../../../spec/status.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {expectThat, when} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {publishWithFile, runsUsedIn, start, readUsage} from '../../running.ts';

/**
 * Refused starts are not counted: `daily_runs_used` does not rise after each of them. It may rise
 * after some: an earlier run may be counted late (NS-WS-42), and others may start runs.
 * @param reads of the usage, before the first refused start and after each
 */
export function expectNeverSpent(reads: Exchange[]): Judgement {
  const [, ...later] = reads;
  const rises = later.filter((read, index) => runsUsedIn(read) > runsUsedIn(reads[index] ?? read));
  return expectThat(rises.length < later.length, {
    branch: 'refused-start-spent',
    expected: '`daily_runs_used` not to change when a start is refused',
    got: `a rise after each of ${quantity(later.length, 'refused start')}`,
    at: later.at(-1),
  });
}

/**
 * Records two refused starts, with reads of the usage around and between them. One rise alone means
 * nothing: an earlier run may be counted late, and others may start runs.
 * @param refused records one such start
 */
export function readUsageAround(
  s: Script,
  refused: () => Handle,
): Record<'before' | 'once' | 'between' | 'again' | 'after', Handle> {
  const before = readUsage(s);
  const once = refused();
  const between = readUsage(s);
  return {before, once, between, again: refused(), after: readUsage(s)};
}

/** Starts that are refused, but not by a limit. */
export const refusedStarts: Check[] = [
  check({
    rule: 'workspace.runs.refused-start-spends-nothing',
    place: 'a tool of no catalogue',
    act: (s) => {
      const registration = publishWithFile(s);
      return readUsageAround(s, () => start(s, registration, '', {body: {tool: s.fresh('text')}}));
    },
    judge: ({before, once, between, again, after}) =>
      when(
        [once, again].every(({status}) => isClientError(status)),
        'a start with the slug of no tool was not refused',
        () => expectNeverSpent([before, between, after]),
      ),
  }),
];
