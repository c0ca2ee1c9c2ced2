import {CONTENT_VERBS} from './control/content.ts';
import {CREDENTIAL_VERBS} from './control/credentials.ts';
import {LIMIT_VERBS} from './control/limits.ts';
import {ORDER_VERBS} from './control/orders.ts';
import {READING_VERBS} from './control/reading.ts';
import {TIME_VERBS} from './control/time.ts';
import type {VerbDescription} from './control/verb-description.ts';
import {WORKSPACE_VERBS} from './control/workspace.ts';

/**
 * Actions that a target can perform and the APIs cannot. The mock's control plane performs all of them. A deployment's
 * configuration may specify a hook (a command or an HTTP call) for any of them. A hook receives the verb and its
 * arguments as JSON.
 */
export const CONTROL_VERBS = {
  ...LIMIT_VERBS,
  ...WORKSPACE_VERBS,
  ...CREDENTIAL_VERBS,
  ...ORDER_VERBS,
  ...CONTENT_VERBS,
  ...READING_VERBS,
  ...TIME_VERBS,
} as const satisfies Record<string, VerbDescription>;

export type ControlVerb = keyof typeof CONTROL_VERBS;

/** The same verbs by name, for code that handles any verb. */
export const describedVerb = (verb: ControlVerb): VerbDescription => CONTROL_VERBS[verb];
