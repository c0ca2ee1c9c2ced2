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

/** Operations that take values of several kinds as their own: an order names a user, and itself. */
const RULES_OF_OPERATIONS: Partial<Record<string, RuleId>> = {
  createOrder: 'store.orders.created-is-as-given',
};

/** The rule that a deployment breaks when an operation refuses a valid value of a kind. */
export const valueRuleOf = (kind: ValueKind, op: string): RuleId =>
  RULES_OF_OPERATIONS[op] ?? VALUE_RULES[kind];
