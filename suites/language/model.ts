import {defined} from '../../spec/defined.ts';
import type {Command, Relation} from '../../spec/relation.ts';
import type {Things} from '../../spec/relation-of-things.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Setup} from './check.ts';
import type {Handle, Script} from './script.ts';

/** The sequences of commands with which a chapter tries its model. */
export interface Model<S> {
  rule: RuleId;
  given?: Setup<object>;
  start: S;
  relation: Relation<S>;
  /**
   * How sequences begin, in turn: they lead to states from which it is worth going on. Each names its commands,
   * as in `create, deactivate & update the email, create, reactivate @0`: `&` is at the same moment, and a command
   * acts on the latest thing of its kind, or on that of the command at a position (`openingSteps`).
   */
  openings: string[];
  /** Every second command goes through the MCP server. */
  alternates?: true;
  /** As in a scene: what earlier scenes did to what they made would be unknown to the model. */
  consecutive?: true;
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

/** A command of an opening: the command on which it acts is the latest that made such a thing, unless `on` says. */
export interface OpeningStep {
  does: string;
  on?: number;
  atOnce?: true;
}

/** The commands that the text of an opening names. */
export const openingSteps = (opening: string): OpeningStep[] =>
  [...opening.matchAll(/(^|, | & )(.+?)(?: @(\d+))?(?=, | & |$)/g)].map(
    ([, joined, does = '', on]) => ({
      does,
      ...(on !== undefined && {on: Number(on)}),
      ...(joined === ' & ' && {atOnce: true as const}),
    }),
  );

/** A command on what another one made: its steps are recorded with the handle of that one. */
export const acting = (
  on: string | readonly string[],
  record: (s: Script, subject: Handle) => Handle<unknown>,
  more: Pick<CommandSteps, 'atOnce' | 'takesTime'> = {},
): CommandSteps => ({
  on,
  record: (s, subject) => record(s, defined(subject, `what ${[on].flat().join(' or ')} made`)),
  ...more,
});

/** Describes the thing on which a command is given, for choosing sequences. */
export const situationOf =
  <T>(describe: (thing: T) => string) =>
  (things: Things<T>, {on}: Command): string => {
    const thing = on === undefined ? undefined : things[on];
    return thing === undefined ? 'nothing' : describe(thing);
  };

/** A model with a state of any type: a relation reads and gives only states of its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- a relation takes and gives its state
export type AnyModel = Model<any>;
