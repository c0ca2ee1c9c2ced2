import type {Command, Relation} from '../../spec/relation.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Setup} from './check.ts';
import type {Handle, Script} from './script.ts';

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

/** A model with a state of any type: a relation reads and gives only states of its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- a relation takes and gives its state
export type AnyModel = Model<any>;
