import {canonicalText, isObject} from '../../spec/json.ts';
import type {Call, Fresh, Step, Upload} from '../../spec/step.ts';

/** A single request of a script. */
export type RequestStep = Call | Upload;

/** Where the values of a step come from. */
export interface Values {
  at(step: string, pointer: string): unknown;
  /** A fresh value that was minted or taken before; undefined when this would be its first use. */
  fresh(fresh: Fresh): string | undefined;
  sample(name: string, pointer: string): unknown;
}

export const isRequestStep = (step: Step): step is RequestStep =>
  step.step === 'call' || step.step === 'upload';

/** What a step asks, in a form in which two scenes can ask the same. */
export interface CacheKey {
  form: string;
  introduced: Fresh[];
  mentions: string[];
}

/** What a step asks; undefined while a value that it refers to is not there. */
export function cacheKeyOf(step: RequestStep, values: Values): CacheKey | undefined {
  const said: CacheKey = {form: '', introduced: [], mentions: []};
  let missing = false;
  const mention = (value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'number') said.mentions.push(String(value));
    return value;
  };
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write);
    if (!isObject(value)) return value;
    if ('$from' in value) {
      const found = values.at(String(value.$from), String(value.at));
      if (found === undefined) missing = true;
      return mention(found);
    }
    if ('$fresh' in value) {
      const fresh = value as unknown as Fresh;
      const minted = values.fresh(fresh);
      if (minted !== undefined && !said.introduced.some(({n}) => n === fresh.n))
        return mention(minted);
      let place = said.introduced.findIndex(({n}) => n === fresh.n);
      if (place < 0) place = said.introduced.push(fresh) - 1;
      return {fresh: fresh.$fresh, length: fresh.length ?? null, place};
    }
    if ('$sample' in value) return values.sample(String(value.$sample), String(value.at)) ?? null;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, write(member)]));
  };
  const {id: _id, expects: _expects, ...rest} = step;
  const {
    until: _until,
    optional: _optional,
    ...asked
  } = rest as {until?: unknown; optional?: unknown};
  said.form = canonicalText(write(asked));
  // Bytes that land change what is said of their reservation, by whichever name.
  if (step.step === 'upload' && isObject(step.url) && '$from' in step.url)
    for (const name of ['/publication_id', '/key'])
      mention(values.at(String(step.url.$from), name));
  return missing ? undefined : said;
}
