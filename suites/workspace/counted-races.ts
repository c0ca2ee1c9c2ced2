/** Registrations and starts at the same moment, and what they spend (Limits; States / Upload and registration). */

import {DAY_MS} from '../../spec/durations.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isClientError} from '../../spec/status.ts';
import {checksOf, sharedScene, type Check, type Judgement, type Scene} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {all, expectThat, judgeEach, nothing, when, whenTimely} from '../language/judge.ts';
import {hasSituation} from '../language/outcome.ts';
import {overlapped} from '../language/races.ts';
import {hours, minutes, type Args, type Handle, type Script} from '../language/script.ts';
import {sum} from '../language/sent-values.ts';
import {
  leftIn,
  readAccount,
  register,
  registrationOf,
  reserveAndUpload,
  whenAllowanceLimited,
} from './publishing.ts';
import {sendInTurn} from './senders-at-once.ts';
import {isAccepted, publishWithFile, readUsage, runsUsedIn, start} from './running.ts';

/** How many requests are sent at once, and how many the limit still allows. */
type Size = readonly [count: number, left: number];

/** Races by their names. */
export type Races = Readonly<Record<string, Size>>;

/** Who sends the requests of a race, and which tools they start: each in turn. */
export interface Contest {
  by?: readonly Args[];
  tools?: readonly string[];
}

const RACES: Races = {
  '8 of many': [8, 12],
  '8 of few': [8, 4],
  '4 of many': [4, 12],
  '2 of many': [2, 12],
  '2 of few': [2, 1],
};

/** Enough places for what a race needs besides. */
const PLENTY = 20;

/** A race in which every second registration says another size than its bytes have. */
const HALF_WRONG = 'half of them wrong';

/** The requests of a race, between two reads of what is left. */
export interface Race<T = Exchange, R = Exchange[]> {
  before: T;
  race: R;
  after: T;
}

/** Records registrations at the same moment, between two reads of the account. */
function raceToRegister(
  s: Script,
  [count, places]: Size,
  {by = [{}]}: Contest = {},
  isWrong: (index: number) => boolean = () => false,
): Race<Handle, Handle<Exchange[]>> {
  s.control('leave-places', {role: 'full', places: PLENTY});
  const landed = Array.from({length: count}, () => reserveAndUpload(s));
  s.control('leave-places', {role: 'full', places});
  const before = readAccount(s);
  const race = sendInTurn(
    s,
    by,
    landed.map((one, index) => (branch, sender) => {
      const body = registrationOf(s, one);
      const size = isWrong(index) ? sum(body.size_bytes, 1) : body.size_bytes;
      register(branch, one, {...sender, body: {...body, size_bytes: size}});
    }),
  );
  return {before, race, after: readAccount(s)};
}

/** Records registrations at the same moment, race after race. */
const raceForPlaces = (s: Script, races: Races, contest?: Contest) =>
  Object.fromEntries(
    Object.entries(races).map(([name, race]) => [name, {...raceToRegister(s, race, contest)}]),
  );

/** Registrations at the same moment. @param name what differs between those of a race */
export const registrationRaces = (name: string, races: Races, contest: Contest): Scene =>
  sharedScene({
    id: `workspace: registrations at the same moment, ${name}`,
    onlyOnTestTargets: true,
    act: (s) => inGroups(raceForPlaces(s, races, contest)),
  });

