import type {Command} from '../spec/relation.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Violation, Witness} from '../spec/run-record.ts';
import type {Val} from '../spec/value.ts';
import type {Foundation} from './foundation.ts';
import type {Handle, Script, Seen} from './script.ts';
import type {Values} from './values/values.ts';

/** What an act returns: the steps that the judge is to see, by the names that it gives them. */
export type Handles = Record<string, Handle<unknown>>;

/** What a judge concludes from the exchanges that it was given. */
export interface Judgement {
  witnesses: Witness[];
  violations: Violation[];
  /** Why nothing could be decided (a race that did not overlap, a list of one page). */
  inconclusive?: string;
  /**
   * With `inconclusive`: the verdict that says so, where trying again would not decide either. The
   * rule is about what this deployment does not do, or the check cannot bring about what it needs.
   */
  outOfReach?: 'not-applicable' | 'not-exercised';
  /** Set when trying again may decide: the requests of a race were not under way together. */
  retry?: 'race-did-not-overlap';
  /**
   * The choice at an open point that hides what the check would have to see: not applicable where
   * the profile makes it. Where the profile makes the choice `unless` names, hiding it breaks the
   * rule.
   */
  open?: {point: string; choice: string; unless?: {choice: string; violation: Violation}};
  /** Which of two documented answers was seen. */
  variant?: string;
  /** Why a part of the judge could not read the responses; the other parts have been judged. */
  unread?: Error;
}

/**
 * A set-up that several checks share. The engine takes the first way whose capabilities the target
 * offers; what comes out has the same shape whichever way was taken. Its steps say `expects`:
 * nobody is blamed when a set-up fails.
 */
export interface Setup<G> {
  id: string;
  /** Its results are not used up: on a shared deployment it is sent once, for all scenes. */
  reusable?: true;
  ways: ((s: Script) => G)[];
}

/**
 * What a check does, before anything is judged: one recorded sequence of steps, which several
 * checks may judge. The type parameters are what the set-up makes and what the act returns.
 */
export interface Scene<G = unknown, R extends object = Handles> {
  id: string;
  api: Api;
  given?: Setup<G>;
  /** Records steps; sends nothing and cannot branch on responses. */
  act(s: Script, made: G): R;
  /**
   * It uses up what the deployment cannot give back soon (a minute window, the allowance). All
   * other costs are derived from the steps.
   */
  exhausts?: true;
  /**
   * Where the deployment breaks its rules, it may revoke the access of later scenes: it is run
   * after all others, but for those that move the clock far.
   */
  mayRevokeAccess?: true;
  /**
   * Its requests have to follow one upon the other: none of them is replaced by an equal request
   * that an earlier scene sent.
   */
  unbroken?: true;
  /** Its values are of the classes with which it was recorded, and of no other. */
  asRecorded?: true;
  /** Its values matter: none of its requests is replaced by one of an earlier scene. */
  ownRequests?: true;
  /** It is not run on a shared target, unless that is a deployment for tests (`isForTests`). */
  notOnLiveTarget?: true;
  /** It is an extra draw: it is never sent to a shared target, not even to one for tests. */
  mockOnly?: true;
  /** What it needs to show may not be there, and the run cannot bring it about. */
  mayBeEmpty?: MayBeEmpty;
}

/** A list that may have no rows: then the rules about its rows are not exercised. */
export interface MayBeEmpty {
  /** JSON Pointer of the rows into the body of the last response. */
  rows: string;
  /** Why the rules are not exercised, and what to supply. */
  reason: string;
}

/** The exchanges that a judge of a scene sees, by the names that the scene's act gives them. */
export type SeenIn<S extends {act: (...args: never[]) => object}> = Seen<ReturnType<S['act']>>;

/** Decides one rule at one place: given, act, judge. */
export interface Check<G = unknown, R extends object = Handles> {
  rule: RuleId;
  place: string;
  scene: Scene<G, R>;
  /** A pure function of the exchanges. */
  judge(seen: Seen<R>): Judgement;
  /** Its rule is judged on the responses of every scene; its own scene only brings about such a one. */
  passive?: true;
  /** It decides the plain success of an operation, which every scene that calls it shows as well. */
  plain?: true;
  /** It was made from a mark of the contract, or from a table: not written by hand. */
  table?: true;
  /** JSON Pointer of the member that it is about, into the body of the last response. */
  member?: string;
  /** The foundations that its rule rests on (`foundations.ts`). */
  restsOn?: readonly Foundation[];
  /** Of a property: what was drawn for it. */
  draw?: Draw;
  /** Of a model: the commands of this sequence, and the check of another sequence of the model. */
  sequence?: {
    commands: Command[];
    /** The states in which they are given, with their names, when all are answered plainly. */
    situations: string[];
    /** All that it covers: commands in states, after changes, and at the same moment. */
    covers: readonly string[];
    of(commands: Command[]): Check;
  };
  /**
   * After a failure: a check of a shorter sequence that fails in the same way, found without a
   * request.
   */
  slice?(seen: Seen<R>): Check | undefined;
}

