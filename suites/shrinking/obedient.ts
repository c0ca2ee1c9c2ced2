import type {Exchange} from '../../spec/exchange.ts';
import type {PlaceVerdict, Verdict} from '../../spec/run-record.ts';
import type {Check} from '../language/check.ts';
import type {RunOptions} from '../engine/begin/run-options.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {checkOf} from '../engine/fixtures/replay.ts';
import {conformanceOf} from '../engine/judge/conformance.ts';
import {run} from '../engine/run.ts';
import type {Target} from '../target/target.ts';

/** What an obedient target did with a fixture. */
interface Obeyed {
  verdict: Verdict | undefined;
  place?: PlaceVerdict | undefined;
  exchanges: Exchange[];
}

/**
 * A target that obeys the documents, with a world for every fixture. What is left of a scene may ask for something that
 * no longer has to succeed, because a step is missing that allowed it: such steps accuse a deployment that is right. So
 * only steps that pass here are tried on the target under test.
 */
export class ObedientTarget {
  readonly #options: RunOptions;
  #runs = 0;

  constructor(target: Target, {specifications, clock, seed, signal}: RunOptions) {
    const conformance = conformanceOf(specifications, target);
    this.#options = {
      specifications,
      checks: [],
      target,
      clock,
      seed,
      conformance,
      ...(signal && {signal}),
    };
  }

  /** Whether the steps of a fixture pass here. */
  async passes(fixture: Fixture, checks: Check[]): Promise<boolean> {
    const {verdict, place} = await this.answer(fixture, checks);
    // Requests of a race that are sent one after the other decide nothing where all is right.
    const isApart = place?.verdict === 'inconclusive' && !place.blocked && hasRaceApart(fixture);
    return verdict === 'passed' || isApart;
  }

  /** Sends a fixture. */
  async answer(fixture: Fixture, checks: Check[]): Promise<Obeyed> {
    this.#runs += 1;
    const exchanges: Exchange[] = [];
    const name = `${fixture.fixture} obeyed ${this.#runs}`;
    const check = checkOf({...fixture, fixture: name}, checks, this.#options.specifications);
    const {rules} = await run({
      ...this.#options,
      checks: [check],
      onExchange: (exchange) => void exchanges.push(exchange),
    });
    const rule = rules.find((one) => one.rule === fixture.rule);
    const place = rule?.places.find((one) => one.place === (fixture.place ?? '*'));
    return {verdict: rule?.verdict, place, exchanges};
  }
}

const hasRaceApart = ({steps}: Fixture): boolean =>
  steps.some((step) => step.step === 'parallel' && step.branches.length === 1);
