import {at, leadsThroughNull} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check, Scene} from '../../language/check.ts';
import {mayBeDecidedPassively} from '../../contract/checks/passive-checks.ts';
import {limited} from '../../rate-limits/limited.ts';
import {unjudged, type CheckVerdict, type PlaceResults} from './place-results.ts';
import {mismatchIn} from './without-interference.ts';
import {openVerdict} from './left-open.ts';
import {lineText, suspectLinesIn} from './suspect-lines.ts';
import {mostTelling} from '../../target/codec/telling-line.ts';

/** Whether responses have already shown what a check would only bring about. */
export const isWitnessed = (check: Check, placeResults: PlaceResults): boolean =>
  mayBeDecidedPassively(check) && placeResults.witnessesAt(check).length > 0;

/**
 * The verdict of a check that only has to bring a response about, by what passive checks have found.
 * @param choices that the profile of the target makes at open points
 */
export function verdictOfPassive(
  check: Check,
  exchanges: Exchange[],
  placeResults: PlaceResults,
  choices: Profile['choices'] = {},
): CheckVerdict {
  const {place, member} = check;
  const witnesses = [...placeResults.witnessesAt(check)];
  if (witnesses.length)
    return {place, verdict: 'passed', witnesses, violations: [], decidedPassively: true};
  const missing = missingRows(check.scene, exchanges);
  if (missing !== undefined) return unjudged(check, 'not-exercised', missing);
  if (member !== undefined && leadsThroughNull(exchanges.at(-1)?.body, member))
    return unjudged(
      check,
      'not-applicable',
      'the object around the member is null in the response',
    );
  const open = allowedInstead(check, exchanges);
  if (open) return {place, witnesses: [], violations: [], ...openVerdict(open, open.seen, choices)};
  return unjudged(check, 'inconclusive', mismatchIn(exchanges) ?? nothingShown(exchanges));
}

/** The situation that an open point allows, where a response is of it instead of the one that was provoked. */
function allowedInstead(
  {orElse = {}}: Check,
  exchanges: readonly Exchange[],
): {point: string; choice: string; seen: string} | undefined {
  const seen = Object.entries(orElse).find(([situation]) =>
    exchanges.some(({situations}) => situations.includes(situation)),
  );
  if (!seen) return undefined;
  const [situation, point] = seen;
  return {point, choice: situation, seen: `answered as ${situation}`};
}

/** The reason where the responses are there and say nothing; a line of the profile may be behind it. */
function nothingShown(exchanges: Exchange[]): string {
  const last = exchanges.slice(-3).map(describeResponse).join(', ');
  const line = mostTelling(suspectLinesIn(exchanges.slice(-3)));
  const hint = line ? `; ${lineText(line)}` : '';
  return `no response showed what the rule is about: ${last}${hint}`;
}

/** Why the rows are not there that a scene would show; undefined where it has some, or needs none. */
function missingRows({mayBeEmpty}: Scene, exchanges: Exchange[]): string | undefined {
  const rows = mayBeEmpty && at(exchanges.at(-1)?.body, mayBeEmpty.rows);
  return Array.isArray(rows) && rows.length === 0 ? mayBeEmpty?.reason : undefined;
}

/** A response in words, for example `getAccount was answered 429 (rate limit)`. */
function describeResponse(exchange: Exchange): string {
  const {op, status, problem} = exchange;
  if (status === 0) return `${op} had no response (${problem?.text ?? 'network'})`;
  return `${op} was answered ${status}${limited(exchange) ? ' (rate limit)' : ''}`;
}
