import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import {NOT_OF_ITS_ROLE, type RoleDoubts} from '../judge/role-doubt.ts';
import {everyRefusalMissing} from './causes/permitted-everywhere.ts';
import {withVerdicts, type PlaceResult} from '../judge/place-results.ts';

/**
 * The results after the doubts about roles: a rule that failed because a credential can do more than its role
 * says that the credential may be wrong.
 */
export function withRolesInDoubt(
  placeResults: PlaceResult[],
  doubts: RoleDoubts = new Map(),
): PlaceResult[] {
  const ofDoubts = [...doubts.values()].map(({rule}) => rule);
  const broken = new Set<RuleId | undefined>([...ofDoubts, ...everyRefusalMissing(placeResults)]);
  return placeResults.map((placeResult) =>
    withVerdicts(placeResult, (verdict) =>
      verdict.verdict === 'failed' && broken.has(placeResult.rule)
        ? withSentence(verdict)
        : verdict,
    ),
  );
}

/** A failure that says that the credential may be the cause. */
const withSentence = (verdict: PlaceVerdict): PlaceVerdict => ({
  ...verdict,
  violations: verdict.violations.map((one) => ({
    ...one,
    got: `${one.got}: the deployment is wrong, ${NOT_OF_ITS_ROLE}`,
  })),
});
