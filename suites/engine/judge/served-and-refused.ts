import type {Exchange} from '../../../spec/exchange.ts';
import type {RuleId} from '../../../spec/rule.ts';
import {isSuccessOrRedirect} from '../../../spec/status.ts';
import type {Step} from '../../../spec/step.ts';
import {classesIn} from '../../values/assign-classes.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {everyStep} from '../plan/steps.ts';
import {samplesIn} from '../../../spec/references.ts';

/**
 * What a run has seen of requests that have to succeed: with which samples and classes of values an operation was served,
 * and in which scenes it refused a request that it served when the scene was sent again.
 */
export class ServedAndRefused {
  readonly #served = new Set<string>();
  readonly #refused = new Map<RuleId, Set<string>>();

  /** Notes what requests of a scene were served. */
  note(scene: PreparedScene, exchanges: readonly Exchange[]): void {
    const steps = stepsIn(scene);
    for (const {step, op, status} of exchanges)
      if (isSuccessOrRedirect(status))
        for (const one of particularsOf(steps.get(step))) this.#served.add(`${op}: ${one}`);
  }

  /** Whether an operation has served a class of values. */
  hasServedClass(op: string, kind: string, valueClass: string): boolean {
    return this.#served.has(`${op}: ${classText(kind, valueClass)}`);
  }

  /** Whether an operation has served each sample and each class of values that a request has. */
  hasServedAllOf({step, op}: Pick<Exchange, 'step' | 'op'>, scene: PreparedScene): boolean {
    const particulars = particularsOf(stepsIn(scene).get(step));
    return particulars.every((one) => this.#served.has(`${op}: ${one}`));
  }

  /**
   * Notes that a scene saw a rule about a success broken, and did not when it was sent again.
   * @returns whether another scene has seen the same
   */
  noteRefusal(rule: RuleId, {id}: PreparedScene): boolean {
    const scenes = this.#refused.get(rule) ?? new Set();
    this.#refused.set(rule, scenes.add(id));
    return scenes.size > 1;
  }
}

const stepsIn = ({given, act}: PreparedScene): Map<string, Step> =>
  new Map([...everyStep([...given, ...act])].map((step) => [step.id, step]));

/** The samples and the classes of values in a request. */
const particularsOf = (step: unknown): string[] => [
  ...classesIn(step).map(({kind, valueClass}) => classText(kind, valueClass)),
  ...samplesIn(step).map((name) => `sample ${name}`),
];

const classText = (kind: string, valueClass: string): string => `${kind} of ${valueClass}`;
