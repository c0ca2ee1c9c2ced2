import type {Contract, Operation, Outcome} from '../../spec/contract.ts';
import type {ApiInterface, Refusal} from './api-interface.ts';
import {HTTP_REFUSALS} from './http-refusals.ts';
import {refusalsOf} from './refusals-of.ts';

/**
 * The responses of one API by situation: statuses and reasons from contract and profile, messages from the chapters,
 * and the rules behind them.
 */
export class OutcomeTable {
  readonly #api: ApiInterface;
  readonly #messages: Record<string, string>;
  readonly #refusals = new Map<string, Refusal>();
  /** The statuses of an operation, by situation. */
  readonly #statuses = new WeakMap<Operation, Map<string, number[]>>();
  readonly #rules: ReadonlyMap<string, string>;

  constructor(api: ApiInterface) {
    this.#api = api;
    this.#messages = refusalsOf(api.chapters);
    this.#rules = rulesOf(api.specification.contract);
  }

  /** The rule behind an operation's response under a condition, when a document states one. */
  rule(operation: string, situation: string, condition = situation): string | undefined {
    return (
      this.#rules.get(`${operation} ${situation} ${condition}`) ??
      this.#rules.get(`* ${situation} ${condition}`)
    );
  }

  /**
   * The statuses of a situation, one for each form.
   * @throws Error for a situation that the operation does not document
   */
  statuses(operation: Operation, situation: string): number[] {
    const known = this.#statuses.get(operation) ?? new Map<string, number[]>();
    const existing = known.get(situation);
    if (existing) return existing;
    const statuses = this.#composeStatuses(operation, situation);
    this.#statuses.set(operation, known.set(situation, statuses));
    return statuses;
  }

  /** @param form the index of the status; the first one when there are fewer */
  status(operation: Operation, situation: string, form = 0): number {
    const statuses = this.statuses(operation, situation);
    const status = statuses[form] ?? statuses[0];
    if (status === undefined)
      throw new Error(`${operation.id} documents no status of \`${situation}\``);
    return status;
  }

  /**
   * The refusal of a situation.
   * @param operation id; undefined for a request that belongs to no operation
   * @param form the index of the status and reason when several are documented
   * @throws Error for a situation that neither the contract nor HTTP defines
   */
  refusal(operation: string | undefined, situation: string, form = 0): Refusal {
    const key = `${operation ?? ''} ${situation} ${form}`;
    const existing = this.#refusals.get(key);
    if (existing) return existing;
    const refusal = this.#compose(operation ?? '', situation, form);
    this.#refusals.set(key, refusal);
    return refusal;
  }

  /** The profile's choice of status or reason where the document leaves them open. */
  #chosen(operation: string, situation: string) {
    const {outcomes} = this.#api.specification.profile;
    return outcomes[`${operation}.${situation}`] ?? outcomes[situation];
  }

  #composeStatuses(operation: Operation, situation: string): number[] {
    const outcome = operation.outcomes.find((one) => one.situation === situation);
    if (!outcome) throw new Error(`${operation.id} documents no situation \`${situation}\``);
    return this.#chosen(operation.id, situation)?.status ?? outcome.statuses;
  }

  #compose(operation: string, situation: string, form: number): Refusal {
    const known = HTTP_REFUSALS[situation];
    const {statuses = [], reason: documented} = this.#documented(operation, situation) ?? {};
    const {status: chosen = [], reason: open} = this.#chosen(operation, situation) ?? {};
    const status = chosen[form] ?? statuses[form] ?? statuses[0] ?? known?.status;
    if (status === undefined)
      throw new Error(`neither contract nor HTTP knows the situation \`${situation}\``);
    const reason = documented ?? (open === undefined ? known?.reason : [open].flat()[form]);
    const message = this.#message(operation, situation);
    return {status, message, ...(reason !== undefined && {reason})};
  }

  #message(operation: string, situation: string): string {
    return (
      this.#messages[`${operation}.${situation}`] ??
      this.#messages[situation] ??
      HTTP_REFUSALS[situation]?.message ??
      situation.replaceAll('-', ' ')
    );
  }

  /** The situation as the operation documents it, or else as the first operation that has it. */
  #documented(operation: string, situation: string): Outcome | undefined {
    const {operations} = this.#api.specification.contract;
    const all = Object.values(operations).flatMap(({outcomes}) => outcomes);
    const isIt = (outcome: Outcome): boolean => outcome.situation === situation;
    return operations[operation]?.outcomes.find(isIt) ?? all.find(isIt);
  }
}

/** The rules by operation (`*` for all), situation and condition. */
function rulesOf({marks}: Contract): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const mark of marks) {
    if (mark.kind !== 'outcome') continue;
    const operation = mark.place.startsWith('* ') ? '*' : mark.op;
    rules.set(`${operation} ${mark.situation} ${mark.condition}`, mark.rule);
  }
  return rules;
}
