import type {Exchange} from '../../spec/exchange.ts';
import type {Command} from '../../spec/relation.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {Violation, Witness} from '../../spec/run-record.ts';
import type {Val} from '../../spec/value.ts';
import type {Foundation} from './foundation.ts';
import type {Handle, Script, Seen} from './script.ts';
import type {ValueClasses} from '../values/values.ts';

/** The steps that an act returns to its judge, by the names that it gives them. */
export type Handles = Record<string, Handle<unknown>>;

/** The conclusion of a judge from its exchanges. */
export interface Judgement {
  witnesses: Witness[];
  violations: Violation[];
  /** Why nothing could be decided (a race that did not overlap, a list of one page). */
  inconclusive?: string;
  /**
   * With `inconclusive`: the verdict if another attempt would not decide either. The rule does not
   * apply to this deployment, or the check cannot create what it needs.
   */
  outOfReach?: 'not-applicable' | 'not-exercised';
  /**
   * Set if another attempt may decide: the requests of a race did not overlap, a burst took too long, or a
   * link was used too near to its end.
   */
  retry?: 'timing-did-not-fit' | 'used-too-late';
  /**
   * The choice at an open point that hides the relevant behaviour: the check is not applicable if the
   * profile makes this choice. If the profile makes the choice that `unless` names, hiding the behaviour
   * breaks the rule.
   */
  open?: {point: string; choice: string; unless?: {choice: string; violation: Violation}};
  /** The choice at an open point with which the violations break no rule, and why. */
  permittingChoice?: {point: string; choice: string; reason: string};
  /** With `inconclusive`: the violation of another rule that prevents a decision. */
  blocked?: BlockingViolation;
  /** Which of two documented answers was seen. */
  variant?: string;
  /** Why a part of the judge could not read the responses; the other parts have been judged. */
  unread?: Error;
}

/**
 * What a judge presupposes and did not see: that a request succeeds, or that another rule holds. It belongs to the rule
 * that it breaks: the one about the success of the operation, or the one that is named.
 */
export type BlockingViolation = {refused: Exchange} | {rule: RuleId; violation?: Violation};

/**
 * A set-up that several checks share. The engine takes the first way whose capabilities the target
 * offers; the result has the same shape in every way. Its steps use `expects`, so that no rule fails if
 * the set-up does.
 */
export interface Setup<G> {
  id: string;
  /** The set-up's results are not used up: on a shared deployment it is sent once, for all scenes. */
  reusable?: true;
  ways: ((s: Script) => G)[];
  /** A choice of the profile with which only the first way makes it: the deployment itself lacks what the others need. */
  onlyFirstWayIf?: {point: string; choice: string};
}

/**
 * One recorded sequence of steps, which several checks may judge. The type parameters are the result of
 * the set-up and that of the act.
 */
export interface Scene<G = unknown, R extends object = Handles> {
  id: string;
  api: Api;
  given?: Setup<G>;
  /** Records steps; sends nothing and cannot branch on responses. */
  act(s: Script, made: G): R;
  /**
   * The scene uses up a limit that is not renewed soon (a minute window, the allowance). All other costs are
   * derived from the steps.
   */
  exhausts?: true;
  /**
   * If the deployment breaks its rules, the scene may revoke the access of later scenes: it is run after
   * all others, except those that move the clock far.
   */
  mayRevokeAccess?: true;
  /**
   * The scene's requests have to follow each other directly: none of them is replaced by an equal request of an
   * earlier scene.
   */
  consecutive?: true;
  /** The scene keeps the classes of values with which it was recorded. */
  keepsRecordedClasses?: true;
  /** The scene's values matter: none of its requests is replaced by one of an earlier scene. */
  noRequestReuse?: true;
  /** The scene is not run on a shared target, unless that is a deployment for tests (`isForTests`). */
  onlyOnTestTargets?: true;
  /** The scene is an extra draw: it is never sent to a shared target, not even to one for tests. */
  mockOnly?: true;
  /** The rows that the scene needs may be missing, and the run cannot create them. */
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
  /** The rule is judged on the responses of every scene; the check's own scene only provokes such a response. */
  passive?: true;
  /**
   * With `passive`: other situations that an open point allows where its own scene provokes such a response, by the
   * point.
   */
  orElse?: Record<string, string>;
  /** The check decides the plain success of an operation, which every scene that calls it shows as well. */
  plain?: true;
  /** The check was generated from a mark of the contract or from a table. */
  table?: true;
  /** JSON Pointer of the member that the check is about, into the body of the last response. */
  member?: string;
  /** The foundations of its rule (`foundations.ts`). */
  restsOn?: readonly Foundation[];
  /** The rules that cannot be judged while its own is broken. */
  spoils?: readonly RuleId[];
  /** The draw of a property. */
  draw?: Draw;
  /** The sequence of a model: its commands, and the check of another sequence of the model. */
  sequence?: {
    commands: Command[];
    /** The commands with the states in which they are sent, if all of them succeed. */
    commandsInStates: string[];
    /** Everything that the sequence covers: commands in states, after changes, and in parallel. */
    covers: readonly string[];
    withCommands(commands: Command[]): Check;
  };
  /**
   * After a failure: a check of a shorter sequence that fails in the same way, found without sending
   * anything.
   */
  slice?(seen: Seen<R>): Check | undefined;
}

