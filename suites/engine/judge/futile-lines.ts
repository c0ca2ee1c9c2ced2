import type {Profile} from '../../../spec/profile.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import type {Responses} from '../send/scene-run.ts';
import type {CheckVerdict} from './place-results.ts';
import {isFoundIn, judgeWith, profileOf} from './refuted-pointers.ts';
import type {RunServices} from './run-services.ts';

/**
 * Removes suspect lines whose corrections do not help: with all members that are absent read as null, the
 * check finds the same violation. A member that one response lacks and another one has at the same time, for
 * example, is not null in both.
 */
export function withoutFutileLines(
  verdict: CheckVerdict,
  check: Check,
  responses: Responses,
  services: RunServices,
): CheckVerdict {
  const members = absentAsNull(verdict.violations, profileOf(check, services));
  if (!Object.keys(members).length) return verdict;
  const corrected = judgeWith(members, check, responses, services);
  const violations = verdict.violations.map((one) =>
    isFoundIn(one, corrected) ? withoutAbsences(one) : one,
  );
  return {...verdict, violations};
}

/** The locations of the members that a correction reads as null where they are absent. */
function absentAsNull(violations: readonly Violation[], {members}: Profile): Profile['members'] {
  const keys = violations.flatMap(({suspectLines = []}) =>
    suspectLines.flatMap(({member}) => (member?.about === 'absence' ? [member.key] : [])),
  );
  return Object.fromEntries(
    keys.flatMap((key) => {
      const location = members[key];
      return location && 'at' in location ? [[key, {at: location.at, absent: 'null'}]] : [];
    }),
  );
}

function withoutAbsences({suspectLines = [], ...violation}: Violation): Violation {
  const others = suspectLines.filter(({member}) => member?.about !== 'absence');
  return others.length ? {...violation, suspectLines: others} : violation;
}
