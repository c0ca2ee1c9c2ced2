import {isDay} from '../time.ts';
import type {Ask, Json} from '../types.ts';
import {parses} from '../web-address.ts';
import {type Asks, jsonOf, listOf} from './types.ts';

/** A value that no member accepts. */
const SPOILT = 7;

/** Gives a member that is missing a value, so that it is not needed. */
function usual(field: string, value: unknown): (ask: Ask) => void {
  return ({body}) => {
    if (body.type === 'physical' && (field === 'extension' || field === 'file_url')) return;
    body[field] ??= value;
  };
}

/** Refuses a member that has some value. */
function refuses(field: string, test: (value: unknown) => boolean): (ask: Ask) => void {
  return ({body}) => {
    if (body[field] !== undefined && test(body[field])) body[field] = SPOILT;
  };
}

/** Takes what is wrong with a member for something else. */
function accepts(field: string, edit: (value: unknown, body: Json) => unknown) {
  return ({body}: Ask): void => {
    if (body[field] !== undefined) body[field] = edit(body[field], body);
  };
}

/** Demands a member that may be missing. */
function demands(field: string): (ask: Ask) => void {
  return ({body}) => {
    body[field] ??= SPOILT;
  };
}

function rolledOver(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const always = (): boolean => true;
const SOLD_IN = /^(USD|ARS|EUR|MXN|COP|PEN|CLP|AUD|UYU|BOB|PYG|BRL|INR|GTQ|HNL)$/;

/** Changes the prices of a body. */
function prices(edit: (entry: [string, unknown]) => [string, unknown][]): (ask: Ask) => void {
  return accepts('prices', (value) => {
    return Object.fromEntries(Object.entries(jsonOf(value)).flatMap(edit));
  });
}

/** How the days, names, and files of uploads are misread. */
const FILES: Asks[string] = {
  'upload-day-optional': usual('publication_date', '2026-01-01'),
  'upload-name-optional': usual('name', 'Untitled'),
  'upload-external-optional': ({body}) => {
    body.external_id ??= `auto-${Math.random().toString(36).slice(2)}`;
  },
  'upload-file-optional': usual('file_url', 'https://files.example/later'),
  'upload-day-any': accepts('publication_date', (day) => {
    return isDay(text(day)) || Number.isNaN(Date.parse(text(day))) ? day : '2026-01-01';
  }),
  'upload-day-impossible': accepts('publication_date', (day) => {
    return /^\d{4}-\d{2}-\d{2}$/.test(text(day)) ? rolledOver(text(day)) : day;
  }),
  'upload-leap-day-refused': refuses('publication_date', (day) => text(day).endsWith('-02-29')),
  'upload-mpga-refused': refuses('extension', (kind) => kind === 'mpga'),
  'upload-extension-any': accepts('extension', (kind) => {
    return ['epub', 'mp3', 'mpga'].includes(text(kind)) ? kind : 'pdf';
  }),
  'upload-file-unchecked': accepts('file_url', (url) => {
    return parses(text(url)) ? url : 'https://files.example/x';
  }),
  'upload-signed-refused': refuses('file_url', (url) => text(url).includes('?')),
  'upload-name-emoji-crashes': ({body}) => {
    if (/\p{Extended_Pictographic}/u.test(text(body.name))) throw new RangeError('four bytes');
  },
  'upload-name-escaped': accepts('name', (name) => text(name).replaceAll('&', '&amp;') || name),
  'upload-description-required': demands('description'),
};

/** How the other members of uploads are misread. */
const DETAILS: Asks[string] = {
  'upload-free-ignored': accepts('free', (value) => (value === true ? false : value)),
  'upload-bisac-refused': refuses('bisac', always),
  'upload-bisac-two-refused': refuses('bisac', (list) => listOf(list).length > 1),
  'upload-author-comma-splits': accepts('author', (names) => {
    return Array.isArray(names) ? names.flatMap((one) => text(one).split(/, */)) : names;
  }),
  'upload-country-accent-refused': refuses('country', (names) => /[^ -~]/.test(String(names))),
  'upload-publisher-refused': refuses('publisher', always),
  'upload-keyword-empty-refused': refuses('keyword', (names) => {
    return Array.isArray(names) && names.length === 0;
  }),
  'upload-prices-refused': refuses('prices', always),
  'upload-currency-any': prices(([code, amount]) => {
    return SOLD_IN.test(code) ? [[code, amount]] : [];
  }),
  'upload-currency-hnl-refused': refuses('prices', (table) => jsonOf(table).HNL !== undefined),
  'upload-price-zero-dropped': prices(([code, amount]) => (amount === 0 ? [] : [[code, amount]])),
  'upload-price-cents-cut': prices(([code, amount]) => {
    return [[code, Math.floor(Number(amount) * 100) / 100]];
  }),
  'upload-lang-any': accepts('lang', (code) => {
    return /^[a-z]{2}$/.test(text(code)) ? code : 'es';
  }),
  'upload-lang-unknown-code': accepts('lang', (code) => {
    return ['xx', 'zz', 'qq', 'yy'].includes(text(code)) ? 'es' : code;
  }),
  'upload-lang-common-only': refuses('lang', (code) => {
    return !/^(en|es|pt|fr|de|it|ca)$/.test(text(code));
  }),
  'upload-contents-refused': refuses('table_of_contents', always),
  'upload-contents-list-refused': refuses('table_of_contents', Array.isArray),
  'upload-png-refused': refuses('cover', (url) => text(url).toLowerCase().includes('.png')),
  'upload-cover-path-refused': refuses('cover', (url) => !/^https?:/.test(text(url))),
  'upload-cover-any': accepts('cover', (url) => (text(url) === '' ? url : '/covers/any.jpg')),
  'upload-cover-contains': accepts('cover', (url) => {
    return /\.(jpe?g|png)\b/.test(text(url)) ? '/covers/any.jpg' : url;
  }),
};

/** How uploads are misread. */
export const UPLOAD_ASKS: Asks = {createIssue: {...FILES, ...DETAILS}};
