import {canonicalText, idText, isObject, toText} from '../../../spec/json.ts';
import type {Call, Step, Upload} from '../../../spec/step.ts';
import type {Fresh, Sample} from '../../../spec/value.ts';

/** A step that is a single HTTP request and may be reused. */
export type RequestStep = Call | Upload;

/** Looks up the values of the references in a step, without generating a fresh value. */
export interface ScriptValues {
  /** The value at a pointer in the response to an earlier step; undefined if there is none. */
  at(step: string, pointer: string): unknown;
  /** A fresh value of the scene; undefined if the step would be the first one that uses it. */
  fresh(fresh: Fresh): string | undefined;
  sample(name: string, pointer: string): unknown;
}

/** Whether a step is a single HTTP request that may be reused. */
export const isRequestStep = (step: Step): step is RequestStep =>
  step.step === 'call' || step.step === 'upload';

/** What makes a request comparable to requests of other scenes. */
export interface CacheKey {
  /**
   * The request as canonical JSON. Fresh values that it is the first to use are replaced by their
   * kind and position, all other references by their values: two scenes that each create a user
   * with an email of its own have the same signature.
   */
  signature: string;
  /** The fresh values that the request is the first to use, by position. */
  newValues: Fresh[];
  /** Values of earlier requests and responses that it contains, for example the id of a user. */
  refersTo: string[];
}

/**
 * The key of a step.
 * @returns undefined while a value that the step refers to is unknown
 */
export function cacheKeyOf(step: RequestStep, values: ScriptValues): CacheKey | undefined {
  const {writer, written} = writeRequest(step, values);
  if (writer.incomplete) return undefined;
  const {newValues, refersTo} = writer;
  return {signature: canonicalText(written), newValues, refersTo};
}

/**
 * The values of earlier requests and responses that a step contains: `refersTo` of its key.
 * @returns undefined while one of them is unknown
 */
export function referencesOf(step: RequestStep, values: ScriptValues): string[] | undefined {
  const {writer} = writeRequest(step, values);
  return writer.incomplete ? undefined : writer.refersTo;
}

function writeRequest(
  step: RequestStep,
  values: ScriptValues,
): {writer: KeyWriter; written: unknown} {
  const writer = new KeyWriter(values);
  const written = writer.write(requestOf(withShownHeaders(step, values)));
  // Stored bytes change their reservation, so the upload concerns every value that names it.
  if (step.step === 'upload' && isObject(step.url) && '$from' in step.url)
    for (const pointer of ['/publication_id', '/key'])
      writer.refer(values.at(String(step.url.$from), pointer));
  return {writer, written};
}

/** An upload has no headers where its reservation shows none. */
function withShownHeaders(step: RequestStep, values: ScriptValues): RequestStep {
  if (step.step !== 'upload' || !isObject(step.headers) || !('$from' in step.headers)) return step;
  const {$from, at} = step.headers;
  const shown = values.at(toText($from), toText(at));
  return shown === undefined ? {...step, headers: {}} : step;
}

/** The members of a step that determine its request: not its id or what it expects of the response. */
function requestOf(step: RequestStep): Record<string, unknown> {
  const {id: _id, expects: _expects, optional: _optional, ...request} = step;
  if (request.step === 'upload') return request;
  const {until: _until, form: _form, ...call} = request;
  return call;
}

/** Writes a request for comparison, and collects the values in it on the way. */
class KeyWriter {
  readonly newValues: Fresh[] = [];
  readonly refersTo: string[] = [];
  /** Whether a value that the request refers to is unknown. */
  incomplete = false;
  readonly #values: ScriptValues;

  constructor(values: ScriptValues) {
    this.#values = values;
  }

  write(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((member) => this.write(member));
    if (!isObject(value)) return value;
    if ('$from' in value) return this.#response(toText(value.$from), toText(value.at));
    if ('$fresh' in value) return this.#fresh(value as unknown as Fresh);
    if ('$sample' in value) return this.#sample(value as unknown as Sample);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.write(member)]),
    );
  }

  /** Notes a value that the request contains. */
  refer(value: unknown): unknown {
    const text = idText(value);
    if (text !== undefined) this.refersTo.push(text);
    return value;
  }

  /** A sample, represented by its value. A file name with another stem or in capitals is a different one. */
  #sample({$sample: name, at, stem, capitals}: Sample): unknown {
    const value = this.#values.sample(name, at) ?? null;
    return stem === undefined && !capitals ? value : {stem, capitals, of: value};
  }

  #response(step: string, pointer: string): unknown {
    const found = this.#values.at(step, pointer);
    if (found === undefined) this.incomplete = true;
    return this.refer(found);
  }

  #fresh(fresh: Fresh): unknown {
    const {$fresh, n, length = null} = fresh;
    const known = this.newValues.findIndex((one) => one.n === n);
    const minted = this.#values.fresh(fresh);
    if (minted !== undefined && known < 0) return this.refer(minted);
    const position = known < 0 ? this.newValues.push(fresh) - 1 : known;
    return {fresh: $fresh, length, position};
  }
}
