/** Defects of the values that an upload may have, and of what only resembles one. */

import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {together, unchecked, unguarded} from '../../families/seams.ts';
import {isText, someFit} from '../../families/texts.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects, eachPlace} from '../../table.ts';
import {isKnownCollection} from '../requests.ts';
import {CREATE, update, upload} from './changed-issues.ts';

const {accepts, refuses, takes} = upload;

const FILE = 'https://files.presscheck.example/good.epub';
const CODE = /^[a-z]{2}$/i;
const ACCENT = /[À-ž]/;

const isNotEmpty = ({length}: readonly unknown[]): boolean => length > 0;

/** Lets collections of other stores be named: their names are like those of this store. */
const ofOtherStores = {collection: (names: readonly string[]) => names.every(isSeeded)};
const isSeeded = (name: string): boolean => name.startsWith('Collection ');

type Text = 'publication_date' | 'extension' | 'file_url' | 'lang';

/** Accepts uploads although a member has an invalid form, and takes it for something else. */
const lenient = (name: Text, keyword: string, other: (text: string) => string): Seam =>
  together(
    unchecked('createIssue', `/${name}`, keyword),
    takes(name, (text) => other(text) as never),
  );

/** The same for one text. */
const lenientFor = (name: Text, keyword: string, one: string, other: string): Seam =>
  lenient(name, keyword, (text) => (text === one ? other : text));

/** Accepts a measure that is a fraction, and stores a whole number. */
const rounding = (name: 'pages' | 'thickness'): Seam =>
  together(
    unchecked('createIssue', `/${name}`, 'type'),
    refuses({[name]: isText}),
    takes(name, (value) => (typeof value === 'number' ? Math.floor(value) : value)),
  );

