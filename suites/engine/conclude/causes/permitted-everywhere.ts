import type {RuleId} from '../../../../spec/rule.ts';
import {verdictsOf, type PlaceResult} from '../../judge/place-results.ts';
import type {Cause} from './cause.ts';

/**
 * Rules that refuse the same role, by role: if every one of them is broken, the deployment does not look at the
 * permission at all, or the credential is not of this role. That is one cause, told at the first of them.
 */
const OF_ONE_ROLE: readonly (readonly RuleId[])[] = [
  [
    'store.content.create-needs-permission',
    'store.content.update-needs-permission',
    'store.content.delete-needs-permission',
  ],
];

/** A role was refused nowhere: the first rule that refuses it stands for the others. */
export const permittedEverywhere: Cause = ({placeResult: {rule}}, {placeResults}) => {
  const group = OF_ONE_ROLE.find((rules) => rules.includes(rule));
  const [first] = group ?? [];
  if (!group || first === rule || !areAllBroken(group, placeResults)) return undefined;
  return first;
};

/** The first rule of each role that was refused nowhere, though several rules refuse it. */
export const everyRefusalMissing = (placeResults: readonly PlaceResult[]): RuleId[] =>
  OF_ONE_ROLE.flatMap((group) => (areAllBroken(group, placeResults) ? group.slice(0, 1) : []));

/**
 * Whether the first rule has failed, and every other one that was decided has, or has become the consequence of the
 * first, and none has passed anywhere.
 */
function areAllBroken(
  [first, ...others]: readonly RuleId[],
  placeResults: readonly PlaceResult[],
): boolean {
  const verdictsFor = (rule: RuleId) =>
    placeResults.filter((one) => one.rule === rule).flatMap(verdictsOf);
  const isBroken = (rule: RuleId): boolean =>
    verdictsFor(rule).some(
      ({verdict, blockedBy}) =>
        verdict === 'failed' || (verdict === 'inconclusive' && blockedBy === first),
    );
  const hasPassed = (rule: RuleId): boolean =>
    verdictsFor(rule).some(({verdict}) => verdict === 'passed');
  return first !== undefined && isBroken(first) && ![first, ...others].some(hasPassed);
}
