import {lastToken} from '../../../spec/json.ts';
import type {Profile} from '../../../spec/profile.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {SuspectMember} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../language/check.ts';
import {Codec} from '../../target/codec.ts';
import {isCalledAlike} from '../../target/codec/similar-names.ts';
import type {Responses} from '../send/scene-run.ts';
import {judgeAgain, responsesWith} from './profile-variant.ts';
import type {RunServices} from './run-services.ts';

/**
 * A suspect line says that a member may be at another location than in the profile. Records the locations that
 * are refuted: each has a possible value of the member, and a check that knows the right value finds
 * another one there. Places with a name like the member's, or like the one in the profile, stay possible:
 * the value may be wrong for another reason.
 * @param violations of the check, except those that another client may have caused
 */
export function noteRefutedPointers(
  check: Check,
  responses: Responses,
  violations: readonly Violation[],
  services: RunServices,
): void {
  const profile = profileOf(check, services);
  for (const violation of violations)
    for (const {line, member} of violation.suspectLines ?? []) {
      if (!member) continue;
      const refuted = pointersToTry(violation, member, profile).filter((pointer) =>
        isSeenAt(pointer, member, violation, {check, responses, services}),
      );
      for (const pointer of refuted) services.lines.refute(line, pointer);
    }
}

/** The profile by which the responses of a check are read. */
export const profileOf = ({scene}: Check, {target}: RunServices): Profile =>
  target.profile(scene.api);

/** The locations of a suspect line that a violation about the value of its very member can refute. */
function pointersToTry({pointer}: Violation, member: SuspectMember, {members}: Profile): string[] {
  const location = members[member.key];
  const name = lastToken(member.key);
  const isAboutMember = pointer !== undefined && lastToken(pointer) === name;
  if (member.about !== 'location' || !isAboutMember || !location || !('at' in location)) return [];
  const names = [location.at, `/${name}`];
  return [...member.near, ...member.far].filter(
    (pointer) => !names.some((one) => isCalledAlike(pointer, one)),
  );
}

/** Whether a check finds the same violation when the member is read at another location. */
function isSeenAt(
  pointer: string,
  {key}: SuspectMember,
  violation: Violation,
  {check, responses, services}: {check: Check; responses: Responses; services: RunServices},
): boolean {
  const members = {[key]: {at: pointer}};
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
