import {checkDay, checkText, checkUrl, demand, given, objectOf} from '../orders/fields.ts';
import {blame} from '../replies.ts';
import type {Context, Errors, Json} from '../types.ts';
import {parses} from '../web-address.ts';
import {isLanguage, SOLD_IN} from './codes.ts';
import {judgePrinted} from './judge-physical.ts';
import {TERMS} from './types.ts';

/** What a file can be. */
const EXTENSIONS: readonly unknown[] = ['mpga', 'mp3', 'pdf', 'epub'];

/** Most characters of a name, and of a term. */
const LONGEST = 255;

function checkTerms(context: Context, body: Json, errors: Errors): void {
  for (const term of TERMS) {
    const names = body[term];
    if (!given(names)) continue;
    const right =
      Array.isArray(names) &&
      names.every((one) => typeof one === 'string' && one.trim() !== '' && one.length <= LONGEST);
    if (!right) blame(errors, term, 'A list of names.');
  }
  if (errors.has('collection') || !Array.isArray(body.collection)) return;
  const known: readonly unknown[] = context.store.commerce.collections;
  const strange = body.collection.filter((one) => !known.includes(one));
  if (strange.length > 0) blame(errors, 'collection', `Not known: ${strange.join(', ')}.`);
}

function checkBisac({bisac}: Json, errors: Errors): void {
  if (!given(bisac)) return;
  const right =
    Array.isArray(bisac) &&
    bisac.every((one) => /^[A-Z]{3}\d{6}$/.test(String(objectOf(one)?.code ?? '')));
  if (!right) blame(errors, 'bisac', 'A list of objects with a code as FIC000000.');
}

function checkPrices({prices}: Json, errors: Errors): void {
  if (!given(prices)) return;
  const table = objectOf(prices);
  if (table === null) {
    blame(errors, 'prices', 'An object: currency code to amount.');
    return;
  }
  for (const [code, amount] of Object.entries(table)) {
    if (!SOLD_IN.includes(code)) blame(errors, 'prices', `${code} is not sold in.`);
    const right = typeof amount === 'number' && Number.isFinite(amount) && amount >= 0;
    if (!right) blame(errors, 'prices', `${code}: a number from 0 on.`);
  }
}

/** Whether a text is the place of a jpg or a png: a web address, or a path. */
function isPicture(value: unknown): boolean {
  if (typeof value !== 'string' || /\s/.test(value)) return false;
  const path = value.split(/[?#]/)[0] ?? '';
  if (!/[^/]\.(?:jpe?g|png)$/i.test(path)) return false;
  return /^https?:\/\/./.test(value) ? parses(value) : !value.includes('://');
}

function checkCover({cover}: Json, errors: Errors): void {
  if (given(cover) && !isPicture(cover)) blame(errors, 'cover', 'A jpg or a png, by its place.');
}

/** Judges the JSON of a table of contents: an object, a list, or a text that is one of these. */
function checkContents(value: unknown, errors: Errors): void {
  if (!given(value) || typeof value === 'object') return;
  try {
    const read: unknown = JSON.parse(typeof value === 'string' ? value : '');
    if (typeof read === 'object' && read !== null) return;
  } catch {
    // It is no JSON.
  }
  blame(errors, 'table_of_contents', 'JSON is expected.');
}

function checkFile(body: Json, errors: Errors): void {
  demand(errors, body, ['extension', 'file_url']);
  if (given(body.extension) && !EXTENSIONS.includes(body.extension)) {
    blame(errors, 'extension', 'One of mpga, mp3, pdf, epub.');
  }
  checkUrl(errors, 'file_url', body.file_url);
  checkContents(body.table_of_contents, errors);
}

/** Judges the form of an upload (or of an update, with the file that is stored). */
export function judgeIssue(context: Context, body: Json): Errors {
  const errors: Errors = new Map();
  demand(errors, body, ['publication_date', 'name', 'external_id']);
  checkDay(errors, 'publication_date', body.publication_date);
  checkText(errors, 'name', body.name, LONGEST);
  checkText(errors, 'external_id', body.external_id);
  if (given(body.description) && typeof body.description !== 'string') {
    blame(errors, 'description', 'A text is expected.');
  }
  if (given(body.free) && typeof body.free !== 'boolean') {
    blame(errors, 'free', 'Either true or false.');
  }
  if (given(body.lang) && !isLanguage(body.lang)) {
    blame(errors, 'lang', 'A code of ISO 639-1, in small letters.');
  }
  checkTerms(context, body, errors);
  checkBisac(body, errors);
  checkPrices(body, errors);
  checkCover(body, errors);
  if (given(body.type) && body.type !== 'physical' && body.type !== 'digital') {
    blame(errors, 'type', 'Either physical or digital.');
  }
  if (body.type === 'physical') judgePrinted(body, errors);
  else checkFile(body, errors);
  return errors;
}
