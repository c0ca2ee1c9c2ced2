import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import {isServerError} from '../../../spec/status.ts';
import {isOddLimit} from '../../target/gateway.ts';
import {limited, LIMITS} from '../../rate-limits/limited.ts';
import type {PlaceResults} from '../judge/place-results.ts';
import {markNotOwn, oddOnes} from '../judge/responses-of-others.ts';
import {isInterference} from '../send/interference.ts';
import {observe} from '../judge/observe.ts';
import {leavesLittle} from '../judge/others-at-work.ts';
import type {SceneRun} from '../send/scene-run.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import type {RunServices} from '../judge/run-services.ts';
import {everyStep} from '../plan/steps.ts';

/**
 * Runs the passive checks of each response of an attempt. The responses of a race are deferred until all
 * of them have arrived, since each may show the effect of another request. In a scene that reaches a
 * limit on a shared target, refusals and server errors are deferred as well: only together they show
 * which of them are the deployment's own.
 */
export class DeferredObservations {
  readonly #run: SceneRun;
  readonly #placeResults: PlaceResults;
  readonly #services: RunServices;
  #race: Step | undefined;
  #raced: Exchange[] = [];
  #waiting: Exchange[] = [];

  constructor(run: SceneRun, placeResults: PlaceResults, services: RunServices) {
    this.#run = run;
    this.#placeResults = placeResults;
    this.#services = services;
  }

  /** Judges a response, either at once or later. */
  note(exchange: Exchange): void {
    const race = this.#run.races.get(exchange.step);
    if (race !== this.#race) this.#endRace();
    this.#race = race;
    if (race) this.#raced.push(exchange);
    else this.#judge(exchange);
  }

  /** Judges the responses of a completed race. */
  #endRace(): void {
    const raced = this.#raced;
    this.#raced = [];
    for (const exchange of raced) this.#judge(exchange);
  }

  #judge(exchange: Exchange): void {
    const {status} = exchange;
    const {shared} = this.#services.target;
    const {exhausts} = this.#run.scene;
    if (shared && exhausts && (status === 429 || isServerError(status)))
      this.#waiting.push(exchange);
    else if (!shared || exhausts || !isOddLimit(exchange)) this.#observe(exchange);
  }

  /** Judges the deferred responses. */
  observeWaiting(): void {
    this.#endRace();
    if (!this.#waiting.length) return;
    const {given, act} = this.#run.scene;
    markNotOwn(this.#run.exchanges, [...everyStep([...given, ...act])].some(leavesLittle));
    const odd = oddOnes(this.#run.exchanges);
    for (const exchange of this.#waiting.filter((one) => !odd.includes(one)))
      this.#observe(exchange);
    this.#waiting = [];
  }

  #observe(exchange: Exchange): void {
    const observation = observe(exchange, this.#run, this.#services);
    const [first] = observation.broken;
    if (first) this.#run.broken.set(exchange, first.rule);
    this.#placeResults.observe(observation);
  }
}

/**
 * The ids of the steps without a response of the deployment, with a server error, or with a 429 that the
 * scene does not expect.
 */
export function disturbedSteps({exchanges, scene}: SceneRun): Set<string> {
  const exhausts = scene.exhausts === true;
  const needed = neededSteps(scene);
  const isUnwanted = (one: Exchange): boolean =>
    isServerError(one.status) || (isByLimit(one) && (!exhausts || needed.has(one.step)));
  const disturbed = exchanges.filter((one) => isUnwanted(one) || isInterference(one, exhausts));
  return new Set(disturbed.map(({step}) => step));
}

/** Whether a limit on requests refused; one on runs may have the same status (NS-WS-21). */
const isByLimit = (one: Exchange): boolean =>
  one.status === 429 && (one.probablyFromGateway === true || limited(one));

/** The ids of the steps that have to succeed for the scene to continue. */
function neededSteps({given, act}: PreparedScene): Set<string> {
  const steps = [...everyStep([...given, ...act])];
  const needed = steps.filter((step) => step.step === 'call' && expectsSuccess(step.expects));
  return new Set(needed.map(({id}) => id));
}

const expectsSuccess = (expects: string | undefined): boolean =>
  expects !== undefined && !LIMITS.includes(expects);
