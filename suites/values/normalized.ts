import type {TextKind} from '../../spec/openapi.ts';

/** How a deployment may have changed a text without contradicting the document. */
export type Normalization = 'Unicode NFC' | 'trimmed blanks' | 'lower case of the domain';

const NORMALIZATIONS: [name: Normalization, of: (text: string) => string][] = [
  ['Unicode NFC', (text) => text.normalize('NFC')],
  ['trimmed blanks', (text) => text.trim()],
  ['lower case of the domain', (text) => text.replace(/@[^@]*$/, (end) => end.toLowerCase())],
];

/** Whether a deployment that normalizes texts may change this one. */
export const mayBeNormalized = (text: string): boolean =>
  NORMALIZATIONS.some(([, of]) => of(text) !== text);

/** The normalizations that make a given text the one that came back; undefined for another text. */
export function normalizationsBetween(given: string, got: string): Normalization[] | undefined {
  if (given === got) return [];
  const used: Normalization[] = [];
  let text = given;
  for (const [name, of] of NORMALIZATIONS) {
    const next = of(text);
    if (next !== text && of(got) === got) used.push(name);
    text = of(got) === got ? next : text;
  }
  return text === got ? used : undefined;
}

/** Whether a text was returned as it was sent, apart from differences that the document permits. */
export const isSameText = (given: string, got: string): boolean =>
  normalizationsBetween(given, got) !== undefined;

/**
 * Whether an address was returned as it was sent, apart from the case of letters: the document
 * leaves open whether a deployment folds them.
 */
export const isSameAddress = (given: string, got: string): boolean =>
  isSameText(given.toLowerCase(), got.toLowerCase());

/**
 * Whether a language was returned as it was sent, apart from the case of its letters and a region or
 * script behind it, such as `en-US` for `en`: what `lang` of a response looks like is not shown.
 */
const isSameLanguage = (given: string, got: string): boolean =>
  isSameText(given.toLowerCase(), (got.split(/[-_]/)[0] ?? '').toLowerCase());

const SAME: Record<TextKind, (given: string, got: string) => boolean> = {
  address: isSameAddress,
  language: isSameLanguage,
};

/** Whether a text of a kind was returned as it was sent, apart from permitted differences. */
export const isSameAs = (given: string, got: string, as?: TextKind): boolean =>
  isSameText(given, got) || (as !== undefined && SAME[as](given, got));
