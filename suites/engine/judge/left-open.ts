import {choicesAt, type Profile} from '../../../spec/profile.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Judgement} from '../../language/check.ts';
import {READ_CHOICES} from '../../language/open-choices.ts';

type Choices = Profile['choices'];

type Undecided = Pick<PlaceVerdict, 'verdict' | 'reason' | 'openPoint'>;

/**
 * The verdict if the deployment makes a choice that the document leaves open.
 * @param seen what it does, in words
 * @param outOfReach the verdict without a line of the profile; by default the line is asked for
 */
export function openVerdict(
  {point, choice, unless}: NonNullable<Judgement['open']>,
  seen: string | undefined,
  choices: Choices,
  outOfReach?: Judgement['outOfReach'],
): Undecided {
  const line = `choices.${point}: ${choice}`;
  if (choicesAt(choices, point).includes(choice))
    return {verdict: 'not-applicable', reason: `${seen}; the profile says so (${line})`};
  const ifNot = unless ? `, or choices.${point}: ${unless.choice} if it is a fault` : '';
  return outOfReach
    ? {
        verdict: outOfReach,
        reason: `${seen}; the document leaves this open: add ${line} to the profile if it is intended${ifNot}`,
        openPoint: point,
      }
    : {
        verdict: 'inconclusive',
        reason: `${seen}; if this behaviour is intended, add ${line} to the profile`,
        openPoint: point,
      };
}

/**
 * The reason of a judge that names an open point (`NS-ST-33`), with the choices that settle it; unchanged if it names
 * none, or if the profile has settled it.
 */
export function withSettlingChoices(
  reason: string,
  choices: Choices,
): Pick<Undecided, 'reason' | 'openPoint'> {
  const points = [...new Set(reason.match(/\bNS-[A-Z]+-\d+/g))].filter((id) => !(id in choices));
  const [openPoint] = points;
  if (openPoint === undefined) return {reason};
  const lines = points.flatMap((point) => {
    const read = Object.keys(READ_CHOICES[point] ?? {});
    return read.length ? [`choices.${point}: ${read.join(' or ')}`] : [];
  });
  return {
    reason: lines.length
      ? `${reason}; the profile can settle this with ${lines.join(', ')}`
      : reason,
    openPoint,
  };
}
