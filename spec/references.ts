import {isObject, toText} from './json.ts';

/** A reference to the response of an earlier step, as a recorded step contains it (`$from`). */
export interface StepReference {
  /** The id of the step. */
  step: string;
  /** JSON Pointer into its body, or the name of a header after `header:`. */
  pointer: string;
}

/** The references in a value of a step, at any depth. */
export function referencesIn(value: unknown): StepReference[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  if ('$from' in value) return [{step: String(value['$from']), pointer: String(value['at'])}];
  return Object.values(value).flatMap(referencesIn);
}

/** The ids of the steps that a value refers to. */
export const stepsIn = (value: unknown): string[] => referencesIn(value).map(({step}) => step);

/** The numbers of the fresh values in a step: one that it shares with another step names the same thing. */
export function freshIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(freshIn);
  if (!isObject(value)) return [];
  return '$fresh' in value ? [Number(value['n'])] : Object.values(value).flatMap(freshIn);
}

/** The names of the samples in a value. */
export function samplesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(samplesIn);
  if (!isObject(value)) return [];
  if ('$sample' in value) return [toText(value.$sample)];
  return Object.values(value).flatMap(samplesIn);
}
