import {addDays, utcDay} from '../../../../spec/days.ts';
import type {Defect} from '../../../defect.ts';
import {Rendered} from '../../../operation.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {afterwards} from '../../breaking.ts';
import {CREATE, refusingWhere, showing, storing, writing} from './changed-issues.ts';
import {rowsOfPages} from './listed-issues.ts';
import {withChanges} from '../../stored-rows.ts';
import {lacking, shifted, shown} from '../../families/seams.ts';
import {defects} from '../../table.ts';

const ascii = (text: string): string => text.replaceAll(/[^\u{20}-\u{7E}]/gu, '?');

/** A date with day and month exchanged, if that is valid. */
function swapped(day: string): string {
  const [year, month, date] = day.split('-');
  return Number(date) <= 12 ? `${year}-${date}-${month}` : day;
}

const monthLater = (day: string): string => {
  const [year, month] = day.split('-').map(Number);
  return `${year}-${String(((month ?? 1) % 12) + 1).padStart(2, '0')}-28`;
};

/** Prices with other amounts. */
const priced = (
  prices: Readonly<Record<string, number>> = {},
  other: (amount: number, at: number) => number,
): Record<string, number> =>
  Object.fromEntries(Object.entries(prices).map(([code, amount], at) => [code, other(amount, at)]));

/** Shows the previous day in a row of a list, for a date before 1970. */
function shownADayEarlier(row: unknown): unknown {
  const shown = (row instanceof Rendered ? row.value : row) as {publication_date: string | null};
  const {publication_date: day} = shown;
  return day !== null && day < '1970' ? {...shown, publication_date: addDays(day, -1)} : row;
}

