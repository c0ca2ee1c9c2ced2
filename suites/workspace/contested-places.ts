/** The last places and runs, for which different senders and different tools compete (Limits; Rule 4). */

import {at} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import {checksOf, type Check, type Judgement} from '../language/check.ts';
import {
  expectPlacesSpent,
  expectRunsSpent,
  expectWithinLimit,
  isRegistered,
  registrationRaces,
  startRaces,
  type Contest,
  type Races,
} from './counted-races.ts';
import {leftIn, whenAllowanceLimited} from './publishing.ts';
import {groupIn} from '../language/groups.ts';
import {isAccepted, runsUsedIn} from './running.ts';
import {BY_BOTH, BY_TWO_KEYS} from './senders-at-once.ts';

/** Two at the same moment, where there is enough for one. */
const FEW: Races = {'2 of few': [2, 1]};

/** The same, after two for whom there is enough. */
const BOTH: Races = {'2 of many': [2, 12], ...FEW};

/** The rules about a contest: that no more is given than is left, and that what is given is counted. */
interface Duel extends Contest {
  within: RuleId;
  counted?: RuleId;
}

const REGISTRATIONS: Readonly<Record<string, Duel>> = {
  'by two keys': {
    by: BY_TWO_KEYS,
    within: 'workspace.uploads.parallel-registrations-stay-within-allowance',
    counted: 'workspace.uploads.registration-spends-one',
  },
  'by a key and an agent': {
    by: BY_BOTH,
    within: 'workspace.mcp.spent-allowance-refuses-both-faces',
  },
};

const STARTS: Readonly<Record<string, Duel>> = {
  'by two keys': {
    by: BY_TWO_KEYS,
    within: 'workspace.runs.parallel-starts-stay-within-ceiling',
    counted: 'workspace.runs.metered-spends-one',
  },
  'of two tools': {
    tools: ['metered_tool', 'other_metered_tool'],
    within: 'workspace.runs.parallel-starts-stay-within-ceiling',
  },
  'by a key and an agent': {
    by: BY_BOTH,
    within: 'workspace.mcp.spent-ceiling-refuses-both-faces',
  },
};

/** How many metered runs the ceiling has left. */
const runsLeftIn = (usage: Exchange): number =>
  Number(at(usage.body, '/daily_runs_limit')) - runsUsedIn(usage);

/** The read before the only race, or before the last. */
const beforeLast = (seen: object): Exchange =>
  groupIn<'before'>(seen, Object.keys(FEW)[0] ?? '').before;

/** The judges of a contest, by rule and place. */
const judgesOf = (
  [name, {within, counted}]: [string, Duel],
  judges: {within: (seen: object) => Judgement; counted: (seen: object) => Judgement},
): Record<string, (seen: object) => Judgement> => ({
  [`${within} @ at the same moment, ${name}`]: judges.within,
  ...(counted !== undefined && {[`${counted} @ at the same moment, ${name}`]: judges.counted}),
});

const racesOf = ({counted}: Duel): Races => (counted === undefined ? FEW : BOTH);

function checksOfRegistrations([name, duel]: [string, Duel]): Check[] {
  const races = racesOf(duel);
  const judges = judgesOf([name, duel], {
    within: (seen) =>
      whenAllowanceLimited(beforeLast(seen), () =>
        expectWithinLimit(seen, races, {isWon: isRegistered, leftIn, what: 'places'}),
      ),
    counted: (seen) => expectPlacesSpent(seen, Object.keys(races)),
  });
  return checksOf(registrationRaces(name, races, duel), judges);
}

function checksOfStarts([name, duel]: [string, Duel]): Check[] {
  const races = racesOf(duel);
  const judges = judgesOf([name, duel], {
    within: (seen) =>
      expectWithinLimit(seen, races, {isWon: isAccepted, leftIn: runsLeftIn, what: 'runs'}),
    counted: (seen) => expectRunsSpent(seen, Object.keys(races)),
  });
  return checksOf(startRaces(name, races, duel), judges);
}

/** The checks of what several senders, and several tools, compete for. */
export const contestedPlaces: Check[] = [
  ...Object.entries(REGISTRATIONS).flatMap(checksOfRegistrations),
  ...Object.entries(STARTS).flatMap(checksOfStarts),
];
