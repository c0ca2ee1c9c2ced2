/** Lengths are counted in characters, not in bytes. */

import type {Exchange} from '../../spec/exchange.ts';
import type {Val} from '../../spec/value.ts';
import type {Judgement} from '../language/check.ts';
import {all, expectOutcome, notApplicable} from '../language/judge.ts';
import type {Script} from '../language/script.ts';
import {text} from '../language/sent-values.ts';

/** The place of checks with such letters. */
export const NOT_ASCII = 'of letters that are not ASCII';

/** A letter of two bytes (UTF-8). */
export const LETTER = 'ñ';

/** The number of letters of one byte with which texts begin, so that they differ. */
const PLAIN = 30;

/** The length of a short text with such letters. */
export const SHORT = PLAIN + 1;

/** A fresh text of so many characters, of which those behind the beginning take two bytes each. */
export const ofLength = (s: Script, length: number): Val =>
  text(s.fresh('external-id', PLAIN), LETTER.repeat(length - PLAIN));

/** The responses to a short value, to one at the bound, and to one beyond it. */
interface Bound {
  control: Exchange | undefined;
  longest: Exchange | undefined;
  tooLong: Exchange | undefined;
}

/** A bound counts characters, if the deployment takes such letters at all. */
export function expectCharactersCounted(
  {control, longest, tooLong}: Bound,
  accepted: string,
): Judgement {
  if (!control?.situations.includes(accepted) || !longest || !tooLong)
    return notApplicable('letters that are not ASCII are not accepted');
  return all(
    expectOutcome(longest, accepted, 'refused at the bound'),
    expectOutcome(tooLong, 'invalid', 'taken beyond the bound'),
  );
}
