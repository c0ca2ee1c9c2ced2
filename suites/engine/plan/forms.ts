import type {Api} from '../../../spec/rule.ts';
import type {Contract} from '../../../spec/contract.ts';
import {isObject} from '../../../spec/json.ts';
import {REQUEST_FORMS, type Call, type RequestForm, type Step} from '../../../spec/step.ts';
import {shuffled} from '../../values/shuffled.ts';
import {hasTwin, type PreparedScene} from './prepare.ts';

/** One scene in so many is sent in another form: one that shows a violation is sent twice. */
const ONE_IN = 2;

const hasBody = ({body, headers}: Call): boolean =>
  body !== undefined && headers?.['content-type'] === undefined;

const areSeveral = (values: unknown): boolean => isObject(values) && Object.keys(values).length > 1;

/** What a call asks for: two reads with the same text are the same request. */
const targetOf = ({api, op, as, path, query, headers}: Call): string =>
  JSON.stringify([api, op, as, path, query, headers]);

/** Whether a call only reads. */
type IsRead = (call: Call) => boolean;

/** The operations that may change what a read gets from the first time to the last. */
function changesOf(read: Call, calls: readonly Call[], isRead: IsRead): string[] {
  if (!isRead(read)) return [];
  const isSame = (one: Call): boolean => targetOf(one) === targetOf(read);
  const between = calls.slice(calls.findIndex(isSame), calls.findLastIndex(isSame));
  return between.filter((one) => !isRead(one)).map(({op}) => op);
}

/** Which calls of a scene a form changes. */
const CHANGES: Record<
  RequestForm,
  (call: Call, calls: readonly Call[], isRead: IsRead) => boolean
> = {
  'capital-headers': () => true,
  'further-headers': () => true,
  'accepting-more': ({headers}) => headers?.accept === undefined,
  'encoded-query': ({query = {}}) => Object.keys(query).length > 0,
  'reversed-members': ({body, query}) => areSeveral(body) || areSeveral(query),
  'lower-case-hex': ({path = {}}) => Object.keys(path).length > 0,
  charset: hasBody,
  'capital-media-type': hasBody,
  'spaced-json': hasBody,
  'escaped-json': hasBody,
  chunked: hasBody,
  conditional: (call, calls, isRead) => changesOf(call, calls, isRead).length > 0,
};

/**
 * Gives the requests of some scenes a form that the document does not show, so that over a run every operation meets every
 * form without further requests. A scene gets the form that most of its operations have met least. A scene that shows a
 * violation is decided again in the documented form (`decideScene`).
 */
export class FormAssigner {
  readonly #order: readonly RequestForm[];
  readonly #met = new Map<string, number>();
  readonly #isRead: IsRead;
  #scenes: number;

  /** @param contracts say which operations only read */
  constructor(seed: number, contracts: Readonly<Record<Api, Pick<Contract, 'operations'>>>) {
    this.#isRead = ({api, op}) => contracts[api].operations[op]?.method === 'GET';
    this.#order = shuffled([...REQUEST_FORMS], seed);
    this.#scenes = seed;
  }

  /** The scene in another form, if it is its turn and has a request that may be written in one. */
  inForm(scene: PreparedScene): PreparedScene {
    const {given, act, unavailable, setUp} = scene;
    if (unavailable || isCounted(scene) || scene.keepsRecordedClasses || hasTwin(scene))
      return scene;
    const own = setUp?.reusable ? act : [...given, ...act];
    const calls = own.filter(isPlain);
    const form = this.#formFor(calls);
    if (form === undefined) return scene;
    const rewritten = (step: Step): Step =>
      isPlain(step) && CHANGES[form](step, calls, this.#isRead) ? {...step, form} : step;
    return {
      ...scene,
      ...(!setUp?.reusable && {given: given.map(rewritten)}),
      act: act.map(rewritten),
      form,
    };
  }

  #formFor(calls: readonly Call[]): RequestForm | undefined {
    if (!calls.length) return undefined;
    this.#scenes += 1;
    if (this.#scenes % ONE_IN) return undefined;
    const gains = this.#order.map((form): [RequestForm, number] => [form, this.#gain(form, calls)]);
    const [[form, gain] = [undefined, 0]] = gains.sort(([, one], [, other]) => other - one);
    if (form === undefined || !gain) return undefined;
    for (const key of keysOf(form, calls, this.#isRead))
      this.#met.set(key, (this.#met.get(key) ?? 0) + 1);
    return form;
  }

  /** How much is new about a form in calls: more for operations that have met it less. */
  #gain(form: RequestForm, calls: readonly Call[]): number {
    return [...keysOf(form, calls, this.#isRead)]
      .map((key) => 2 ** -(this.#met.get(key) ?? 0))
      .reduce((sum, one) => sum + one, 0);
  }
}

/** The scene as the documents show its requests. */
export function inDocumentedForm(scene: PreparedScene): PreparedScene {
  const {form, given, act, ...rest} = scene;
  return form ? {...rest, given: given.map(documented), act: act.map(documented)} : scene;
}

/** A step as the documents show it. */
const documented = (step: Step): Step =>
  step.step === 'call' && step.form ? withoutForm(step) : step;

/** The same call as the documents show it. */
export const withoutForm = ({form: _form, ...call}: Call): Call => call;

/** The operations that a form changes a call of, with the form; conditional reads also with what may change their response. */
function keysOf(form: RequestForm, calls: readonly Call[], isRead: IsRead): Set<string> {
  const changed = calls.filter((call) => CHANGES[form](call, calls, isRead));
  const waysOf = (call: Call): string[] =>
    form === 'conditional' ? changesOf(call, calls, isRead) : [''];
  return new Set(changed.flatMap((call) => waysOf(call).map((way) => `${form} ${call.op} ${way}`)));
}

/** Whether something counts the requests of a scene, so that none may be sent twice. */
const isCounted = ({exhausts, consecutive, mayRevokeAccess}: PreparedScene): boolean =>
  Boolean(exhausts || consecutive || mayRevokeAccess);

/** Members of a call that say how it is written. */
const OWN_FORM = [
  'raw',
  'tail',
  'elsewhere',
  'method',
  'escaped',
  'spelling',
  'present',
  'link',
  'interface',
] as const satisfies readonly (keyof Call)[];

/** Whether a step is one request to an operation, written as the document shows it. */
export const isPlain = (step: Step): step is Call =>
  step.step === 'call' && OWN_FORM.every((own) => step[own] === undefined);
