/** A kind of things, as the tables of many, of moves at once, of clients with a cache, and of others need it. */

import type {Exchange} from '../../spec/exchange.ts';
import {mapValues} from '../../spec/map-values.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Counted} from '../language/chapter.ts';
import type {Judgement} from '../language/check.ts';
import type {Handle, Script} from '../language/script.ts';
import type {Known, ShownKind} from './many-shown.ts';

/** How many there are: the first number at standard effort, each other one in a round of deep effort. */
export const COUNTS = [12, 53, 2, 1] as const;

/** The same for what no plan bounds: more than a page or a batch of 20 or 25. */
export const LONG_COUNTS = [27, 53, 2, 1] as const;

/** A list that is walked through. */
interface ListOfKind<G> {
  walk(s: Script, common: G): Handle<Exchange[]>;
  /** Whether it has to show a thing; undefined where that is open. Without it: those that have not ended. */
  has?(known: Known): boolean | undefined;
}

/** What shows things of a kind. */
export type Looked = readonly {looks: Exchange[]; known: Known}[];

/** What else holds of some things, or of what they bring about. */
interface Further<M, G> {
  /** A request that shows it; without it, the reads of the kind do. */
  look?(s: Script, one: M, common: G): Handle | undefined;
  expectEach(seen: Looked): Judgement;
}

/** Things of a kind. `G` is what they have in common. */
// oxlint-disable-next-line typescript/no-explicit-any -- what things have in common is of any type
export interface Kind<M extends {created: Handle} = any, G = any> extends ShownKind {
  /** How many of them a table makes. Default: `COUNTS`. */
  counts?: Counted['counts'];
  begin(s: Script): G;
  /** Records the creation of one as set-up. @param number from 1; its values depend on it */
  make(s: Script, common: G, number: number): M;
  /** The reads of one, by the rules that say that they show it. */
  looks: Record<RuleId, (s: Script, one: M, common: G) => Handle | undefined>;
  /** What else holds of things that are made at once, by the rules that say so. */
  further?: Record<RuleId, Further<M, G>>;
  /** The lists, by the rules that say what they show. */
  lists: Record<RuleId, ListOfKind<G>>;
  /** One is changed. */
  change?: {rule: RuleId; record(s: Script, one: M, number: number): Handle};
  /** Another one ends. */
  end?: {
    rule: RuleId;
    record(s: Script, one: M): Handle;
    expectEnded(look: Exchange, created: Exchange): Judgement;
  };
  /** The rule that is broken if the change or the end of one changes another. */
  others: RuleId;
}

/** Describes things of a kind. */
export const kindOf = <M extends {created: Handle}, G>(kind: Kind<M, G>): Kind<M, G> => kind;

/** Records every read of some things, by rule and number. */
export const recordLooks = <M extends {created: Handle}, G>(
  s: Script,
  {looks}: Pick<Kind<M, G>, 'looks'>,
  things: Iterable<readonly [number: number, one: M]>,
  common: G,
) =>
  Object.fromEntries(
    [...things].flatMap(([number, one]) =>
      Object.entries(looks).map(([rule, look]) => [`${rule} ${number}`, look(s, one, common)]),
    ),
  );

/** Records what else is to be seen of some things, by rule and number. */
export const recordFurther = <M extends {created: Handle}, G>(
  s: Script,
  {further = {}}: Kind<M, G>,
  things: Iterable<readonly [number: number, one: M]>,
  common: G,
) => {
  const looks = mapValues(further, ({look}) => look ?? (() => undefined));
  return recordLooks(s, {looks}, things, common);
};

/** Records a walk through some lists, by rule. */
export const recordWalks = <G>(s: Script, lists: Kind<never, G>['lists'], common: G) =>
  Object.fromEntries(Object.entries(lists).map(([rule, {walk}]) => [rule, walk(s, common)]));

/** Judges of rules, each at a place. */
export const judgesOf = <T>(
  things: Readonly<Record<RuleId, T>>,
  place: string,
  judge: (rule: RuleId, thing: T) => (seen: object) => Judgement,
): Record<string, (seen: object) => Judgement> =>
  Object.fromEntries(
    Object.entries(things).map(([rule, thing]) => [`${rule} @ ${place}`, judge(rule, thing)]),
  );