/** A date as a lenient parser reads it; a text without digits is none. */
const dayOf = (text: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '2024-03-01';

/** Defects of values that are refused, or accepted. */
const judged: Defect[] = defects({
  'store.content.create-answers-201 @ a signed URL': {
    'a URL with a query is refused': refuses({file_url: /\?/}),
  },
  ...eachPlace('store.content.extensions-are-accepted', ['epub', 'pdf', 'mp3', 'mpga'], (name) => [
    `${name} is refused`,
    refuses({extension: name}),
  ]),
  ...eachPlace(
    'store.content.taxonomy-is-accepted',
    ['author', 'country', 'category', 'publisher', 'keyword'],
    (name) => [`${name} is refused`, refuses({[name]: GIVEN})],
  ),
  'store.content.taxonomy-is-accepted @ no terms': {
    'a list of terms has one at least': refuses({keyword: ({length}) => length === 0}),
  },
  'store.content.taxonomy-is-accepted @ each kind of term': {
    'an author with accents is refused': refuses({author: someFit(ACCENT)}),
    'a publisher with an ampersand is refused': refuses({publisher: someFit(/&/)}),
  },
  'store.content.taxonomy-is-accepted @ each country': {
    'a country with accents is refused': refuses({country: someFit(ACCENT)}),
  },
  'store.content.bisac-is-accepted @ one code': {
    'any bisac is refused': refuses({bisac: GIVEN}),
  },
  'store.content.bisac-is-accepted @ several codes': {
    'a second code is refused': refuses({bisac: ({length}) => length > 1}),
  },
  'store.content.collection-is-accepted': {
    'every collection is refused': refuses({collection: isNotEmpty}),
    'a collection is refused beside an author': refuses({collection: isNotEmpty, author: GIVEN}),
  },
  'store.content.collections-exist': {
    'any collection is accepted': unguarded('collection-unknown', CREATE),
    'an unknown one is accepted after a known one': accepts(
      'collection-unknown',
      ({collection: names}, {view}) => isKnownCollection(view, names?.[0]),
    ),
    'an unknown one is accepted before a known one': accepts(
      'collection-unknown',
      ({collection: names}, {view}) => isKnownCollection(view, names?.at(-1)),
    ),
  },
  'store.content.collections-exist @ of another store': {
    'collections of another store are taken': accepts('collection-unknown', ofOtherStores),
    'an update takes collections of another store': update.accepts(
      'collection-unknown',
      ofOtherStores,
    ),
  },
  'store.content.listed-currencies-are-accepted': {
    'the lempira is refused': refuses({prices: (prices) => 'HNL' in prices}),
    'only ten currencies are taken at once': refuses({
      prices: (prices) => Object.keys(prices).length > 10,
    }),
  },
  'store.content.prices-are-in-listed-currencies': {
    'a price in any currency is taken': unguarded('currency-unlisted', CREATE),
    'a price in any currency is taken beside dollars': accepts('currency-unlisted', {
      prices: (prices) => 'USD' in prices,
    }),
  },
  'store.content.table-of-contents-is-accepted': {
    'every table of contents is refused': refuses({table_of_contents: GIVEN, type: ABSENT}),
  },
  ...eachPlace('store.content.covers-are-accepted', ['jpg', 'png'], (name) => [
    `${name} is refused`,
    refuses({cover: (cover) => cover.endsWith(`.${name}`)}),
  ]),
  'store.content.other-covers-are-refused': {
    'any cover is accepted': unguarded('cover-unsuitable', CREATE),
    'a gif is accepted': accepts('cover-unsuitable', {cover: /\.gif$/}),
    'a path is not looked at': accepts('cover-unsuitable', {cover: (cover) => !isUrl(cover)}),
  },
  'store.content.other-covers-are-refused @ each of the names with other endings': {
    'a cover has jpg or png somewhere in its name': accepts('cover-unsuitable', {
      cover: /\.(jpg|png)/,
    }),
  },
  'store.content.physical-measures-are-accepted': {
    'pages are refused': refuses({pages: GIVEN}),
    'a thickness is refused': refuses({thickness: GIVEN}),
  },
  'store.content.physical-measures-are-accepted @ whatever they are': {
    'a book has less than a thousand pages': refuses({pages: (pages) => Number(pages) > 999}),
    'a book is out of stock at no time': refuses({stock: [0, false]}),
  },
  'store.content.physical-measures-are-integers': {
    'any pages are taken': unchecked('createIssue', '/pages', 'type'),
    'any weight is taken': unchecked('createIssue', '/weight', 'type'),
    'pages may be a fraction': rounding('pages'),
    'the thickness may be a fraction': rounding('thickness'),
  },
  'store.content.physical-texts-are-accepted': {
    'a binding type is refused': refuses({binding_type: GIVEN}),
    'an editing location is refused': refuses({editing_location: GIVEN}),
  },
  'store.content.physical-texts-are-accepted @ each kind of text': {
    'only two binding types are taken': refuses({binding_type: /^(?!(hardcover|paperback)$)/}),
    'a location has letters of English only': refuses({editing_location: ACCENT}),
  },
  'store.content.physical-contents-are-html': {
    'HTML is refused': refuses({table_of_contents: isText, type: 'physical'}),
  },
  'store.content.stock-is-a-boolean-or-a-quantity': {
    'both are refused': refuses({stock: GIVEN}),
  },
});

/** Defects of what only resembles something valid. */
const resembling: Defect[] = defects({
  'store.content.publication-date-is-a-day @ texts that are no day': {
    'any text is a day': lenient('publication_date', 'format', dayOf),
  },
  'store.content.publication-date-is-a-day @ each of the texts that are no day': {
    'a day without hyphens is a day': lenientFor(
      'publication_date',
      'format',
      '20240514',
      '2024-05-14',
    ),
  },
  'store.content.extension-is-one-of-four @ other extensions': {
    'another extension is taken for an epub': lenient('extension', 'enum', (text) =>
      ['mpga', 'mp3', 'pdf'].includes(text) ? text : 'epub',
    ),
  },
  'store.content.extension-is-one-of-four @ each of the other extensions': {
    'one other extension is taken for an epub': lenientFor('extension', 'enum', 'mobi', 'epub'),
  },
  'store.content.file-url-is-a-url @ texts that are no URL': {
    'what has no scheme lies on the own host': lenient('file_url', 'format', (text) =>
      isUrl(text) ? text : FILE,
    ),
  },
  'store.content.file-url-is-a-url @ each of the texts that are no URL': {
    'a name of a file lies on the own host': lenientFor('file_url', 'format', 'book.epub', FILE),
  },
  'store.content.lang-is-iso-639-1 @ texts that are no code': {
    'a language is known by its first two letters': lenient('lang', 'pattern', (text) =>
      CODE.test(text) ? text : 'en',
    ),
  },
  'store.content.lang-is-iso-639-1 @ each of the texts that are no code': {
    'a code of three letters is taken': lenientFor('lang', 'pattern', 'eng', 'en'),
  },
});

/** Defects of the values of uploads. */
export const accepted: Defect[] = [...judged, ...resembling];