/** What was drawn for a check of a property. */
export interface Draw {
  /** The property; those of several rules that share their draws have one name. */
  property: string;
  /** What the values are counted under: the rule, or what several rules share. */
  subject: string;
  /** What was drawn, by name. */
  values: Drawn;
  /** The plain value of each name. */
  plain: Drawn;
  /** The class of each value that is not plain, by the name of the value. */
  classes: Record<string, string>;
  /** Every class that there is, by the name of the value. */
  all: Record<string, string[]>;
  /**
   * The same check with other values.
   * @param classes of the values, where they are known
   */
  of(values: Drawn, classes?: Record<string, string>): Check;
  /**
   * The same check with plain values.
   * @param name of the one value that is kept; without it all are plain
   */
  keeping(name?: string): Check;
}

/** How a check is written down. */
export interface Declaration<G, R extends object> {
  rule: RuleId;
  /** Names one of several places where the rule holds. */
  place?: string;
  given?: Setup<G>;
  act(s: Script, made: G): R;
  judge(seen: Seen<R>): Judgement;
  exhausts?: true;
  unbroken?: true;
  notOnLiveTarget?: true;
}

/** Declares the check of a behavioural rule; `checksOf` and `checksAt` declare several at once. */
export function check<G = undefined, R extends object = Handles>(
  declaration: Declaration<G, R>,
): Check {
  const {rule, place, judge, ...scene} = declaration;
  return declared(rule, place ?? '*', judge, {
    id: place === undefined ? rule : `${rule} ${place}`,
    api: rule.split('.')[0] as Api,
    ...scene,
  });
}

/** A scene that several checks judge; the names that its act returns are what the judges see. */
export const sharedScene = <G, R extends object>(scene: Scene<G, R>): Scene<G, R> => scene;

/** Declares the checks of several rules that one scene decides: what it uses up is used up once. */
export const checksOf = <G, R extends object>(
  scene: Scene<G, R>,
  judges: Record<RuleId, (seen: Seen<R>) => Judgement>,
): Check[] => Object.entries(judges).map(([rule, judge]) => declared(rule, '*', judge, scene));

/** Declares the checks of several places of one rule that one scene decides. */
export const checksAt = <G, R extends object>(
  scene: Scene<G, R>,
  rule: RuleId,
  judges: Record<string, (seen: Seen<R>) => Judgement>,
): Check[] => Object.entries(judges).map(([place, judge]) => declared(rule, place, judge, scene));

/**
 * A check as the engine takes it, which does not know the types of its scene: the engine hands the
 * judge exactly what the scene's act returned.
 */
const declared = <G, R extends object>(
  rule: RuleId,
  place: string,
  judge: (seen: Seen<R>) => Judgement,
  scene: Scene<G, R>,
): Check => ({rule, place, scene, judge}) as unknown as Check;

/** What a property draws, by name. */
export type Drawn = Record<string, Val>;

/** Decides one rule for all values that it draws: for all, act, judge. */
export interface Property<V extends Drawn = Drawn, R extends object = Handles, G = unknown> {
  rule: RuleId;
  /** Of properties that the same draws decide: the beginning of the ids of their scenes. */
  scene?: string;
  /** Names one of several places where the rule holds. */
  place?: string;
  /** The values for which the rule holds, by the names that `act` and `judge` read. */
  forAll: {[K in keyof V]: Values<V[K]>};
  /** The value that says which requests are sent: a draw is compared with plain values of the others. */
  story?: keyof V;
  given?: Setup<G>;
  /** Records steps with the values; sends nothing and cannot branch on responses. */
  act(s: Script, values: V, made: G): R;
  /** A pure function of the exchanges and the values. */
  judge(seen: Seen<R>, values: V): Judgement;
  /** As in a scene. */
  exhausts?: true;
  unbroken?: true;
  /**
   * Draws that a shared target gets at most, unless it is a deployment for tests: each leaves
   * something there that cannot be removed.
   */
  onShared?: number;
  /** Draws that a deployment for tests gets at most: each is many of the reads that it has a day. */
  forTests?: number;
  /** How many times as many draws as others it gets where more than one is drawn: it has many classes. */
  times?: number;
}

/** A property of any values: the engine hands `act` and `judge` what was drawn for them. */
// oxlint-disable-next-line typescript/no-explicit-any -- a property takes values of its own types
export type AnyProperty = Property<any, any, any>;