/** Defects of what is stored and shown of an upload. */
export const uploaded: Defect[] = defects({
  'store.content.create-answers-201 @ *': {
    'an mp3 with a description is refused': refusingWhere(
      CREATE,
      'description',
      ({extension, description}) => extension === 'mp3' && description !== undefined,
    ),
  },
  'store.content.has-file @ createIssue created /data/issue/file': {
    'the duration is written as a clock': showing(({file}) => ({
      file: {...(file as object), duration: '30:05'},
    })),
  },
  'store.content.has-prices': {
    'prices are a list of amounts': showing(({prices}) => ({
      prices: Object.values((prices ?? {}) as object),
    })),
  },
  'store.content.name-is-as-given': {
    'names are cut after 40 characters': writing(CREATE, ({name = ''}) => ({
      name: name.slice(0, 40),
    })),
    'letters outside ASCII are lost': writing(CREATE, ({name = ''}) => ({name: ascii(name)})),
    'characters of four bytes are lost': writing(CREATE, ({name = ''}) => ({
      name: name.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?'),
    })),
    'letters outside ASCII are lost after the response': storing(CREATE, ({name}) => ({
      name: ascii(name),
    })),
    'an ampersand is stored as an entity': storing(CREATE, ({name}) => ({
      name: name.replaceAll('&', '&amp;'),
    })),
    'quotes are lost': writing(CREATE, ({name = ''}) => ({name: name.replaceAll(/["“”]/g, '')})),
  },
  'store.content.external-id-is-as-given': {
    'it is in small letters': writing(CREATE, ({external_id: id = ''}) => ({
      external_id: id.toLowerCase(),
    })),
    'digits are rounded as a number': writing(CREATE, ({external_id: id = ''}) => ({
      external_id: /^\d{17,}$/.test(id) ? BigInt(Number(id)).toString() : id,
    })),
    'blanks become dashes': writing(CREATE, ({external_id: id = ''}) => ({
      external_id: id.replaceAll(' ', '-'),
    })),
  },
  'store.content.lang-is-as-given': {
    'every language is English': writing(CREATE, ({lang}) =>
      lang === undefined ? {} : {lang: 'en'},
    ),
    'the language is lost': lacking('created', '/data/issue/lang', 'null', {in: CREATE}),
    'languages of other alphabets are English': writing(CREATE, ({lang = ''}) =>
      ['he', 'zh', 'ja', 'uk'].includes(lang) ? {lang: 'en'} : {},
    ),
  },
  'store.content.free-is-as-given': {
    'nothing is free': writing(CREATE, () => ({free: false})),
    'what has a price is not free': writing(CREATE, ({free, prices = {}}) =>
      free === true && Object.keys(prices).length > 0 ? {free: false} : {},
    ),
    'a free upload is free in its response only': storing(CREATE, () => ({free: false})),
  },
  'store.content.description-is-as-given': {
    'it is cut after 500 characters': writing(CREATE, ({description = ''}) => ({
      description: description.slice(0, 500),
    })),
    'it is lost': writing(CREATE, () => ({description: ''})),
    'letters outside ASCII are lost in it': writing(CREATE, ({description = ''}) => ({
      description: ascii(description),
    })),
    'it ends at the first line': storing(CREATE, ({description}) => ({
      description: description.split('\n')[0] ?? '',
    })),
    'the description of the issue is its name': showing(({id, name}, {description}) => ({
      issue_description: {issue_id: id, description: description === undefined ? '' : name},
    })),
  },
  'store.content.publication-is-as-given': {
    'it is two days later': writing(CREATE, ({publication_date: day = ''}) => ({
      publication_date: addDays(day, 2),
    })),
    'day and month change places': writing(CREATE, ({publication_date: day = ''}) => ({
      publication_date: swapped(day),
    })),
    'December is January': writing(CREATE, ({publication_date: day = ''}) =>
      day.slice(5, 7) === '12' ? {publication_date: monthLater(day)} : {},
    ),
    'a day to come is today': storing(CREATE, ({publication_date: day}, _body, view) => {
      const today = utcDay(view.now);
      return {publication_date: day !== null && day > today ? today : day};
    }),
  },
  'store.content.publication-is-as-given @ of long ago': {
    'lists show the day before of what was published before 1970': rowsOfPages((rows) =>
      rows.map(shownADayEarlier),
    ),
    'what was published before 1970 is stored as of 1970': storing(
      CREATE,
      ({publication_date: day}) => ({
        publication_date: day !== null && day < '1970' ? '1970-01-01' : day,
      }),
    ),
  },
  'store.content.prices-are-as-given @ a zero': {
    'a price of zero is left out': writing(CREATE, ({prices = {}}) => ({
      prices: Object.fromEntries(Object.entries(prices).filter(([, amount]) => amount !== 0)),
    })),
  },
  'store.content.prices-are-as-given': {
    'amounts are a cent less': writing(CREATE, ({prices}) => ({
      prices: priced(prices, (amount) => amount - 0.01),
    })),
    'decimals are lost': writing(CREATE, ({prices}) => ({
      prices: priced(prices, (amount) => Math.trunc(amount)),
    })),
    'every currency has the first amount': writing(CREATE, ({prices = {}}) => ({
      prices: priced(prices, () => Object.values(prices)[0] ?? 0),
    })),
    'of several currencies the first is kept': writing(CREATE, ({prices = {}}) => ({
      prices: Object.fromEntries(Object.entries(prices).slice(0, 1)),
    })),
    'all are lost': writing(CREATE, () => ({prices: {}})),
    'amounts with decimals are shown in cents, whole ones as they are': showing(
      (_issue, {prices}) => ({
        prices: priced(prices, (amount) => (Number.isInteger(amount) ? amount : amount * 100)),
      }),
    ),
    'from a thousand on they are thousandths': writing(CREATE, ({prices}) => ({
      prices: priced(prices, (amount) => (amount >= 1000 ? amount / 1000 : amount)),
    })),
  },
  'store.content.terms-are-as-given': {
    'of several authors the first is kept': writing(CREATE, ({author}) =>
      author ? {author: author.slice(0, 1)} : {},
    ),
    'a term is two where it has a comma': writing(CREATE, ({category}) =>
      category ? {category: category.flatMap((one) => one.split(', '))} : {},
    ),
    'keywords are stored as categories': writing(CREATE, ({keyword, category}) =>
      keyword ? {keyword: [], category: [...(category ?? []), ...keyword]} : {},
    ),
    'letters outside ASCII are lost in publishers': writing(CREATE, ({publisher}) =>
      publisher ? {publisher: publisher.map(ascii)} : {},
    ),
  },
  'store.content.each-has-its-own-id': {
    'every issue is shown with one id': shown('created', '/data/issue/id', 70_001, {in: CREATE}),
  },
  'store.content.upload-changes-no-other': {
    'the one before loses its prices': afterwards(CREATE, (done, view) => {
      const [other] = view.newest<Issue>('issues', {limit: 1});
      const put = other && {...other, prices: {}};
      return withChanges(done, ...(put ? [{table: 'issues', put}] : []));
    }),
    'the one before gets the language of the next': afterwards(CREATE, (done, view, {body}) => {
      const [other] = view.newest<Issue>('issues', {limit: 1});
      const {lang} = body as {lang?: string};
      const put = other && lang ? {...other, lang} : undefined;
      return withChanges(done, ...(put ? [{table: 'issues', put}] : []));
    }),
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
      price_morph: (records as Record<string, unknown>[]).map(
        ({created_at: _created, updated_at: _updated, ...record}) => record,
      ),
    })),
  },
});
