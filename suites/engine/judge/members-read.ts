import {escapeToken} from '../../../spec/json.ts';
import {isClientError} from '../../../spec/status.ts';
import {referencesIn} from '../../../spec/references.ts';
import type {Contract} from '../../../spec/contract.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Check} from '../../language/check.ts';
import {concluded} from '../../language/judge.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {everyStep} from '../plan/steps.ts';
import type {Responses, SceneRun} from '../send/scene-run.ts';
import type {RunServices} from './run-services.ts';

/**
 * The rules about members that are broken at values which a check uses: its judge reads them, its scene sends them on, or
 * they lead it from page to page. What follows from such a value may be a consequence. A refusal is not read by its
 * members but by its situation.
 */
export function brokenWhereRead(
  check: Check,
  responses: Responses,
  run: Pick<SceneRun, 'scene' | 'exchanges' | 'setUp'>,
  {conformance, codecs, specifications}: Services,
): RuleId[] {
  const read = membersReadBy(check, responses);
  const broken = [...new Set([...(run.setUp ?? []), ...run.exchanges])].flatMap((exchange) => {
    if (isClientError(exchange.status) || exchange.elsewhere) return [];
    const api = codecs.store.has(exchange.op) ? 'store' : 'workspace';
    const sentOn = membersSentOn(exchange, run.scene, specifications[api].contract);
    return conformance[api]
      .judge(exchange)
      .violations.filter(
        ({pointer}) =>
          pointer !== undefined && (sentOn.includes(pointer) || read.get(exchange)?.has(pointer)),
      );
  });
  return [...new Set(broken.map(({rule}) => rule))];
}

type Services = Pick<RunServices, 'conformance' | 'codecs' | 'specifications'>;

/** The JSON Pointers of the members of a response that later requests of its scene depend on. */
function membersSentOn(
  {step, op}: Exchange,
  {given, act}: PreparedScene,
  {operations}: Contract,
): string[] {
  const steps = [...given, ...act];
  const referredTo = referencesIn(steps).filter((reference) => reference.step === step);
  const isWalk = [...everyStep(steps)].some((one) => one.id === step && one.step === 'walk');
  const pager = isWalk ? operations[op]?.pager : undefined;
  return [...referredTo.map(({pointer}) => pointer), ...(pager ? [pager.next, pager.more] : [])];
}

/** The JSON Pointers of the members that a judge reads of each success. A judge is pure, so it can be asked again. */
export function membersReadBy(check: Check, responses: Responses): Map<Exchange, Set<string>> {
  const read = new Map<Exchange, Set<string>>();
  const watch = (exchange: Exchange): Exchange => {
    if (isClientError(exchange.status)) return exchange;
    const members = read.get(exchange) ?? new Set();
    read.set(exchange, members);
    const {body, members: documented} = exchange;
    return {
      ...exchange,
      body: watched(body, '', members),
      ...(documented !== undefined && {members: watched(documented, '', members)}),
    };
  };
  const seen = Object.entries(responses).map(([name, one]) => [
    name,
    Array.isArray(one) ? one.map(watch) : one && watch(one),
  ]);
  concluded(() => check.judge(Object.fromEntries(seen) as never));
  return read;
}

/** A value of a body that records the pointers of the members that are read, except for texts in messages. */
function watched<T>(value: T, pointer: string, read: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
  const below = (name: string): string => `${pointer}/${escapeToken(name)}`;
  for (const [name, member] of Object.entries(value))
    copy[name] = watched(member, below(name), read);
  return new Proxy(copy, {
    get: (all, name) => {
      if (name === 'toJSON') return () => value;
      if (typeof name === 'string') read.add(below(name));
      return Reflect.get(all, name) as unknown;
    },
  }) as T;
}
