import {isObject} from '../json.ts';
import type {TextMapping} from '../profile.ts';

/** Whether a value has a form. */
export type Form = (value: unknown) => boolean;

/** Any text, including an empty one. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** A JSON Pointer to something below the root. */
export const isPointer = (value: unknown): value is string =>
  isText(value) && /^(\/[^/]*)+$/.test(value);

/** One of some texts. */
export const isOneOf =
  (...texts: string[]): Form =>
  (value) =>
    isText(value) && texts.includes(value);

/** A list that is not empty, with items of one form. */
export const isListOf =
  (isItem: Form): Form =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isItem);

/** A mapping of any names to texts, or to lists of texts. */
export const isTextMapping = (value: unknown): value is TextMapping =>
  isObject(value) && Object.values(value).every((one) => isText(one) || isListOf(isText)(one));

/**
 * A mapping with only the given members, each of its form.
 * @param needed names of the required members
 */
export const isMappingOf =
  (forms: Record<string, Form>, needed: string[] = []): Form =>
  (value) => {
    if (!isObject(value)) return false;
    const isKnown = ([name, member]: [string, unknown]): boolean =>
      Object.hasOwn(forms, name) && forms[name]?.(member) === true;
    const isComplete = needed.every((name) => Object.hasOwn(value, name));
    return isComplete && Object.entries(value).every(isKnown);
  };
