import type {RuleId} from '../../spec/rule.ts';
import type {ValueKind} from './value-classes.ts';

/** The rule that a deployment breaks when it refuses a valid value of a kind. */
export const VALUE_RULES: Record<ValueKind, RuleId> = {
  email: 'store.users.created-is-as-given',
  'external-id': 'store.users.created-is-as-given',
  'plan-name': 'store.plans.name-is-as-given',
  title: 'store.content.name-is-as-given',
  'content-id': 'store.content.external-id-is-as-given',
  password: 'store.users.password-is-8-to-255',
  'sized-password': 'store.users.password-is-8-to-255',
  'file-name': 'workspace.uploads.reservation-answers-201',
  'idempotency-key': 'workspace.runs.replay-is-the-same-run',
};
