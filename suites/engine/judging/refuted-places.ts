import {lastToken} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {SuspectMember} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../check.ts';
import {Codec} from '../../target/codec.ts';
import {isCalledAlike} from '../../target/codec/fitting-place.ts';
import type {Responses} from '../attempts/scene-run.ts';
import {judgeAgain, responsesWith} from './profile-variant.ts';
import type {RunServices} from '../run-services.ts';

/**
 * A suspect line says that a member may be at another place than in the profile. Records the places that
 * are refuted: each has a possible value of the member, and a check that knows the right value finds
 * another one there. Places with a name like the member's, or like the one in the profile, stay possible:
 * the value may be wrong for another reason.
 * @param violations of the check, except those that another client may have caused
 */
export function noteRefutedPlaces(
  check: Check,
  responses: Responses,
  violations: readonly Violation[],
  services: RunServices,
): void {
  const profile = profileOf(check, services);
  for (const violation of violations)
    for (const {line, member} of violation.suspectLines ?? []) {
      if (!member) continue;
      const refuted = placesToTry(violation, member, profile).filter((place) =>
        isSeenAt(place, member, violation, {check, responses, services}),
      );
      for (const place of refuted) services.lines.refute(line, place);
    }
}

/** The profile by which the responses of a check are read. */
export const profileOf = ({scene}: Check, {target}: RunServices): Profile =>
  target.profile(scene.api);

/** The places of a suspect line that a violation about the value of its very member can refute. */
function placesToTry({pointer}: Violation, member: SuspectMember, {members}: Profile): string[] {
  const location = members[member.key];
  const name = lastToken(member.key);
  const isAboutMember = pointer !== undefined && lastToken(pointer) === name;
  if (member.about !== 'location' || !isAboutMember || !location || !('at' in location)) return [];
  const names = [location.at, `/${name}`];
  return [...member.near, ...member.far].filter(
    (place) => !names.some((one) => isCalledAlike(place, one)),
  );
}

/** Whether a check finds the same violation when the member is read at another place. */
function isSeenAt(
  place: string,
  {key}: SuspectMember,
  violation: Violation,
  {check, responses, services}: {check: Check; responses: Responses; services: RunServices},
): boolean {
  const members = {[key]: {at: place}};
  return isFoundIn(violation, judgeWith(members, check, responses, services));
}

/** Whether another judgement of a check has the same violation; one that could not read its responses does not. */
export const isFoundIn = ({branch, step}: Violation, other: Judgement | undefined): boolean =>
  other?.violations.some((one) => one.branch === branch && one.step === step) === true;

/** The judgement of a check when some members are read at other locations. */
export function judgeWith(
  members: Profile['members'],
  check: Check,
  responses: Responses,
  services: RunServices,
): Judgement | undefined {
  const {api} = check.scene;
  const profile = profileOf(check, services);
  const {contract} = services.specifications[api];
  const other = {...profile, members: {...profile.members, ...members}};
  const variant = {api, codec: new Codec(contract, other)};
  return judgeAgain(check, responsesWith(variant, responses));
}
