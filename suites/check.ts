import type {Command, Relation} from '../spec/relation.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Violation, Witness} from '../spec/run-record.ts';
import type {Exchange, Val} from '../spec/step.ts';
import type {Args, Handle, Script, Seen} from './script.ts';
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
  /** What it makes lasts and is not used up: on a shared deployment it is made once. */
  lasting?: true;
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
   * Where the deployment breaks its rules, requests of later scenes may be refused: it is played
   * after all others, but for those that move the clock far.
   */
  comesLate?: true;
  /**
   * Its requests have to follow one upon the other: none of them is replaced by an equal request
   * that an earlier scene sent.
   */
  unbroken?: true;
  /** Its values are of the classes with which it was recorded, and of no other. */
  asRecorded?: true;
  /** Its values matter: none of its requests is replaced by one of an earlier scene. */
  ownRequests?: true;
  /** It leaves something that cannot be removed, and is not played on a shared target. */
  notOnShared?: true;
  /** It is made up beside enough others, and no shared target is sent it, not even one for tests. */
  unsharedOnly?: true;
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
  /** It decides the plain success of an operation, which other scenes show in passing. */
  plain?: true;
  /** It was made from a mark of the contract, or from a table: not written by hand. */
  table?: true;
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
  notOnShared?: true;
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

/**
 * How an operation is brought to its success: `args` records everything before the call on the
 * script and returns what the call itself carries. The generic checks send that call as it is, in
 * the name of other roles, and with one edit of its body.
 */
export interface Visit {
  api: Api;
  op: string;
  args(s: Script): Args;
}

/**
 * How a condition is brought about under which an operation has to give a certain response, for
 * example `unknown` or `allowance-spent`.
 */
export interface Provocation<G = unknown> {
  api: Api;
  op: string;
  condition: string;
  given?: Setup<G>;
  /** As in a scene. */
  exhausts?: true;
  /**
   * Other situations that an open point allows here: seeing one decides nothing, and the reason
   * names the point.
   */
  orElse?: Record<string, string>;
  /** A scene of the chapter's own checks that brings it about too: its act returns a `subject`. */
  scene?: Scene;
  /** As in a scene. */
  mayBeEmpty?: MayBeEmpty;
  /**
   * What the response to `means` has to be for the condition to come about. Where it is a refusal, the
   * condition does not exist on the deployment, for the reason `otherwise`.
   */
  means?: {situation: string; otherwise: string};
  /** `control` differs from `subject` in the one property that the rule is about, and succeeds. */
  act(s: Script, made: G): {subject: Handle<unknown>; control?: Handle; means?: Handle};
}

/** Declares a provocation whose act uses what its set-up made. */
export const provocation = <G>(declaration: Provocation<G>): Provocation =>
  declaration as Provocation;

/**
 * A command of an opening: its name, for example `publish`, or its name and the position of the
 * command that made what it acts on, for example `['repair', 1]`; it may be given at the same moment
 * as the one before.
 */
export type OpeningStep = string | [does: string, on: number, atOnce?: 'at the same moment'];

/** The sequences of commands with which a chapter tries its model. */
export interface Model<S> {
  rule: RuleId;
  given?: Setup<object>;
  start: S;
  relation: Relation<S>;
  /** How sequences begin, in turn: they lead to states from which it is worth going on. */
  openings: OpeningStep[][];
  /** Every second command goes through the MCP server. */
  alternates?: true;
  /** As in a scene: what earlier scenes did to what they made would be unknown to the model. */
  unbroken?: true;
  /** What every sequence ends with: reads that show its effects. */
  closing: string[];
  /** Commands by name. */
  commands: Record<string, CommandSteps>;
  /**
   * Describes the state in which a command is given, as far as it matters for choosing sequences:
   * those that give a command in a new situation are preferred.
   */
  situation(state: S, command: Command): string;
}

/** The steps of a command. */
export interface CommandSteps {
  /** Names of the commands that make what this one acts on, for example `publish` of `repair`. */
  on?: string | readonly string[];
  /** It is one request, and may be sent at the same moment as another such command. */
  atOnce?: true;
  /** It lets time pass, which a target without a clock of its own has to wait for. */
  takesTime?: true;
  /**
   * Records the steps.
   * @param subject what the command named by `on` returned
   * @returns the step whose response the model judges
   */
  record(s: Script, subject: Handle | undefined): Handle<unknown>;
}

/** A model with a state of any type: a relation reads and gives only states of its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- a relation takes and gives its state
export type AnyModel = Model<any>;

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
   * Draws that a shared target gets at most: each leaves something there that cannot be removed.
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

/**
 * How the effect of a write is seen. With it, every member and parameter of the operation is tried
 * with values of every class that its contract describes (`suites/contract/request-values.ts`).
 */
export interface Write {
  api: Api;
  op: string;
  rules: {
    /** A refused request changes nothing. */
    refused: RuleId;
    /** A wrong request is no reason for a server error. */
    noServerError?: RuleId;
  };
  /** Draws that a shared target gets at most; 3 without it. */
  onShared?: number;
  /**
   * Records what the requests need.
   * @returns the arguments of each request, but for one part that is edited; and the read that shows
   * what they did
   */
  act(s: Script): {
    args: Args;
    /** The creation of what the requests act on; absent where they create. */
    made?: Handle;
    /** The same read before them, where it takes two to see what they did. */
    before?: Handle;
    read(): Handle;
  };
  /**
   * Judges what was read after requests that were all refused. Without it the read is a list whose
   * rows are compared with what the contract says of them (`x-repeats`, `x-shows`).
   */
  untouched?(seen: {made?: Exchange; before?: Exchange; read: Exchange}): Judgement;
}

/** A read whose parameters are tried with values of every class that its contract describes. */
export interface Read {
  api: Api;
  op: string;
  /** The rule that is broken by another answer. */
  rule: RuleId;
  /** The situations that any value may be answered with; without it all but a server error. */
  allowed?: string[];
}

/** A chapter of the suite. */
export interface Chapter {
  chapter: string;
  visits: Visit[];
  provocations: Provocation[];
  checks: Check[];
  /** Checks that are made from a table of the document: they have no fixtures, like those of marks. */
  tables?: Check[];
  models?: AnyModel[];
  properties?: AnyProperty[];
  writes?: Write[];
  reads?: Read[];
}

/**
 * A rule without which others cannot be judged. While it is broken, a failure of one of those is its
 * consequence: no other fault. The narrower a foundation, the fewer faults of their own it hides; a
 * failure is its consequence only where each of its violations fits all that is given.
 */
export interface Foundation {
  rule: RuleId;
  spoils: readonly RuleId[];
  /**
   * What a violation has in common with one of the broken rule: the operation, the refusal (its status
   * in place of one situation, at whatever operation), or the response (both).
   */
  alike?: 'operation' | 'refusal' | 'response';
  /** The operations at which a violation is a consequence. */
  operations?: readonly string[];
  /** The branches of the judges of the spoiled rules whose violations are consequences. */
  branches?: readonly string[];
}
