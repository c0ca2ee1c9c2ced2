/** Registrations and starts at the same moment, and what they spend (Limits; States / Upload and registration). */

import {DAY_MS} from '../../spec/durations.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isClientError} from '../../spec/status.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {all, expectThat, judgeEach, nothing, when, whenTimely} from '../language/judge.ts';
import {hasSituation} from '../language/outcome.ts';
import {overlapped} from '../language/races.ts';
import {hours, minutes, type Handle, type Script} from '../language/script.ts';
import {sum} from '../language/sent-values.ts';
import {
  leftIn,
  readAccount,
  register,
  registrationOf,
  reserveAndUpload,
  whenAllowanceLimited,
} from './publishing.ts';
import {isAccepted, publishWithFile, readUsage, runsUsedIn, start} from './running.ts';

/** Races: how many requests are sent at once, and how many the limit still allows. */
const RACES = {
  '8 of many': [8, 12],
  '8 of few': [8, 4],
  '4 of many': [4, 12],
  '2 of many': [2, 12],
  '2 of few': [2, 1],
} as const;

/** Enough places for what a race needs besides. */
const PLENTY = 20;

/** A race in which every second registration says another size than its bytes have. */
const HALF_WRONG = 'half of them wrong';

interface Race<T = Exchange, R = Exchange[]> {
  before: T;
  race: R;
  after: T;
}

/** Records registrations at the same moment, between two reads of the account. */
function raceToRegister(
  s: Script,
  [count, places]: readonly [number, number],
  isWrong: (index: number) => boolean = () => false,
): Race<Handle, Handle<Exchange[]>> {
  s.control('leave-places', {role: 'full', places: PLENTY});
  const landed = Array.from({length: count}, () => reserveAndUpload(s));
  s.control('leave-places', {role: 'full', places});
  const before = readAccount(s);
  const race = s.parallel(
    ...landed.map((one, index) => (branch: Script) => {
      const body = registrationOf(s, one);
      const size = isWrong(index) ? sum(body.size_bytes, 1) : body.size_bytes;
      register(branch, one, {body: {...body, size_bytes: size}});
    }),
  );
  return {before, race, after: readAccount(s)};
}

/** Registrations at the same moment, race after race. */
const registrationRaces = sharedScene({
  id: 'workspace: registrations at the same moment, and the allowance',
  onlyOnTestTargets: true,
  act: (s) => {
    const races = Object.entries(RACES).map(([name, race]) => [name, raceToRegister(s, race)]);
    const wrong = raceToRegister(s, [8, 12], (index) => index % 2 === 1);
    return inGroups({...Object.fromEntries(races), [HALF_WRONG]: {...wrong}});
  },
});

/** What a race says of the number of places or runs that it has spent. */
interface Spent {
  accepted: number;
  spent: number;
  /** What the figure is that shows it. */
  figure: string;
  at: Exchange;
}

const expectSpent = ({accepted, spent, figure, at}: Spent, name: string): Judgement =>
  expectThat(spent === accepted, {
    branch: `${name}: not one each`,
    expected: `\`${figure}\` to say that ${accepted} were spent, as many as were accepted`,
    got: String(spent),
    at,
  });

/** Whether each response of a race says whether it was accepted: a server error does not. */
const isClear = (race: Exchange[], isWon: (one: Exchange) => boolean): boolean =>
  race.some(isWon) && race.every((one) => isWon(one) || isClientError(one.status));

/** Races show something only if the requests of one of them were on their way at the same time. */
const whenOneOverlapped = (races: readonly Race[]): Judgement =>
  whenTimely(
    races.some(({race}) => overlapped(race)),
    'the requests did not overlap',
    () => nothing(),
  );

const isRegistered = hasSituation('registered');