/** The draw for a check of a property. */
export interface Draw {
  /** The name of the property; properties of several rules with shared draws have the same name. */
  property: string;
  /** The subject under which the values are counted: the rule, or a name that several rules share. */
  subject: string;
  /** The drawn values, by name. */
  values: Drawn;
  /** The plain value of each name. */
  plain: Drawn;
  /** The class of each value that is not plain, by the name of the value. */
  classes: Record<string, string>;
  /** Every possible class, by the name of the value. */
  all: Record<string, string[]>;
  /**
   * The same check with other values.
   * @param classes of the values, if they are known
   */
  withValues(values: Drawn, classes?: Record<string, string>): Check;
  /**
   * The same check with plain values.
   * @param name of the one value that is kept; without it all are plain
   */
  withPlainValuesExcept(name?: string): Check;
}

/** The declaration of a check. */
export interface Declaration<G, R extends object> {
  rule: RuleId;
  /** Names one of several places where the rule holds. */
  place?: string;
  /** The id of the scene; the rule and the place without it. */
  scene?: string;
  given?: Setup<G>;
  act(s: Script, made: G): R;
  judge(seen: Seen<R>): Judgement;
  exhausts?: true;
  consecutive?: true;
  keepsRecordedClasses?: true;
  noRequestReuse?: true;
  onlyOnTestTargets?: true;
}

/** Declares the check of a behavioural rule; `checksOf` declares several at once. */
export function check<G = undefined, R extends object = Handles>(
  declaration: Declaration<G, R>,
): Check {
  const {rule, place, scene: id, judge, ...scene} = declaration;
  return declared(rule, place ?? '*', judge, {
    id: id ?? (place === undefined ? rule : `${rule} ${place}`),
    api: rule.split('.')[0] as Api,
    ...scene,
  });
}

/**
 * A scene that several checks judge; the names that its act returns are what the judges see. Its id begins with its API,
 * such as `store: two users`, or is a rule.
 */
export const sharedScene = <G, R extends object>(
  scene: Omit<Scene<G, R>, 'api'> & {api?: Api},
): Scene<G, R> => ({
  api: scene.id.split(/[:.]/)[0] as Api,
  ...scene,
});

/**
 * Declares the checks that one scene decides, so that it is sent only once. Each is named by its rule, or by
 * `rule @ place` at one of several places.
 */
export const checksOf = <G, R extends object>(
  scene: Scene<G, R>,
  judges: Record<string, (seen: Seen<R>) => Judgement>,
): Check[] =>
  Object.entries(judges).map(([name, judge]) => {
    const [rule = name, ...place] = name.split(AT_PLACE);
    return declared(rule, place.join(AT_PLACE) || '*', judge, scene);
  });

/** Stands between a rule and one of its places. */
const AT_PLACE = ' @ ';

/**
 * A check without the types of its scene, as the engine takes it: the engine passes to the judge exactly
 * the steps that the scene's act returned.
 */
const declared = <G, R extends object>(
  rule: RuleId,
  place: string,
  judge: (seen: Seen<R>) => Judgement,
  scene: Scene<G, R>,
): Check => ({rule, place, scene, judge}) as unknown as Check;

/** The drawn values of a property, by name. */
export type Drawn = Record<string, Val>;

/** Decides one rule for all values that it draws: for all, act, judge. */
export interface Property<V extends Drawn = Drawn, R extends object = Handles, G = unknown> {
  rule: RuleId;
  /** The beginning of the scene ids of properties that share their draws. */
  scene?: string;
  /** Names one of several places where the rule holds. */
  place?: string;
  /** The values for which the rule holds, by the names that `act` and `judge` read. */
  forAll: {[K in keyof V]: ValueClasses<V[K]>};
  /** The value that determines the requests; only the other values are replaced by plain ones. */
  story?: keyof V;
  given?: Setup<G>;
  /** Records steps with the values; sends nothing and cannot branch on responses. */
  act(s: Script, values: V, made: G): R;
  /** A pure function of the exchanges and the values. */
  judge(seen: Seen<R>, values: V): Judgement;
  /** As in a scene. */
  exhausts?: true;
  consecutive?: true;
  /**
   * The most draws for a shared target, unless it is a deployment for tests: each leaves something that
   * cannot be removed.
   */
  maxDrawsOnShared?: number;
  /** The most draws for a deployment for tests: each needs many of its daily reads. */
  maxDrawsOnTestTarget?: number;
  /** The factor by which it gets more draws than others, because it has many classes. */
  drawFactor?: number;
}

/** A property of any values: the engine passes the drawn values to `act` and `judge`. */
// oxlint-disable-next-line typescript/no-explicit-any -- a property takes values of its own types
export type AnyProperty = Property<any, any, any>;
