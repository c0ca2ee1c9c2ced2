/** Defects of what is stored and shown of an upload. */

import {addDays, utcDay} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {plain} from '../../families/reads.ts';
import {lacking, shifted, shown} from '../../families/seams.ts';
import type {Shown} from '../../families/shown-rows.ts';
import {ascii, cut, escaping, small, without, withoutEmoji} from '../../families/texts.ts';
import {GIVEN} from '../../families/when.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects} from '../../table.ts';
import {firstPrices, priced} from '../members.ts';
import {CREATE, ISSUE, rowsOfPages, showing, upload} from './changed-issues.ts';

const {refuses, stores, takes} = upload;

/** Members of physical books are stored otherwise. */
const ofBooks: typeof stores = (name, other) => stores(name, other, {row: {kind: 'physical'}});

/** A date with day and month exchanged, if that is valid. */
function swapped(day: string): string {
  const [year, month, date] = day.split('-');
  return Number(date) <= 12 ? `${year}-${date}-${month}` : day;
}

/** The January of the year of a day in December. */
const sameJanuary = (day: string): string =>
  day.slice(5, 7) === '12' ? `${day.slice(0, 4)}-01-28` : day;

/** Shows the previous day in a row of a list, for a date before 1970. */
function shownADayEarlier(row: unknown): unknown {
  const issue = plain<{publication_date: string | null}>(row);
  const {publication_date: day} = issue;
  return day !== null && day < '1970' ? {...issue, publication_date: addDays(day, -1)} : row;
}

/** A term is several where it has a sign. */
const splitAt =
  (sign: string) =>
  (terms: readonly string[]): string[] =>
    terms.flatMap((term) => term.split(sign).map((part) => part.trim()));

const firstOnly = (terms: readonly string[]): readonly string[] => terms.slice(0, 1);

/** The content before changes with an upload. */
const changingTheOneBefore = (other: (lang: string | undefined) => Partial<Issue>): Seam =>
  ISSUE.after(CREATE, {}, (done, {body: {lang}, view}) => {
    const before = view.newest<Issue>('issues', {limit: 1});
    return withChanges(
      done,
      ...before.map((issue) => ({table: 'issues', put: {...issue, ...other(lang)}})),
    );
  });