/** The races of some names, each of which spent as many places as registrations were accepted. */
const expectPlacesSpent = (seen: object, names: readonly string[]): Judgement => {
  const races = names.map((name) => groupIn(seen, name) as unknown as Race);
  return all(
    ...races.map(({before, race, after}, index) => () => {
      const accepted = race.filter(isRegistered).length;
      // That no more are registered than places are left is another rule.
      const isCountable = isClear(race, isRegistered) && accepted <= leftIn(before);
      const spent = leftIn(before) - leftIn(after);
      return whenAllowanceLimited(before, () =>
        when(isCountable, 'not every response says whether it was registered', () =>
          expectSpent(
            {accepted, spent, figure: 'publications_left', at: after},
            names[index] ?? '',
          ),
        ),
      );
    }),
    whenOneOverlapped(races),
  );
};

/** Records starts at the same moment, each on its own publication, and the usage before and after them. */
function raceToStart(
  s: Script,
  registrations: Handle[],
  [count, runs]: readonly [number, number],
): Record<string, Handle<unknown>> {
  // The runs of the race before no longer count, and none ends its day in this race.
  s.advance(DAY_MS + minutes(1));
  s.control('leave-runs', {role: 'full', runs});
  // Whether a run counts that does not succeed is open (NS-WS-42).
  s.control('end-runs', {role: 'full', as: Array.from({length: count}, () => 'succeeded')});
  const before = readUsage(s);
  const race = s.parallel(
    ...registrations
      .slice(0, count)
      .map((one) => (branch: Script) => void start(branch, one, 'metered_tool')),
  );
  // A run may count when it has ended; how long one takes is not shown.
  s.advance(hours(12));
  return {before, race, after: readUsage(s)};
}

/** Starts of metered runs at the same moment, race after race. */
const startRaces = sharedScene({
  id: 'workspace: metered starts at the same moment, and the usage',
  exhausts: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const registrations = Array.from({length: 8}, () => publishWithFile(s));
    const races = Object.entries(RACES).map(([name, race]) => [
      name,
      raceToStart(s, registrations, race),
    ]);
    const seen = inGroups(Object.fromEntries(races) as Record<string, Record<string, Handle>>);
    s.control('end-runs', {role: 'full', as: []});
    s.advance(DAY_MS + minutes(1));
    return seen;
  },
});

/** Judges each race of starts. */
const judgeStartRaces = (seen: object, judge: (spent: Spent, name: string) => Judgement) => {
  const races = Object.keys(RACES).map((name) => groupIn(seen, name) as unknown as Race);
  return all(
    judgeEach(races, ({before, race, after}, index) => {
      const accepted = race.filter(isAccepted).length;
      const spent = runsUsedIn(after) - runsUsedIn(before);
      return when(
        isClear(race, isAccepted),
        'not every response says whether its run was accepted',
        () =>
          judge(
            {accepted, spent, figure: 'daily_runs_used', at: after},
            Object.keys(RACES)[index] ?? '',
          ),
      );
    }),
    whenOneOverlapped(races),
  );
};

const AT_ONCE = '@ at the same moment';

/** The checks of what is spent at the same moment. */
export const countedRaces: Check[] = [
  ...checksOf(registrationRaces, {
    [`workspace.uploads.registration-spends-one ${AT_ONCE}`]: (seen: object) =>
      expectPlacesSpent(seen, Object.keys(RACES)),
    [`workspace.uploads.refusal-spends-nothing ${AT_ONCE}`]: (seen: object) =>
      expectPlacesSpent(seen, [HALF_WRONG]),
  }),
  ...checksOf(startRaces, {
    [`workspace.runs.metered-spends-one ${AT_ONCE}`]: (seen: object) =>
      judgeStartRaces(seen, (spent, name) => expectSpent(spent, name)),
    [`workspace.runs.refused-start-spends-nothing ${AT_ONCE}`]: (seen: object) =>
      judgeStartRaces(seen, (spent, name) =>
        expectSpent({...spent, spent: Math.max(spent.accepted, spent.spent)}, name),
      ),
  }),
];
