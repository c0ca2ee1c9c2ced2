import {blockedReason} from '../../blocked-by.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import {NOT_OF_ITS_ROLE, type RoleDoubts} from '../preflight/role-doubt.ts';
import {everyRefusalMissing} from './causes/permitted-everywhere.ts';
import {failuresOf} from './consequences.ts';
import {withVerdicts, type PlaceResult} from './place-results.ts';

/**
 * The results after the doubts about roles: a rule that failed because a credential can do more than its role
 * says that the credential may be wrong, and it blocks what could not be decided with that credential.
 */
export function withRolesInDoubt(
  placeResults: PlaceResult[],
  doubts: RoleDoubts = new Map(),
): PlaceResult[] {
  const failed = new Set(placeResults.flatMap(failuresOf).map(({placeResult}) => placeResult.rule));
  const rules = new Map<string, RuleId>();
  for (const {reason, rule} of doubts.values())
    if (rule !== undefined && failed.has(rule)) rules.set(reason, rule);
  const broken = new Set([...rules.values(), ...everyRefusalMissing(placeResults)]);
  return placeResults.map((placeResult) =>
    withVerdicts(placeResult, (verdict) => {
      if (verdict.verdict === 'failed')
        return broken.has(placeResult.rule) ? withSentence(verdict) : verdict;
      return blocked(verdict, rules.get(verdict.reason ?? ''));
    }),
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

const blocked = (verdict: PlaceVerdict, rule: RuleId | undefined): PlaceVerdict =>
  rule === undefined
    ? verdict
    : {
        ...verdict,
        reason: blockedReason(rule, verdict.reason ?? ''),
        blocked: true,
        blockedBy: rule,
      };
