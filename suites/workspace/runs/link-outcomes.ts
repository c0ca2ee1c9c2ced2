/** What the document allows for download links, and how time passes (Limits). */

import {among, allowedOutcome} from '../../../spec/allowed-outcomes.ts';
import type {Command} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {hours} from '../../language/script.ts';
import {aroundAge} from '../../language/wait-until.ts';
import {DOWNLOAD_LINK_LIFETIME_MS, stageOf, timesOf} from '../link-age.ts';
import {type WorkspaceState, type Outcome, type Outcomes} from './workspace-state.ts';

/** Commands that wait until a link has a certain age, in milliseconds. */
export const UNTIL_LINK: Record<string, number> = Object.fromEntries(
  Object.entries(aroundAge(DOWNLOAD_LINK_LIFETIME_MS)).map(([when, age]) => [
    `wait until the link ${when}`,
    age,
  ]),
);

/** Commands that wait until a run has a certain age, in milliseconds. */
export const UNTIL_DAY: Record<string, number> = Object.fromEntries(
  Object.entries(aroundAge(hours(24))).map(([when, age]) => [
    `wait until the day of the repair ${when}`,
    age,
  ]),
);

/** Records when a link was created. */
export const keeping = (state: WorkspaceState, id: number, of: number): Outcome => ({
  expected: 'redirect',
  fits: among('redirect'),
  next: ([response]) => ({
    ...state,
    links: {...state.links, [id]: {of, since: state.passed, ...timesOf(response)}},
  }),
});

/** A kept link gives the bytes of the original until it expires, and not afterwards. */
export function following(state: WorkspaceState, on: number): Outcomes {
  const link = state.links[on];
  if (!link) return [allowedOutcome(state, 'a link', () => true)];
  const bytes = state.publications[link.of]?.bytes;
  const stage = (responses: Exchange[]) =>
    stageOf(link, state.passed, DOWNLOAD_LINK_LIFETIME_MS, responses[0]);
  const fetched = allowedOutcome(
    state,
    'fetched, the bytes of the original',
    (responses) =>
      stage(responses) !== 'expired' &&
      among('fetched')(responses) &&
      responses.some(({body}) => bytes === undefined || body.sha256 === bytes),
  );
  const ended = allowedOutcome(
    state,
    'storage-refused',
    (responses) => stage(responses) !== 'valid' && among('storage-refused')(responses),
  );
  return stage([]) === 'expired' ? [ended, fetched] : [fetched, ended];
}

/** Time passes until the result of a command has a certain age; time never goes backwards. */
export function waited(state: WorkspaceState, {does, on}: Command): WorkspaceState {
  const since = on === undefined ? undefined : (state.links[on] ?? state.runs[on])?.since;
  const age = UNTIL_LINK[does] ?? UNTIL_DAY[does];
  if (since === undefined || age === undefined) return state;
  return {...state, passed: Math.max(state.passed, since + age)};
}

/** The stage of a link, by the time that commands have let pass. */
export const linkStageOf = (state: WorkspaceState, on: number): string | undefined => {
  const link = state.links[on];
  return link && `link ${stageOf(link, state.passed, DOWNLOAD_LINK_LIFETIME_MS, undefined)}`;
};
