import {lastToken, tokens} from '../../../spec/json.ts';
import type {MemberLocation, Profile} from '../../../spec/profile.ts';
import type {Api} from '../../../spec/rule.ts';
import type {RuleVerdict, Violation} from '../../../spec/run-record.ts';
import type {Specification} from '../../../spec/specification.ts';
import {memberKey} from '../../target/codec/member-key.ts';

/** What is known of an API and of how a deployment serves it. */
interface Served {
  specification: Specification;
  profile: Profile;
}

/**
 * Violations name members as the document does. Where the profile says that the deployment has a member
 * elsewhere, the reader is told so.
 */
export function withPlacesByProfile(
  rules: RuleVerdict[],
  specifications: Record<Api, Specification>,
  profileOf: (api: Api) => Profile,
): RuleVerdict[] {
  const apis = (Object.entries(specifications) as [Api, Specification][]).map(
    ([api, specification]): Served => ({specification, profile: profileOf(api)}),
  );
  return rules.map((rule) => ({
    ...rule,
    places: rule.places.map((place) => ({
      ...place,
      violations: place.violations.map((one) => withPlace(one, apis)),
    })),
  }));
}

function withPlace(violation: Violation, apis: Served[]): Violation {
  const {pointer = '', expected} = violation;
  const place = apis.map((served) => placeOf(violation, served)).find(Boolean);
  if (place === undefined) return violation;
  return {
    ...violation,
    expected: `${expected} (by the profile \`${lastToken(pointer)}\` is ${place})`,
  };
}

/**
 * Where the profile has the member of a violation; undefined if it is where the document has it, or if the successes
 * of the operation have it in different places.
 */
function placeOf(
  {op, pointer}: Violation,
  {specification: {contract}, profile: {members}}: Served,
): string | undefined {
  const operation = op === undefined ? undefined : contract.operations[op];
  if (!operation || pointer === undefined || !tokens(pointer).length) return undefined;
  const places = operation.outcomes
    .filter(({statuses}) => statuses.every((status) => status < 300))
    .map(({schema}) => schema && members[memberKey(contract.document, schema, pointer)])
    .map((location) => location && placeText(location, pointer));
  return new Set(places).size === 1 ? places[0] : undefined;
}

function placeText(location: MemberLocation, pointer: string): string | undefined {
  if ('header' in location) return `in the header ${location.header}`;
  return location.at === `/${lastToken(pointer)}` ? undefined : `at ${location.at}`;
}
