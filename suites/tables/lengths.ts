/** Cases at the bounds of lengths, in letters of two to four bytes: characters are counted, not bytes. */

import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import type {Check, Judgement} from '../language/check.ts';
import {all, expectOutcome, judgeEach, notApplicable, nothing} from '../language/judge.ts';
import type {Handle, Script} from '../language/script.ts';
import {text} from '../language/sent-values.ts';
import {checksOfCases, sceneOfCases, type Answers} from './cases.ts';

/** Letters of two, three and four bytes (UTF-8); the last one is two units of UTF-16. */
const LETTERS = ['ñ', '樓', '📚'] as const;

/** The number of letters of one byte with which fresh texts begin, so that they differ. */
const PLAIN = 30;

/** The length of a short fresh text with such letters. */
export const SHORT = PLAIN + 1;

/** A length that is surely right, the last one that is, and the next one, which is too long or too short. */
type Lengths = [control: number, last: number, beyond: number];

/** A bound of the length of a member. */
interface Bound<B> {
  rule: RuleId;
  lengths: Lengths;
  /** Its values are fresh texts, which differ in their beginnings. */
  isFresh?: true;
  /** Records a request with a value of a length. */
  send(s: Script, value: Val, made: B): Handle;
}

/** A bound with values of one kind of letters. */
interface Case<B> extends Bound<B> {
  letter: string;
}

/** A text of so many letters; a fresh one begins with others. */
const textOf = (s: Script, {letter, isFresh}: Case<never>, count: number): Val =>
  isFresh ? text(s.fresh('external-id', PLAIN), letter.repeat(count)) : letter.repeat(count);

/**
 * How many letters make a text of each length. A character may be a code point or a unit of UTF-16: the last text that
 * is right is so by both counts, and the one beyond is wrong by both.
 */
function countsOf({letter, isFresh, lengths: [control, last, beyond]}: Case<never>): Lengths {
  const plain = isFresh ? PLAIN : 0;
  const points = (length: number): number => length - plain;
  const units = (length: number): number => Math.floor((length - plain) / letter.length);
  return beyond > last
    ? [points(control), units(last), points(beyond)]
    : [points(control), points(last), units(beyond)];
}

/** The checks that bounds count characters, if the deployment takes such letters at all. */
export function lengthChecks<B extends object>(declared: {
  id: string;
  /** The situation of a request that is accepted. */
  accepted: string;
  /** Records what the requests have in common. */
  begin?(s: Script): B;
  bounds: Bound<B>[];
}): Check[] {
  const {id, accepted, begin, bounds} = declared;
  const scene = sceneOfCases({
    id,
    onlyOnTestTargets: true,
    cases: LETTERS.flatMap((letter) => bounds.map((bound): Case<B> => ({...bound, letter}))),
    ...(begin && {begin}),
    act: (s, one, made: B) => {
      const [control, last, beyond] = countsOf(one);
      const send = (count: number): Handle => one.send(s, textOf(s, one, count), made);
      return {control: send(control), last: send(last), beyond: send(beyond)};
    },
  });
  const expectCharactersCounted = (
    {control, last, beyond}: Answers<Steps>,
    letter: string,
  ): Judgement => {
    if (control.situations.includes(accepted))
      return all(
        expectOutcome(last, accepted, 'refused at the bound'),
        expectOutcome(beyond, 'invalid', 'taken beyond the bound'),
      );
    return letter === LETTERS[0]
      ? notApplicable('letters that are not ASCII are not accepted')
      : nothing();
  };
  return [...new Set(bounds.map(({rule}) => rule))].flatMap((rule) =>
    checksOfCases(scene, 'of letters that are not ASCII', {
      [rule]: (answered) =>
        judgeEach(
          answered.filter(({of}) => of.rule === rule),
          ({seen, of}) => expectCharactersCounted(seen, of.letter),
        ),
    }),
  );
}

type Steps = Record<'control' | 'last' | 'beyond', Handle>;
