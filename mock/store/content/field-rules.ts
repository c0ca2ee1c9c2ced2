import {CURRENCIES} from '../../../spec/currencies.ts';
import {isUrl} from '../../../spec/url.ts';
import type {FieldErrors, FieldGuard} from '../../guarded.ts';
import type {View} from '../../operation.ts';
import {fileSource} from './file-source.ts';
import type {IssueBody} from './issue-body.ts';
import {TAXONOMY, type Issue} from './issue.ts';
import {LANGUAGES} from './languages.ts';

/** A body, with the issue into which it is written. */
export interface Writing {
  body: IssueBody;
  /** Absent for an upload, and for an issue that does not exist. */
  issue?: Issue | undefined;
}

/** What the upload of a file requires in addition (Content, Upload body). */
export const FILE_RULES: FieldGuard<Writing>[] = [
  {situation: 'extension-missing', errors: ({body}) => missing(body, 'extension')},
  {situation: 'file-missing', errors: ({body}) => missing(body, 'file_url')},
  {situation: 'file-url-without-host', errors: withoutHost},
  {situation: 'file-too-large', errors: tooLarge},
];

/** The checks of both uploads and updates. */
export const COMMON_RULES: FieldGuard<Writing>[] = [
  {situation: 'name-empty', errors: ({body}) => empty(body, 'name')},
  {situation: 'external-id-empty', errors: ({body}) => empty(body, 'external_id')},
  {situation: 'external-id-taken', errors: takenId},
  {situation: 'text-too-long', errors: tooLong},
  {situation: 'collection-unknown', errors: unknownCollections},
  {situation: 'currency-unlisted', errors: unlistedCurrencies},
  {situation: 'price-too-large', errors: largePrices},
  {situation: 'language-unknown', errors: unknownLanguage},
  {situation: 'cover-unsuitable', errors: unsuitableCover},
  {situation: 'contents-no-text', errors: contentsNoText},
  {situation: 'stock-of-another-kind', errors: otherStock},
  {situation: 'unlikely-value', errors: unlikelyValues},
];

/** In one reading an update requires every field that an upload requires (NS-ST-65). */
export function missingForUpdate({body}: Writing, view: View): FieldErrors {
  if (view.freedom('content.update_needs') !== 'all') return {};
  const needed = ['publication_date', 'name', 'external_id'] as const;
  const absent = needed.filter((name) => body[name] === undefined);
  return Object.fromEntries(absent.map((name) => [name, [`The ${name} field is required.`]]));
}

const missing = (body: IssueBody, name: 'extension' | 'file_url'): FieldErrors =>
  body[name] === undefined ? {[name]: [`The ${name} field is required.`]} : {};

const empty = (body: IssueBody, name: 'name' | 'external_id'): FieldErrors =>
  body[name] === '' ? {[name]: [`The ${name} field is required.`]} : {};

/** A "public or signed URL" has a host. A text without a scheme is refused by the format. */
function withoutHost({body: {file_url: url = ''}}: Writing): FieldErrors {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(url);
  const hasHost = isUrl(url) && new URL(url).hostname !== '';
  return hasHost || !hasScheme ? {} : {file_url: ['The file url must be a valid URL.']};
}

/** The mock recognizes files that are too large by their name only (NS-ST-59). */
function tooLarge({body: {file_url: url, extension}}: Writing, view: View): FieldErrors {
  if (url === undefined || extension === undefined) return {};
  const isRefused = view.freedom('content.too_large') === 'refused';
  return isRefused && fileSource(url, extension).isTooLarge
    ? {file_url: ['The file may not be greater than 256 MB.']}
    : {};
}

/** `external_id` is unique. */
function takenId({body: {external_id: id}, issue}: Writing, view: View): FieldErrors {
  const other = id === undefined ? undefined : view.by<Issue>('issues', 'external_id', id);
  return other && other.key !== issue?.key
    ? {external_id: ['The external id has already been taken.']}
    : {};
}