const registrationsByOneKey = sharedScene({
  id: 'workspace: registrations at the same moment, and the allowance',
  onlyOnTestTargets: true,
  act: (s) =>
    inGroups({
      ...raceForPlaces(s, RACES),
      [HALF_WRONG]: {...raceToRegister(s, [8, 12], {}, (index) => index % 2 === 1)},
    }),
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

/** The races of some names. */
const racesIn = (seen: object, names: readonly string[]): Race[] =>
  names.map((name) => groupIn(seen, name) as unknown as Race);

/** Races show something only if the requests of one of them were on their way at the same time. */
const whenOneOverlapped = (races: readonly Race[]): Judgement =>
  whenTimely(
    races.some(({race}) => overlapped(race)),
    'the requests did not overlap',
    () => nothing(),
  );

/** Whether a registration was accepted. */
export const isRegistered = hasSituation('registered');

/** The races of some names, each of which spent as many places as registrations were accepted. */
export const expectPlacesSpent = (seen: object, names: readonly string[]): Judgement => {
  const races = racesIn(seen, names);
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
  [count, runs]: Size,
  {by = [{}], tools = ['metered_tool']}: Contest = {},
): Record<string, Handle<unknown>> {
  // The runs of the race before no longer count, and none ends its day in this race.
  s.advance(DAY_MS + minutes(1));
  s.control('leave-runs', {role: 'full', runs});
  // Whether a run counts that does not succeed is open (NS-WS-42).
  s.control('end-runs', {role: 'full', as: Array.from({length: count}, () => 'succeeded')});
  const before = readUsage(s);
  const race = sendInTurn(
    s,
    by,
    registrations
      .slice(0, count)
      .map(
        (one, index) => (branch, sender) =>
          void start(branch, one, tools[index % tools.length], sender),
      ),
  );
  // A run may count when it has ended; how long one takes is not shown.
  s.advance(hours(12));
  return {before, race, after: readUsage(s)};
}

/** Starts of metered runs at the same moment, race after race. @param name what differs between those of a race */
export const startRaces = (name: string, races: Races, contest: Contest = {}): Scene =>
  sharedScene({
    id: `workspace: metered starts at the same moment, ${name}`,
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const most = Math.max(...Object.values(races).map(([count]) => count));
      const registrations = Array.from({length: most}, () => publishWithFile(s));
      const raced = Object.entries(races).map(([race, size]) => [
        race,
        raceToStart(s, registrations, size, contest),
      ]);
      const seen = inGroups(Object.fromEntries(raced) as Record<string, Record<string, Handle>>);
      s.control('end-runs', {role: 'full', as: []});
      s.advance(DAY_MS + minutes(1));
      return seen;
    },
  });

/** Judges what each race of starts has spent. */
function judgeStartRaces(
  seen: object,
  names: readonly string[],
  judge: (spent: Spent, name: string) => Judgement,
): Judgement {
  const races = racesIn(seen, names);
  return all(
    judgeEach(races, ({before, race, after}, index) => {
      const accepted = race.filter(isAccepted).length;
      const spent = runsUsedIn(after) - runsUsedIn(before);
      return when(
        isClear(race, isAccepted),
        'not every response says whether its run was accepted',
        () => judge({accepted, spent, figure: 'daily_runs_used', at: after}, names[index] ?? ''),
      );
    }),
    whenOneOverlapped(races),
  );
}

/** The races of some names, each of which spent as many runs as starts were accepted. */
export const expectRunsSpent = (seen: object, names: readonly string[]): Judgement =>
  judgeStartRaces(seen, names, expectSpent);

/** What races are about: which requests won, and how many the limit had left. */
interface Prize {
  isWon: (one: Exchange) => boolean;
  leftIn: (before: Exchange) => unknown;
  /** What is left, in the plural. */
  what: string;
}

/** No more requests of a race are accepted than the limit had left. @param races by name, as the hook prepared them */
export function expectWithinLimit(
  seen: object,
  races: Races,
  {isWon, leftIn: leftOf, what}: Prize,
): Judgement {
  const names = Object.keys(races);
  return all(
    judgeEach(Object.entries(races), ([name, [, left]]) => {
      const {before, race} = groupIn(seen, name) as unknown as Race;
      const won = race.filter(isWon);
      return when(leftOf(before) === left, `the hook did not leave ${left} ${what}`, () =>
        expectThat(won.length <= left, {
          branch: `${name}: more than were left`,
          expected: `at most ${left} of the requests to be accepted`,
          got: String(won.length),
          at: won[left] ?? won[0],
        }),
      );
    }),
    whenOneOverlapped(racesIn(seen, names)),
  );
}

const AT_ONCE = '@ at the same moment';

/** The checks of what is spent at the same moment. */
export const countedRaces: Check[] = [
  ...checksOf(registrationsByOneKey, {
    [`workspace.uploads.registration-spends-one ${AT_ONCE}`]: (seen: object) =>
      expectPlacesSpent(seen, Object.keys(RACES)),
    [`workspace.uploads.refusal-spends-nothing ${AT_ONCE}`]: (seen: object) =>
      expectPlacesSpent(seen, [HALF_WRONG]),
  }),
  ...checksOf(startRaces('and the usage', RACES), {
    [`workspace.runs.metered-spends-one ${AT_ONCE}`]: (seen: object) =>
      expectRunsSpent(seen, Object.keys(RACES)),
    [`workspace.runs.refused-start-spends-nothing ${AT_ONCE}`]: (seen: object) =>
      judgeStartRaces(seen, Object.keys(RACES), (spent, name) =>
        spent.accepted < (RACES[name]?.[0] ?? 0)
          ? expectSpent({...spent, spent: Math.max(spent.accepted, spent.spent)}, name)
          : nothing(),
      ),
  }),
];
