import type {RuleId} from '../spec/rule.ts';
import type {Violation} from '../spec/run-record.ts';
import {isSuccessStatus} from '../spec/status.ts';
import {rulesOf} from './foundations-of.ts';

/** The rules that keep tenants apart, and credentials from more than they may do: what they forbid has to be refused. */
const REFUSING: ReadonlySet<RuleId> = new Set([
  ...rulesOf('workspace.access', [
    'ability-is-needed',
    'foreign-is-not-found',
    'foreign-upload-cannot-be-registered',
    'key-in-query-is-no-key',
    'missing-key-comes-first',
    'missing-key-is-refused',
    'other-scheme-is-refused',
    'store-token-is-refused',
    'unknown-key-is-refused',
  ]),
  ...rulesOf('workspace.mcp', [
    'call-without-token-is-refused',
    'expired-token-is-refused',
    'foreign-is-not-found',
    'key-is-no-token',
    'revoked-token-is-refused',
    'scope-is-needed',
    'token-is-no-key',
    'unknown-token-is-refused',
  ]),
  ...rulesOf('workspace.runs', ['foreign-start-makes-no-run', 'what-runs-made-is-own']),
  ...rulesOf('workspace.uploads', [
    'link-stores-its-own-upload',
    'registration-refuses-foreign-key',
  ]),
  ...rulesOf('store.access', [
    'deleted-token-is-refused',
    'foreign-is-not-found',
    'foreign-write-has-no-effect',
    'missing-token-comes-first',
    'missing-token-is-refused',
    'regenerated-token-replaces-the-old',
    'unknown-token-is-refused',
    'workspace-key-is-refused',
  ]),
  ...rulesOf('store.plans', ['foreign-write-has-no-effect']),
]);

/** The rules by which a list never shows what belongs to another tenant. */
const HIDING: ReadonlySet<RuleId> = new Set([
  'workspace.access.list-shows-own-only',
  'store.access.list-shows-own-only',
  'store.plans.list-shows-own-only',
  'store.auth-sessions.sessions-stay-in-their-store',
  'store.reading.sessions-stay-in-their-store',
]);

/** Whether a rule keeps tenants apart, or credentials from more than they may do. */
export const isProtecting = (rule: RuleId): boolean => REFUSING.has(rule) || HIDING.has(rule);

/**
 * Whether a violation of a protecting rule shows a leak: a request was served that had to be refused, or something was
 * shown that belongs to another tenant. A refusal of another form is none.
 */
export function isLeak(rule: RuleId, {status, wanted, statusOf}: Violation): boolean {
  if (!isProtecting(rule) || statusOf !== undefined) return false;
  if (status !== undefined) return isSuccessStatus(status);
  return HIDING.has(rule) && wanted === undefined;
}