/** Whether the bound of 64 holds for content is open (NS-ST-60). */
function tooLong({body: {external_id: id = ''}}: Writing, view: View): FieldErrors {
  const bound = Number(view.freedom('content.longest_external_id'));
  return bound > 0 && [...id].length > bound
    ? {external_id: [`The external id may not be greater than ${bound} characters.`]}
    : {};
}

/** "collection must already exist" (Content, Upload body). */
function unknownCollections({body: {collection = []}}: Writing, view: View): FieldErrors {
  const isKnown = (name: string): boolean => view.by('collections', 'name', name) !== undefined;
  return collection.every(isKnown) ? {} : {collection: ['The selected collection is invalid.']};
}

/** Currencies are those of plans; with a freedom a price in another one is accepted (NS-ST-66). */
function unlistedCurrencies({body: {prices = {}}}: Writing, view: View): FieldErrors {
  const isTaken = view.freedom('content.unlisted_currency') === 'taken';
  const isListed = (code: string): boolean => CURRENCIES.some((one) => one === code);
  return isTaken || Object.keys(prices).every(isListed)
    ? {}
    : {prices: ['A selected currency is not supported.']};
}

/** `amount_in_cents` is an integer: a price beyond what JSON carries exactly would not be. */
function largePrices({body: {prices = {}}}: Writing): FieldErrors {
  const isShown = (amount: number): boolean => Number.isSafeInteger(Math.round(amount * 100));
  return Object.values(prices).every(isShown) ? {} : {prices: ['A price is too large.']};
}

/** `lang`: ISO 639-1. A text that does not have two letters is refused by the pattern. */
function unknownLanguage({body: {lang = ''}}: Writing): FieldErrors {
  return lang.length !== 2 || LANGUAGES.has(lang.toLowerCase())
    ? {}
    : {lang: ['The selected lang is invalid.']};
}

/** "jpg or png only": a name with another extension is refused; one without an extension may be a signed URL. */
function unsuitableCover({body: {cover = ''}}: Writing): FieldErrors {
  const [path = ''] = cover.split(/[?#]/);
  const [, ending] = /\.([a-z0-9]{1,5})$/i.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
  return ending === undefined || /^(jpe?g|png)$/i.test(ending)
    ? {}
    : {cover: ['The cover must be a file of type: jpg, png.']};
}

/** `table_of_contents` of physical content is HTML: a text. */
function contentsNoText({body, issue}: Writing): FieldErrors {
  const isPhysical = body.type === 'physical' || issue?.kind === 'physical';
  const {table_of_contents: contents} = body;
  return isPhysical && contents !== undefined && typeof contents !== 'string'
    ? {table_of_contents: ['The table of contents must be a string.']}
    : {};
}

/** One description has a boolean, another a quantity (NS-ST-61). */
function otherStock({body: {stock}}: Writing, view: View): FieldErrors {
  const kind = view.freedom('content.stock');
  if (stock === undefined || kind === 'any') return {};
  const isSuitable = kind === 'boolean' ? typeof stock === 'boolean' : typeof stock === 'number';
  return isSuitable ? {} : {stock: [`The stock must be ${String(kind)}.`]};
}

/** The checks of a strict store for values that the document does not mention (NS-ST-97). */
function unlikelyValues({body}: Writing, view: View): FieldErrors {
  if (view.freedom('content.strict') !== true) return {};
  const errors: FieldErrors = {};
  const {bisac = [], prices = {}} = body;
  if (bisac.some(({code}) => !/^[A-Z]{3}\d{6}$/.test(code)))
    errors['bisac'] = ['The selected bisac is invalid.'];
  if (Object.values(prices).some((amount) => amount < 0))
    errors['prices'] = ['The prices must be at least 0.'];
  for (const name of TAXONOMY) {
    const terms = body[name] ?? [];
    if (new Set(terms).size !== terms.length || terms.includes(''))
      errors[name] = [`The ${name} field has a duplicate or empty value.`];
  }
  return errors;
}
