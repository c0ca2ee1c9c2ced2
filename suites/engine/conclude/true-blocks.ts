import {blockedReason} from '../../language/blocked-by.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict} from '../../../spec/run-record.ts';

/**
 * The verdicts in which a rule blocks others only if it has failed itself, or if the run could not decide it. Elsewhere
 * the reason stays, without the rule: what was seen then has another cause, which the reason names.
 * @param rulesFrom the verdicts of all rules, from their places
 */
export function withTrueBlocks(
  places: ReadonlyMap<RuleId, PlaceVerdict[]>,
  rulesFrom: (places: ReadonlyMap<RuleId, PlaceVerdict[]>) => RuleVerdict[],
): RuleVerdict[] {
  const canBlock = new Set(
    rulesFrom(places)
      .filter(isOpen)
      .map(({rule}) => rule),
  );
  const corrected = [...places].map(([rule, all]): [RuleId, PlaceVerdict[]] => [
    rule,
    all.map((place) => {
      const {blockedBy} = place;
      const isTrue = blockedBy === undefined || (blockedBy !== rule && canBlock.has(blockedBy));
      return isTrue ? place : withoutBlock(place, blockedBy);
    }),
  ]);
  return rulesFrom(new Map(corrected));
}

const isOpen = ({verdict}: RuleVerdict): boolean =>
  verdict === 'failed' || verdict === 'inconclusive';

function withoutBlock(
  {blockedBy: _blockedBy, reason = '', ...place}: PlaceVerdict,
  rule: RuleId,
): PlaceVerdict {
  return {...place, reason: reason.replace(blockedReason(rule, ''), 'blocked: ')};
}
