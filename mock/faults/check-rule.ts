import {isObject} from '../../spec/json.ts';
import {knownNames, likeliest} from '../../spec/likeliest.ts';
import {SEE_DOCUMENT, Validator} from '../control/validate.ts';
import {pathAt, WrongValue, type Path} from '../wrong-value.ts';
import {ACT_NAMES, ACTS, actName, type ActName} from './acts.ts';
import type {FaultAct, FaultMatch, FaultRule} from './fault-rule.ts';
import {knownOperations} from './known-operations.ts';
import {instantOf} from './match.ts';
import {faultRule} from './rule-schema.ts';

const SEE = 'see "Faults" in docs/mock.md';

/** Checks rules. Its schema is compiled on first use. */
export class FaultChecker {
  readonly #validator = new Validator();

  /**
   * Checks one rule.
   * @param place of the rule, for messages
   * @throws WrongValue that names the member and what is allowed
   */
  check(rule: unknown, place: Path = []): asserts rule is FaultRule {
    requireAct(rule, place);
    const wrong = this.#validator.firstError(faultRule, rule);
    if (wrong)
      throw new WrongValue(
        [...place, ...pathAt(rule, wrong.pointer)],
        wrong.message,
        wrong.todo.replace(SEE_DOCUMENT, SEE),
      );
    const {match = {}, act} = rule as FaultRule;
    requirePlace(match, act, [...place, 'match']);
    requireWindow(match, [...place, 'match']);
    requireSpan(act, [...place, 'act']);
  }

  /**
   * Checks a list of rules.
   * @throws WrongValue, also for two rules with one id
   */
  checkAll(rules: unknown, place: Path = []): asserts rules is FaultRule[] {
    if (!Array.isArray(rules))
      throw new WrongValue(
        place,
        'must be a list of rules',
        `write \`- act: {status: 503}\`; ${SEE}`,
      );
    const ids = new Set<string>();
    for (const [at, rule] of rules.entries()) {
      const each: unknown = rule;
      this.check(each, [...place, at]);
      if (each.id === undefined) continue;
      if (ids.has(each.id))
        throw new WrongValue(
          [...place, at, 'id'],
          `another rule has the id \`${each.id}\``,
          'give each an id of its own',
        );
      ids.add(each.id);
    }
  }
}

/** The schema alone would not say which of the acts are allowed together. */
function requireAct(rule: unknown, place: Path): void {
  const act = isObject(rule) ? rule['act'] : undefined;
  if (!isObject(act)) return;
  const given = ACT_NAMES.filter((name) => Object.hasOwn(act, name));
  if (given.length > 1)
    throw new WrongValue(
      [...place, 'act'],
      `has ${given.map((name) => `\`${name}\``).join(' and ')}, and a rule does one thing`,
      'write a rule for each; the first one that matches acts',
    );
  const needsStatus = ['retry_after', 'body'].find((name) => Object.hasOwn(act, name));
  if (needsStatus !== undefined && given[0] !== 'status')
    throw new WrongValue(
      [...place, 'act', needsStatus],
      `\`${needsStatus}\` goes with \`status\``,
      'add `status`, from 400 to 599',
    );
}

/** Checks that the act is one of the interface, and the operation one of both. */
function requirePlace(match: FaultMatch, act: FaultAct, place: Path): void {
  const name = actName(act) as ActName;
  const {interfaces, operations} = ACTS[name];
  const {interface: at, operation} = match;
  if (at && interfaces && !interfaces.includes(at))
    throw new WrongValue(
      [...place, 'interface'],
      `\`${name}\` is not possible at \`${at}\``,
      `it is at ${interfaces.join(', ')}`,
    );
  if (match.credential !== undefined && (at === 'storage' || at === 'checkout'))
    throw new WrongValue(
      [...place, 'credential'],
      `requests to \`${at}\` have no key or token`,
      'leave it out, or match by path',
    );
  if (operation === undefined) return;
  const known = operations ?? knownOperations(at);
  if (known.includes(operation)) return;
  const where = operations ? `\`${name}\`` : at === undefined ? 'the mock' : `\`${at}\``;
  throw new WrongValue(
    [...place, 'operation'],
    `${where} has no operation \`${operation}\``,
    `did you mean \`${likeliest(operation, known)}\`? ${knownNames(operation, known, '/openapi.json of the API')}`,
  );
}

function requireWindow({between, nth}: FaultMatch, place: Path): void {
  for (const [at, bound] of (between ?? []).entries())
    if (bound !== null && !bound.startsWith('+') && Number.isNaN(Date.parse(bound)))
      throw new WrongValue(
        [...place, 'between', at],
        `\`${bound}\` is no instant`,
        'write it like 2026-03-01T09:30:00Z or +90s',
      );
  if (between && isEmpty(between))
    throw new WrongValue(
      [...place, 'between'],
      'the first instant is not before the second, so that no request is in between',
      'write the earlier one first',
    );
  if (nth && (nth.from ?? 1) > (nth.to ?? Infinity))
    throw new WrongValue(
      [...place, 'nth'],
      '`from` is after `to`',
      'count from 1, the smaller one first',
    );
}

/** Whether no instant is in between. One of the calendar cannot be compared with one after the rule was added. */
function isEmpty(bounds: readonly (string | null)[]): boolean {
  const [isRelative, other] = bounds.map((bound) => bound?.startsWith('+'));
  const [from, to] = bounds.map((bound) => instantOf(bound, 0));
  return isRelative === other && from !== undefined && to !== undefined && from >= to;
}

function requireSpan({latency}: FaultAct, place: Path): void {
  if (latency && 'min_ms' in latency && latency.min_ms > latency.max_ms)
    throw new WrongValue(
      [...place, 'latency'],
      '`min_ms` is more than `max_ms`',
      'write the smaller one first',
    );
}
