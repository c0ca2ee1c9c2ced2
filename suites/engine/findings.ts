import type {Specification} from '../../spec/specification.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Witness} from '../../spec/run-record.ts';
import type {Exchange} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import type {Conformance} from '../contract/conform.ts';
import {isInPassing} from '../contract/judged-in-passing.ts';
import type {Codec} from '../target/codec.ts';
import {evidenceOf} from './evidence.ts';
import type {Prepared} from './plan.ts';
import type {Redaction} from './redaction.ts';
import {unsettled} from './taint.ts';
import {placeVerdict, ruleVerdict} from './verdict.ts';

export interface FindingsParts {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /** Rules that are told even if no check decides them. */
  rules?: ReadonlySet<RuleId>;
  codecs: Record<Api, Codec>;
  conformance: Record<Api, Conformance>;
  redaction: Redaction;
}

/**
 * What a run found so far: what its checks decided, and what answers showed or broke in passing.
 */
export class Findings {
  readonly #parts: FindingsParts;
  readonly #decided = new Map<Check, PlaceVerdict>();
  /** `rule place` to what an answer broke in passing. */
  readonly #broken = new Map<string, PlaceVerdict & {rule: RuleId}>();
  /** `rule place` to what answers said in passing. */
  readonly #passing = new Map<string, {witnesses: Witness[]}>();
  /** Answers that broke a rule of their form, and the rule. */
  readonly #formless = new WeakMap<Exchange, RuleId>();

  constructor(parts: FindingsParts) {
    this.#parts = parts;
  }

