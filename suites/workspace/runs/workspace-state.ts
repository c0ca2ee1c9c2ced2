/**
 * The state of a workspace as a sequence of commands has shown it, with helpers for the branches.
 */

import type {Fits} from '../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome} from '../../../spec/relation.ts';
import {isClientError} from '../../../spec/status.ts';
import type {MintedLink} from '../link-age.ts';

/** What is known of one run; `open` until a terminal state was seen. */
export interface Run {
  /** The command that made its publication. */
  of: number;
  id?: string;
  state: 'open' | 'succeeded' | 'failed' | 'rejected';
  /** Whether its tool replaces the working file. */
  repairs: boolean;
  /** Milliseconds that commands had let pass when it was started. */
  since: number;
}

/** A link to the original of a publication that was kept. */
export interface KeptLink extends MintedLink {
  /** The command that made its publication. */
  of: number;
}

/** What is known of one publication; ids and digests are those of the responses. */
export interface Publication {
  id?: string;
  /** The id of the original. */
  original?: string;
  /** Versions that a list has shown: later lists have them, too. */
  versions: string[];
  /** SHA-256 of the original's bytes. */
  bytes?: string;
  /** Milliseconds that commands had let pass when it was registered. */
  since: number;
  /** The runs that its `Idempotency-Key` started, by the interface of the start. */
  keyed?: {[through in 'api' | 'mcp']?: string};
}

/** What is known of a workspace. */
export interface WorkspaceState {
  publications: Record<number, Publication>;
  runs: Record<number, Run>;
  /** Links, by the command that kept each. */
  links: Record<number, KeptLink>;
  /** Milliseconds that commands have let pass. */
  passed: number;
  /** The daily ceiling; undefined while unknown. */
  ceiling?: number;
  /** Metered runs of the day; undefined while unknown. */
  used?: number;
  /** The slugs of the tools that the catalogue has shown as not metered; undefined until it was read. */
  unmetered?: unknown[];
  /** A run that may be metered was started: from then on `used` is unknown. */
  spending?: true;
}

/** An outcome of a command, with the next state of the workspace. */
export type Outcome = AllowedOutcome<WorkspaceState>;

/** The documented outcomes of a command. */
export type Outcomes = Outcome[];

/** Nothing is known yet. */
export const EMPTY: WorkspaceState = {publications: {}, runs: {}, links: {}, passed: 0};

/** The response is a refusal. This includes 429, which may come from a limit on runs. */
export const anyRefusal: Fits = (responses) => responses.some(({status}) => isClientError(status));

/** Runs of the publication that a command made. */
export const runsOf = (state: WorkspaceState, of: number): Run[] =>
  Object.values(state.runs).filter((run) => run.of === of);

/** The state in which the publication of a command is replaced. */
export const withPublication = (
  state: WorkspaceState,
  on: number,
  publication: Publication,
): WorkspaceState => ({
  ...state,
  publications: {...state.publications, [on]: publication},
});
