import type {Command, Relation} from '../spec/relation.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Violation, Witness} from '../spec/run-record.ts';
import type {Args, Handle, Script, Seen} from './script.ts';

/** What a judge says of the exchanges that it saw. */
export interface Judgement {
  witnesses: Witness[];
  violations: Violation[];
  /** Why nothing could be decided (a race that did not overlap, a list of one page). */
  inconclusive?: string;
  /** Set when trying again may decide: the requests of a race were not under way together. */
  retry?: 'race-did-not-overlap';
  /**
   * The choice at an open point that hides what the check would have to see: not applicable where
   * the profile makes it.
   */
  open?: {point: string; choice: string};
  /** Which of two documented answers was seen. */
  variant?: string;
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

/** What a check does, before anything is judged: several checks may judge one scene. */
export interface Scene<G = any, R extends Record<string, Handle<any>> = any> {
  id: string;
  api: Api;
  given?: Setup<G>;
  /** Records steps; sends nothing and cannot branch on replies. */
  act(s: Script, g: G): R;
  /**
   * It uses up what the deployment cannot give back soon (a minute window, the allowance). Derived
   * for everything else.
   */
  exhausts?: true;
  /**
   * What it asks has to follow one upon the other: nothing of it is taken from what earlier scenes
   * asked.
   */
  unbroken?: true;
}

/** Decides one rule at one place: given, act, judge. */
export interface Check<G = any, R extends Record<string, Handle<any>> = any> {
  rule: RuleId;
  place: string;
  scene: Scene<G, R>;
  /** A pure function of the exchanges. */
  judge(seen: Seen<R>): Judgement;
  /** It looks for the plain success of an operation, which other scenes show in passing. */
  plain?: true;
  /** Of a model: the commands of its sequence, and the check of others under the same model. */
  sequence?: {commands: Command[]; of(commands: Command[]): Check};
  /**
   * After a failure: a check of a shorter sequence that fails in the same way, found without a
   * request.
   */
  slice?(seen: Seen<R>): Check | undefined;
}

/** How a check is written down. */
export interface Declaration<G, R extends Record<string, Handle<any>>> {
  rule: RuleId;
  /** Where the rule holds in several places. */
  place?: string;
  given?: Setup<G>;
  act(s: Script, g: G): R;
  judge(seen: Seen<R>): Judgement;
  exhausts?: true;
  unbroken?: true;
}

/** Declares the check of a behavioural rule. This is the only way to declare one. */
export function check<
  G = undefined,
  R extends Record<string, Handle<any>> = Record<string, Handle<any>>,
>(said: Declaration<G, R>): Check<G, R> {
  const {rule, place, judge, ...scene} = said;
  return {
    rule,
    place: place ?? '*',
    scene: {
      id: place === undefined ? rule : `${rule} ${place}`,
      api: rule.split('.')[0] as Api,
      ...scene,
    },
    judge,
  };
}

/** Declares the checks of several rules that one scene decides: what it uses up is used up once. */
export const checksOf = <R extends Record<string, Handle<any>>>(
  scene: Scene<any, R>,
  judges: Record<RuleId, (seen: Seen<R>) => Judgement>,
): Check[] =>
  Object.entries(judges).map(([rule, judge]): Check => ({
    rule,
    place: '*',
    scene,
    judge: judge as Check['judge'],
  }));

/** Declares the checks of several places of one rule that one scene decides. */
export const checksAt = <R extends Record<string, Handle<any>>>(
  scene: Scene<any, R>,
  rule: RuleId,
  judges: Record<string, (seen: Seen<R>) => Judgement>,
): Check[] =>
  Object.entries(judges).map(([place, judge]): Check => ({
    rule,
    place,
    scene,
    judge: judge as Check['judge'],
  }));

/**
 * How an operation is brought to its success: everything before the call is recorded on the script,
 * and what the call itself carries is given back. The generic checks call it as it is, in other
 * names, and with one edit.
 */
export interface Visit {
  api: Api;
  op: string;
  args(s: Script): Args;
}

/** How a condition is brought about under which an operation has to answer a situation. */
export interface Provocation {
  api: Api;
  op: string;
  condition: string;
  given?: Setup<any>;
  /** As in a scene. */
  exhausts?: true;
  /**
   * Other situations that an open point allows here: seeing one decides nothing, and the reason
   * names the point.
   */
  orElse?: Record<string, string>;
  /** A scene of the chapter's own checks that brings it about too: its act gives a `subject`. */
  scene?: Scene<any, any>;
  /** `control` differs from `subject` in the one property that the rule is about, and succeeds. */
  act(s: Script, g: any): {subject: Handle<any>; control?: Handle};
}

/** A command that a model names: on nothing, or on what the command at this position made. */
export type Move = string | [does: string, on: number];

/** What a chapter says of the sequences that it wants to see. */
export interface Model<S> {
  rule: RuleId;
  given?: Setup<object>;
  start: S;
  relation: Relation<S>;
  /** How sequences begin, in turn: places from which it is worth going on. */
  openings: Move[][];
  /** Every second command goes through the MCP server. */
  alternates?: true;
  /** What every sequence ends with: looks that show what is left behind. */
  closing: string[];
  /**
   * Commands by name: what each acts on (a command that makes such a thing), and the steps that it
   * is.
   */
  commands: Record<string, {on?: string; record(s: Script, on: Handle | undefined): Handle<any>}>;
  /**
   * Where a sequence that is answered in the plainest way leads: for choosing sequences before
   * anything is sent.
   */
  situation(state: S, command: Command): string;
}

/** What a chapter of the suite brings. */
export interface Chapter {
  chapter: string;
  visits: Visit[];
  provocations: Provocation[];
  checks: Check[];
  models?: Model<any>[];
}
