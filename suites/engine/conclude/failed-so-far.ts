import type {RuleId} from '../../../spec/rule.ts';
import type {LineEvidence} from '../../target/codec/line-evidence.ts';
import {explainedByLines} from '../judge/suspect-lines.ts';
import {verdictsOf, type PlaceResult} from '../judge/place-results.ts';

/** The failures of a place so far, each with whether a line of the profile may still explain it. */
const failuresAt = (place: PlaceResult, lines: LineEvidence): {isSuspect: boolean}[] =>
  verdictsOf(place)
    .filter(({verdict}) => verdict === 'failed')
    .map((failed) => ({isSuspect: explainedByLines(failed, lines).verdict !== 'failed'}));

/** The rules that have failed, whatever the lines of the profile are. */
export const rulesFailedIn = (places: PlaceResult[], lines: LineEvidence): Set<RuleId> =>
  new Set(
    places
      .filter((place) => failuresAt(place, lines).some(({isSuspect}) => !isSuspect))
      .map(({rule}) => rule),
  );

/** Whether a line of the profile that may be wrong is all that speaks against a failure. */
export const hasSuspectFailure = (places: PlaceResult[], lines: LineEvidence): boolean =>
  places.some((place) => failuresAt(place, lines).some(({isSuspect}) => isSuspect));
