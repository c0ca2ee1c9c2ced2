/** Cases that send a value of every kind in each member: each is accepted, and shown as it was given. */

import {defined} from '../../spec/defined.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isObject} from '../../spec/json.ts';
import type {Val} from '../../spec/value.ts';
import type {Judgement} from '../language/check.ts';
import {expectOutcome, judgeEach, nothing, when} from '../language/judge.ts';
import type {Script} from '../language/script.ts';
import {packed, type Kinds, type PackedRequest} from '../values/kinds.ts';
import {
  sceneOfCases,
  type Answered,
  type Answers,
  type Expectation,
  type SceneOfCases,
  type Steps,
} from './cases.ts';

/** A scene of requests with values of every kind; the first of them has plain values. */
export type SceneOfKinds<R> = SceneOfCases<PackedRequest, R>;

/** What is expected of the responses in such a scene. */
export type Expected<R> = Expectation<PackedRequest, R>;

/** The declaration of such a scene. */
interface Declared<R, B> {
  id: string;
  /** The members by the kinds of their values. */
  kinds: Record<string, Kinds>;
  /** Makes plain values: if they are refused, those of the kinds are not to blame. */
  plain(s: Script): Record<string, Val>;
  /** Records what the requests have in common. */
  begin?(s: Script): B;
  /** Records a request with values, and reads of what it stored. */
  act(s: Script, values: Record<string, Val>, made: B): R;
}

/** Declares a scene of the store that sends values of every kind in each member. */
export const sceneOfKinds = <R extends Steps, B extends object>({
  id,
  kinds,
  plain,
  begin,
  act,
}: Declared<R, B>): SceneOfKinds<R> =>
  sceneOfCases<PackedRequest, R, object, B>({
    id,
    onlyOnTestTargets: true,
    keepsRecordedClasses: true,
    noRequestReuse: true,
    cases: [{kinds: {}, values: plain}, ...packed(kinds)],
    ...(begin && {begin: (s) => begin(s)}),
    act: (s, {values}, made) => act(s, values(s), made),
  });

/** The request with plain values, and the others. */
const apart = <R>([plain, ...others]: readonly Answered<PackedRequest, R>[]) => ({
  plain: defined(plain, 'the request with plain values').seen,
  others,
});

/**
 * An expectation that depends on the responses to plain values.
 * @param judge gives the judgement, or says why nothing can be judged after these responses
 */
export const ifPlain =
  <R>(
    judge: (plain: Answers<R>, judgement: () => Judgement) => Judgement,
    expected: Expected<R>,
  ): Expected<R> =>
  (answered) =>
    judge(apart(answered).plain, () => expected(answered));

/** The response to a step of a case. */
const responseTo = <R>(seen: Answers<R>, step: keyof R): Exchange => seen[step] as Exchange;

/**
 * Each request that was accepted is judged.
 * @param step the request, named for the situation of its response
 * @param judge may compare with the responses to plain values
 */
export const ofEachAccepted =
  <R>(
    step: keyof R & string,
    judge: (seen: Answers<R>, kinds: Record<string, string>, plain: Answers<R>) => Judgement,
  ): Expected<R> =>
  (answered) => {
    const {plain, others} = apart(answered);
    return judgeEach(
      others.filter(({seen}) => responseTo(seen, step).situations.includes(step)),
      ({seen, of}) => judge(seen, of.kinds, plain),
    );
  };

/** As `ofEachAccepted`, but nothing is said of a request of which a judgement cannot decide anything. */
export const ofEachDecided = <R>(
  step: keyof R & string,
  judge: (seen: Answers<R>) => Judgement,
): Expected<R> =>
  ofEachAccepted(step, (seen) => {
    const judgement = judge(seen);
    return judgement.inconclusive !== undefined && judgement.violations.length === 0
      ? {...nothing(), witnesses: judgement.witnesses}
      : judgement;
  });

/** The members of the body that a refusal blames; none if it does not name them in a documented way (Errors). */
export const blamedBy = ({body}: Exchange): string[] =>
  isObject(body) && isObject(body.errors) && !Array.isArray(body.errors)
    ? Object.keys(body.errors).map((field) => field.split('.')[0] ?? '')
    : [];

/** Each value of the members, with its kind, in words. */
const inWords = (kinds: Record<string, string>, members: readonly string[]): string =>
  members.map((member) => `${member}: ${kinds[member] ?? ''}`).join(', ');

/**
 * A request was accepted. If it was refused because of members that another rule is about, or in front of the service,
 * that says nothing about this rule.
 * @param isOfAll whether the rule is about the whole request: it is broken too when no field is blamed
 */
function expectAccepted(
  sent: Exchange,
  kinds: Record<string, string>,
  {as, members, isOfAll}: {as: string; members: readonly string[]; isOfAll: boolean},
): Judgement {
  if (sent.refusedInFront) return nothing();
  const blamed = blamedBy(sent).filter((field) => kinds[field] !== undefined);
  const own = members.filter((member) => blamed.includes(member));
  const isAboutOthers = blamed.length > 0 ? own.length === 0 : !isOfAll;
  if (isAboutOthers && !sent.situations.includes(as)) return nothing();
  return expectOutcome(sent, as, `refused: ${inWords(kinds, own.length ? own : members)}`);
}

/** Each request was accepted, if the one with plain values was. */
const allAccepted =
  <R>(step: keyof R & string, members: readonly string[], isOfAll: boolean): Expected<R> =>
  (answered) => {
    const {plain, others} = apart(answered);
    return when(
      responseTo(plain, step).situations.includes(step),
      'a request with plain values was not accepted',
      () =>
        judgeEach(others, ({seen, of: {kinds}}) =>
          expectAccepted(responseTo(seen, step), kinds, {as: step, members, isOfAll}),
        ),
    );
  };

/**
 * Every kind of value of the members is accepted, and the whole request if no member is blamed.
 * @param step the request, named for the situation of its response
 */
export const acceptedAsWhole = <R>(step: keyof R & string, ...members: string[]): Expected<R> =>
  allAccepted(step, members, true);

/** Every kind of value of the members is accepted: no refusal blames one of them. */
export const accepted = <R>(step: keyof R & string, ...members: string[]): Expected<R> =>
  allAccepted(step, members, false);
