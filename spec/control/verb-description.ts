import type {Json} from '../json.ts';

/** The argument with which a call of a verb undoes earlier calls. */
export type UndoArgument =
  /** Always the same value. */
  | {arg: string; value: Json}
  /** The value of this member in the response to a call without the argument. */
  | {arg: string; responseMember: string};

/** The effect of a control verb, its arguments and its response. */
export interface VerbDescription {
  does: string;
  /** The meaning of the arguments, by name. */
  args: Record<string, string>;
  /** Names of optional arguments; every other one is required. */
  optional?: readonly string[];
  /** Members of the JSON response; absent when the response is ignored. */
  response?: string;
  /** For a verb that takes something away: how to undo it. */
  undo?: UndoArgument;
  /** Whether the service may send a mail to a person. */
  mails?: true;
  /** What the run may change after the call: the kind of resource, and the member of the response with its id. */
  makes?: {kind: string; responseMember: string};
}

/** Names the workspace that a verb is about. */
export const WORKSPACE_ROLE = 'a role of the configuration: its workspace is meant';

/** Names the store that a verb is about. */
export const STORE_ROLE = 'a role of the configuration: its store is meant';