  /**
   * What an answer says in passing: a violation belongs to the rule it breaks, whichever check saw
   * it.
   */
  pass(api: Api, exchange: Exchange, prepared: Prepared, exchanges: Exchange[]): void {
    // A tool has no status and no headers of its own: what its result has to be is asked by rules
    // of its own.
    if (exchange.elsewhere || exchange.interface) return;
    const own = this.#parts.codecs[api].has(exchange.op)
      ? api
      : api === 'workspace'
        ? 'store'
        : 'workspace';
    const {violations, witnesses} = this.#parts.conformance[own].judge(exchange);
    for (const {rule, place, saw} of [...witnesses, ...this.#plainly(own, exchange)]) {
      const key = `${rule} ${place}`;
      const seen = this.#passing.get(key) ?? {witnesses: []};
      if (seen.witnesses.length < 5) seen.witnesses.push({of: place, saw});
      this.#passing.set(key, seen);
    }
    if (violations[0]) this.#formless.set(exchange, violations[0].rule);
    for (const {rule, place, violation: said, pointer, open} of violations) {
      const violation =
        pointer === undefined
          ? said
          : {...said, got: this.#parts.redaction.at(exchange.body, pointer)};
      const {profileMismatch} = exchange;
      const mismatch = profileMismatch?.kind === 'member' ? profileMismatch.line : open;
      const found = mismatch
        ? {
            place,
            verdict: 'inconclusive' as const,
            witnesses: [],
            violations: [violation],
            reason: `the profile does not fit: ${mismatch}`,
          }
        : {
            place,
            verdict: 'failed' as const,
            witnesses: [],
            violations: [violation],
            evidence: evidenceOf(
              prepared.scene.id,
              [...prepared.given, ...prepared.act],
              {subject: {id: exchange.step, at: () => ({$from: '', at: ''})}},
              exchanges,
              this.#parts.redaction,
            ),
          };
      const key = `${rule} ${place}`;
      if (this.#broken.get(key)?.verdict !== 'failed') this.#broken.set(key, {...found, rule});
    }
  }

  /** The success of an operation is shown by whichever scene needed it. */
  #plainly(api: Api, exchange: Exchange): {rule: RuleId; place: string; saw: string}[] {
    const success =
      this.#parts.codecs[api].has(exchange.op) &&
      this.#parts.codecs[api].operation(exchange.op).success;
    if (!success || !exchange.situations.includes(success)) return [];
    return this.#parts.specifications[api].contract.marks
      .filter(
        (mark) =>
          mark.kind === 'outcome' &&
          mark.op === exchange.op &&
          mark.situation === success &&
          mark.condition === success,
      )
      .map(({rule, place}) => ({rule, place, saw: `${exchange.op} ${exchange.status}`}));
  }

  /** Whether answers have shown by now what a check would only bring about. */
  witnessed(check: Check): boolean {
    return (
      (isInPassing(check) || check.plain === true) &&
      this.#passing.has(`${check.rule} ${check.place}`)
    );
  }

  /**
   * Why a judge had nothing to read: no answer, one that no document knows, or one that broke a
   * rule of its form.
   */
  unreadable(exchanges: Exchange[]): string | undefined {
    for (const exchange of exchanges) {
      if (exchange.status === 0 || exchange.problem)
        return `${exchange.op}: ${exchange.problem?.text ?? 'no answer'}`;
      if (!exchange.situations.length && !exchange.elsewhere)
        return `${exchange.op} was answered ${exchange.status}, which is no documented answer`;
      const broken = this.#formless.get(exchange);
      if (broken) return `blocked by ${broken}: what ${exchange.op} was answered cannot be read`;
    }
    return undefined;
  }

  /** The verdict of a check that only had to bring the answer about. */
  inPassing(check: Check, exchanges: Exchange[]): PlaceVerdict {
    const found = this.#passing.get(`${check.rule} ${check.place}`);
    return found
      ? {place: check.place, verdict: 'passed', witnesses: found.witnesses, violations: []}
      : {
          place: check.place,
          verdict: 'inconclusive',
          witnesses: [],
          violations: [],
          reason:
            unsettled(exchanges) ??
            `the answer never came: ${exchanges
              .map((exchange) => `${exchange.op} ${exchange.status || exchange.problem?.text}`)
              .slice(-3)
              .join(', ')}`,
        };
  }

  /** A failure is never overwritten; a later try replaces an undecided one. */
  decide(check: Check, verdict: PlaceVerdict): void {
    if (this.#decided.get(check)?.verdict !== 'failed') this.#decided.set(check, verdict);
  }

  /** The rule behind the plain success of an operation, for naming what blocked a check. */
  ruleOf(op: string, situation: string): RuleId | undefined {
    for (const specification of Object.values(this.#parts.specifications))
      for (const mark of specification.contract.marks)
        if (
          mark.kind === 'outcome' &&
          mark.op === op &&
          mark.situation === situation &&
          mark.condition === situation
        )
          return mark.rule;
    return undefined;
  }

  /** As it may be told; its evidence was redacted when it was taken. */
  #told({evidence, ...place}: PlaceVerdict): PlaceVerdict {
    return {...this.#parts.redaction.texts(place), ...(evidence && {evidence})};
  }

  /** The decision of every rule that was asked for or that an answer broke. */
  rules(): RuleVerdict[] {
    const asked = new Set([
      ...(this.#parts.rules ?? []),
      ...this.#parts.checks.map((check) => check.rule),
    ]);
    const found = this.#parts.checks.map((check): PlaceVerdict & {rule: RuleId} => ({
      rule: check.rule,
      ...(this.#decided.get(check) ?? {
        place: check.place,
        verdict: 'not-exercised',
        witnesses: [],
        violations: [],
        reason: 'the run ended before its turn',
      }),
    }));
    const byRule = new Map<RuleId, Map<string, PlaceVerdict[]>>();
    for (const {rule, ...said} of [...found, ...this.#broken.values()]) {
      const places = byRule.get(rule) ?? new Map<string, PlaceVerdict[]>();
      byRule.set(rule, places.set(said.place, [...(places.get(said.place) ?? []), said]));
    }
    const placesOf = (rule: RuleId): PlaceVerdict[] =>
      [...(byRule.get(rule)?.values() ?? [])].map(placeVerdict).map((place) => this.#told(place));
    // Rules that nobody asked for are told only when an answer broke them in passing.
    return Object.values(this.#parts.specifications)
      .flatMap((specification) => specification.rules)
      .map((rule) => ruleVerdict(rule, placesOf(rule.id)))
      .filter(
        ({rule, places}) => asked.has(rule) || places.some((place) => place.verdict === 'failed'),
      );
  }
}