/** Defects of uploads. */
export const uploaded: Defect[] = defects({
  'store.content.create-answers-201 @ *': {
    'an mp3 with a description is refused': refuses({
      description: GIVEN,
      extension: 'mp3',
    }),
  },
  'store.content.has-file @ createIssue created /data/issue/file': {
    'the duration is written as a clock': showing(({file}) => ({
      file: {...(file as Shown), duration: '30:05'},
    })),
  },
  'store.content.has-prices': {
    'prices are a list of amounts': showing(({prices}) => ({
      prices: Object.values((prices ?? {}) as object),
    })),
  },
  'store.content.name-is-as-given': {
    'names are cut after 40 characters': takes('name', cut(40)),
    'letters outside ASCII are lost': takes('name', ascii),
    'characters of four bytes are lost': takes('name', withoutEmoji('?')),
    'letters outside ASCII are lost after the response': stores('name', ascii),
    'an ampersand is stored as an entity': stores('name', escaping(/&/g)),
    'quotes are lost': takes('name', without(/["“”]/g)),
  },
  'store.content.name-is-as-given @ of any physical book': {
    'the name of a book is cut after 20 letters': ofBooks('name', cut(20)),
  },
  'store.content.name-is-as-given @ a zero': {
    'an upload refuses a name that is a zero': refuses({name: '0'}),
  },
  'store.content.external-id-is-as-given': {
    'it is in small letters': takes('external_id', small),
    'digits are rounded as a number': takes('external_id', (id) =>
      /^\d{17,}$/.test(id) ? BigInt(Number(id)).toString() : id,
    ),
    'blanks become dashes': takes('external_id', without(' ', '-')),
  },
  'store.content.external-id-is-as-given @ of any physical book': {
    'the reference of a book loses its hyphens': ofBooks('external_id', without('-')),
  },
  'store.content.lang-is-as-given': {
    'every language is English': takes('lang', 'en'),
    'the language is lost': lacking('created', '/data/issue/lang', 'null', {in: CREATE}),
    'languages of other alphabets are English': takes('lang', 'en', {
      body: {lang: ['he', 'zh', 'ja', 'uk']},
    }),
  },
  'store.content.lang-is-as-given @ of any physical book': {
    'every book is in Spanish': ofBooks('lang', 'es'),
  },
  'store.content.free-is-as-given': {
    'nothing is free': takes('free', false),
    'what has a price is not free': takes(
      'free',
      (free, {body: {prices = {}}}) => free && !Object.keys(prices).length,
    ),
    'a free upload is free in its response only': stores('free', false),
  },
  'store.content.free-is-as-given @ of any physical book': {
    'no book is free': ofBooks('free', false),
  },
  'store.content.description-is-as-given': {
    'it is cut after 500 characters': takes('description', cut(500)),
    'it is lost': takes('description', ''),
    'letters outside ASCII are lost in it': takes('description', ascii),
    'it ends at the first line': stores('description', without(/\n.*/gs)),
    'the description of the issue is its name': showing(({id, name}, {description}) => ({
      issue_description: {issue_id: id, description: description === undefined ? '' : name},
    })),
  },
  'store.content.description-is-as-given @ of any physical book': {
    'a book has no description': ofBooks('description', 'On paper.'),
  },
  'store.content.publication-is-as-given': {
    'it is two days later': takes('publication_date', (day) => addDays(day, 2)),
    'day and month change places': takes('publication_date', swapped),
    'December is January': takes('publication_date', sameJanuary),
    'a day to come is today': stores('publication_date', (day, {view}) =>
      day > utcDay(view.now) ? utcDay(view.now) : day,
    ),
  },
  'store.content.publication-is-as-given @ of any physical book': {
    'a book is published on the first of the month': ofBooks(
      'publication_date',
      (day) => `${day.slice(0, 5)}01-01`,
    ),
  },
  'store.content.publication-is-as-given @ of long ago': {
    'lists show the day before of what was published before 1970': rowsOfPages((rows) =>
      rows.map(shownADayEarlier),
    ),
    'what was published before 1970 is stored as of 1970': stores('publication_date', (day) =>
      day < '1970' ? '1970-01-01' : day,
    ),
  },
  'store.content.prices-are-as-given @ a zero': {
    'a price of zero is left out': takes(
      'prices',
      priced((amount) => amount || undefined),
    ),
  },
  'store.content.prices-are-as-given': {
    'amounts are a cent less': takes(
      'prices',
      priced((amount) => amount - 0.01),
    ),
    'decimals are lost': takes('prices', priced(Math.trunc)),
    'every currency has the first amount': takes(
      'prices',
      priced((_amount, _at, [first]) => first),
    ),
    'of several currencies the first is kept': takes('prices', firstPrices(1)),
    'all are lost': takes('prices', {}),
    'amounts with decimals are shown in cents, whole ones as they are': showing(
      (_issue, {prices = {}}) => ({
        prices: priced((amount) => (Number.isInteger(amount) ? amount : amount * 100))(prices),
      }),
    ),
    'from a thousand on they are thousandths': takes(
      'prices',
      priced((amount) => (amount >= 1000 ? amount / 1000 : amount)),
    ),
  },
  'store.content.prices-are-as-given @ of any physical book': {
    'a book costs whole amounts': ofBooks('prices', priced(Math.floor)),
  },
  'store.content.terms-are-as-given': {
    'of several authors the first is kept': takes('author', firstOnly),
    'a term is two where it has a comma': takes('category', splitAt(', ')),
    'keywords are stored as categories': upload.reads(({keyword = [], category = []}) => ({
      keyword: [],
      category: [...category, ...keyword],
    })),
    'letters outside ASCII are lost in publishers': takes('publisher', (all) => all.map(ascii)),
  },
  'store.content.create-answers-201 @ each kind of value': {
    'a name that looks like JSON is refused': refuses({name: /^\{"/}),
  },
  'store.content.name-is-as-given @ each kind of value': {
    'a capital i loses its dot': takes('name', without('İ', 'I')),
  },
  'store.content.external-id-is-as-given @ each kind of value': {
    'a number below zero loses its sign': takes('external_id', without(/^-(?=\d)/g)),
  },
  'store.content.lang-is-as-given @ each kind of value': {
    'Yiddish is German': takes('lang', without('yi', 'de')),
  },
  'store.content.free-is-as-given @ each kind of value': {
    'what was published on a leap day is free': stores('free', true, {
      row: {publication_date: '2024-02-29'},
    }),
  },
  'store.content.description-is-as-given @ each kind of value': {
    'lists are lost in it': takes('description', without(/<ul>.*/gs)),
  },
  'store.content.publication-is-as-given @ each kind of value': {
    'the year is that of the week': takes('publication_date', (day) =>
      day === '2024-12-30' ? '2025-12-30' : day,
    ),
  },
  'store.content.prices-are-as-given @ each kind of value': {
    'an amount of 1.13 is a cent less': takes(
      'prices',
      priced((amount) => (amount === 1.13 ? 1.12 : amount)),
    ),
  },
  'store.content.terms-are-as-given @ each kind of value': {
    'a keyword with a sharp s is left out': stores('terms', ({keyword, ...terms}) => ({
      ...terms,
      keyword: keyword.filter((one) => !one.includes('ß')),
    })),
  },
  'store.content.terms-are-as-given @ each kind of term': {
    'an author with a comma becomes two': takes('author', splitAt(',')),
    'an author with a vertical bar becomes two': takes('author', splitAt('|')),
  },
  'store.content.terms-are-as-given @ of any physical book': {
    'a book has one author': ofBooks('terms', (terms) => ({
      ...terms,
      author: firstOnly(terms.author),
      keyword: [],
    })),
  },
  'store.content.each-has-its-own-id': {
    'every issue is shown with one id': shown('created', '/data/issue/id', 70_001, {in: CREATE}),
  },
  'store.content.upload-changes-no-other': {
    'the one before loses its prices': changingTheOneBefore(() => ({prices: {}})),
    'the one before gets the language of the next': changingTheOneBefore((lang) =>
      lang === undefined ? {} : {lang},
    ),
  },
  'store.content.issue-description-names-the-issue': {
    'it names the next one': shifted('created', '/data/issue/issue_description/issue_id', 1, {
      in: CREATE,
    }),
  },
  'store.content.parts-name-the-issue': {
    'the file is of the next issue': shifted('created', '/data/issue/file/issue_id', 1, {
      in: CREATE,
    }),
  },
  'store.content.price-records-have-timestamps': {
    'they have none': showing(({price_morph: records}) => ({
      price_morph: (records as Shown[]).map(
        ({created_at: _created, updated_at: _updated, ...record}) => record,
      ),
    })),
  },
});
