import type {Json} from '../json.ts';
import type {HookValue} from './hook-value.ts';
import {text} from './hook-value.ts';

/** The argument with which a call of a verb undoes earlier calls. */
export type UndoArgument =
  /** Always the same value. */
  | {arg: string; value: Json}
  /** The value of this member in the response to a call without the argument. */
  | {arg: string; responseMember: string};

/** The effect of a control verb, its arguments and its answer. */
export interface VerbDescription {
  does: string;
  args: Record<string, HookValue>;
  /** Members of the JSON answer; absent when the answer is ignored. */
  answer?: Record<string, HookValue>;
  /** How responses show that the hook did what it answered; absent where only a rule shows it. */
  shownBy?: ShownBy;
  /** For a verb that takes something away: how to undo it. */
  undo?: UndoArgument;
  /** Whether the service may send a mail to a person. */
  mails?: true;
  /** What the run may change after the call: the kind of resource, and the member of the response with its id. */
  makes?: {kind: string; responseMember: string};
}

/**
 * How later responses show that a hook did what it answered: a credential in this member of the answer is accepted
 * (not answered 401), the value of this member stands in a response, at first in this list, a figure becomes what was
 * claimed, or times in responses are ahead.
 */
export type ShownBy = {accepted: string} | {named: string; in: string} | ClaimedFigure | 'times';

/** A figure of the API that a hook claims to have set. */
export interface ClaimedFigure {
  /** The argument that names its subject: a role, or an id that responses show as `id`. */
  of: string;
  /** The argument with the claimed value; otherwise `answer` has it. */
  arg?: string;
  /** The member of the answer with the claimed value. */
  answer?: string;
  /** Where the responses to `in` show it, and what is taken from it. */
  at: string;
  minus?: string;
  /** The operations that read it. */
  in: readonly string[];
}

/** Names the workspace that a verb is about. */
export const WORKSPACE_ROLE = text('a role of the configuration: its workspace is meant', 'full');

/** Names the store that a verb is about. */
export const STORE_ROLE = text('a role of the configuration: its store is meant', 'admin');
