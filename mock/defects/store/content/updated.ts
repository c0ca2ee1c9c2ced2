/** Defects by which an update changes too much or too little, accepts too much, or leaves something. */

import {addDays, utcDay} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Done} from '../../../operation.ts';
import type {Issue, Taxonomy} from '../../../store/content/issue.ts';
import {plain, showing as shownAs} from '../../families/reads.ts';
import {
  answered,
  refusedButDone,
  together,
  unchecked,
  unguarded,
  unstored,
} from '../../families/seams.ts';
import type {Shown} from '../../families/shown-rows.ts';
import {cut} from '../../families/texts.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {firstPrices, priced} from '../members.ts';
import {isKnownCollection} from '../requests.ts';
import {byReference, inState, ISSUE, READ, update, UPDATE, upload} from './changed-issues.ts';

const {accepts, keeps, leaves, refuses, stores} = update;

const BOOK = {type: 'physical'} as const;

type Terms = readonly string[];

/** Stores other terms in some lists. */
const terms = (names: Taxonomy[], other: (given: Terms, earlier: Terms) => Terms): Seam =>
  stores('terms', (given, {before}) => {
    const changed = names.map((name) => [name, other(given[name], before?.terms[name] ?? [])]);
    return {...given, ...(Object.fromEntries(changed) as Partial<Issue['terms']>)};
  });

const added = (given: Terms, earlier: Terms): Terms => [...new Set([...earlier, ...given])];
const firsts =
  (number: number) =>
  (given: Terms): Terms =>
    given.slice(0, number);

/** Stores the day some days later in the place of some days. */
const daysAfter = (which: (day: string) => boolean, days: number): Seam =>
  stores('publication_date', (day) => (which(day) ? addDays(day, days) : day));

/** Shows something else of the file of content that is read. */
const withFile = (done: Done, members: Shown): Done => {
  const issue = plain<{file: object}>(done.body);
  return {...done, body: {...issue, file: {...issue.file, ...members}}};
};

/** Lets an update of a book have any text in a member, which an update of a file may not. */
const ofBooksUnchecked = (name: 'publication_date' | 'lang', keyword: string, form: RegExp): Seam =>
  together(
    unchecked('updateIssue', `/${name}`, keyword),
    refuses({[name]: (text: string) => !form.test(text), type: ABSENT}),
  );

/** Shows the records of prices in US dollars and others as a list, and of others alone by their places. */
const keyedRecords = (): Seam =>
  shownAs<{prices: object; price_morph: unknown[]}>(READ, ({prices, price_morph: records}) =>
    'USD' in prices || records.length === 0
      ? undefined
      : {price_morph: Object.fromEntries(records.map((record, at) => [at + 1, record]))},
  );

/** Changes all other content, too. */
const besides = (other: Partial<Issue>): Seam => ISSUE.touching(UPDATE, () => true, other);

/** Defects of what updates store. */
const stored: Defect[] = defects({
  'store.content.update-is-kept': {
    'an update changes nothing': unstored(UPDATE, 'issues'),
    'what was sold stays so': keeps(['free']),
    'the language stays': keeps(['lang']),
    'the day of publication stays': keeps(['publication_date']),
    'a currency is added and none is taken away': stores('prices', (prices, {before}) => ({
      ...before?.prices,
      ...prices,
    })),
    'what is free is never sold again': stores('free', true, {before: {free: true}}),
    'an update keeps whole amounts only': stores('prices', priced(Math.floor)),
    'an update keeps one currency only': stores('prices', firstPrices(1)),
    'an update cuts a description after 255 letters': stores('description', cut(255)),
    'a leap day of an update is the day before': daysAfter((day) => day.endsWith('02-29'), -2),
    'the language of an update is told by its first letter': stores('lang', (lang) =>
      lang === 'he' ? 'hu' : lang,
    ),
  },
  'store.content.update-is-kept @ while it is converted': {
    'the end of the conversion brings the first name back': together(
      ISSUE.storing(UPDATE, {}, ({conversion}, {before}) => ({
        first: inState('converting')(conversion) ? before?.name : undefined,
      })),
      ISSUE.mistaking(READ, ({first, conversion}) =>
        first !== undefined && inState('done')(conversion) ? {name: first} : undefined,
      ),
    ),
  },
  'store.content.update-is-kept @ while it waits': {
    'an update of what waits changes nothing': ISSUE.losing(UPDATE, {
      before: {conversion: inState('deferred')},
    }),
  },
  'store.content.update-is-kept @ of any physical book': {
    'an update of a book keeps the language': keeps(['lang'], {before: {kind: 'physical'}}),
  },
  'store.content.update-is-kept @ each kind of value': {
    'an update to a leap day stores the day before': daysAfter((day) => day === '2000-02-29', -1),
    'an update to a name with a word for nothing keeps the old one': keeps(['name'], {
      body: {name: /^null true/},
    }),
  },
  'store.content.taxonomy-is-replaced @ each kind of value': {
    'an update without authors keeps those before': terms(['author'], (given, earlier) =>
      given.length ? given : earlier,
    ),
  },
  'store.content.update-is-kept @ lists of other lengths': {
    'records of prices without the first one are no list': keyedRecords(),
    'an update keeps ten currencies at most': stores('prices', firstPrices(10)),
  },
  'store.content.taxonomy-is-replaced @ lists of other lengths': {
    'an update keeps ten categories at most': terms(['category'], firsts(10)),
    'an update that leaves out the first author keeps it': terms(['author'], (given, earlier) =>
      earlier[1] === given[0] ? earlier : given,
    ),
  },
  'store.content.update-is-kept @ the ends of months': {
    'an update to the first of a month stores the day before': daysAfter(
      (day) => day.endsWith('-01'),
      -1,
    ),
    'an update to the last day of a year stores the day after': daysAfter(
      (day) => day.endsWith('12-31'),
      1,
    ),
  },
  'store.content.update-is-kept @ days of long ago': {
    'an update to a day before 1970 stores the day before': daysAfter((day) => day < '1970', -1),
  },
  'store.content.update-is-kept @ another external_id': {
    'an external_id cannot be changed': keeps(['external_id']),
  },
  'store.content.update-is-kept @ a zero': {
    'an update refuses a name that is a zero': refuses({name: '0'}),
    'an update keeps the name where the new one is a zero': keeps(['name'], {body: {name: '0'}}),
  },
  'store.content.update-changes-what-it-names-only': {
    'an update makes other issues free': besides({free: false, lang: 'eo'}),
    'an update takes the prices of other issues': besides({prices: {}}),
  },
  'store.content.update-changes-what-it-names-only @ contents of the same name': {
    'an update changes all content of its name': ISSUE.touching(
      UPDATE,
      ({name}, {before}) => name === before?.name,
      {free: true},
    ),
  },
  'store.content.update-changes-what-it-names-only @ terms of another content': {
    'an author whom one content loses is lost by all': ISSUE.touching(
      UPDATE,
      () => true,
      ({terms: {author, ...others}}, {before, body}) => {
        const isLost = (one: string): boolean =>
          before?.terms.author.includes(one) === true && !body.author?.includes(one);
        return {terms: {...others, author: author.filter((one) => !isLost(one))}};
      },
    ),
  },
  'store.content.update-changes-what-it-names-only @ members given as they were': {
    'another name takes the description': stores(
      'description',
      '-',
      ({before, row}) => before?.name !== row?.name,
    ),
    'the day of publication is the day of the update': stores('publication_date', (_day, {view}) =>
      utcDay(view.now),
    ),
  },
  'store.content.file-type-stays': {
    'an update changes the extension': stores(
      'extension',
      (extension, {body}) => body.extension ?? extension,
    ),
    'an update to pdf changes the extension': stores('extension', 'pdf', {
      body: {extension: 'pdf'},
    }),
  },
  'store.content.file-stays': {
    'an issue that was updated has another file': ISSUE.after(
      READ,
      {before: {version: (version) => version > 1}},
      (done) => withFile(done, {id: 4}),
    ),
    'an update changes the file': together(
      stores('file_url', (url, {body}) => body.file_url ?? url),
      ISSUE.after(READ, {before: {file_url: /\.pdf$/}}, (done) =>
        withFile(done, {size_in_kb: 9999}),
      ),
    ),
  },
  'store.content.taxonomy-is-replaced': {
    'terms are added to those that there were': terms(['category', 'publisher'], added),
    'a single term is added to those that there were': terms(['category'], (given, earlier) =>
      given.length === 1 && earlier.length > 1 ? added(given, earlier) : given,
    ),
    'terms are never changed': terms(['publisher'], (_given, earlier) => earlier),
    'the terms of an update are split at commas': terms(['keyword'], (given) =>
      given.flatMap((one) => one.split(', ')),
    ),
    'an update keeps the old authors': terms(['author'], (_given, earlier) => earlier),
  },
  'store.content.taxonomy-is-replaced @ countries': {
    'an update adds its countries to those before': terms(['country'], added),
    'an update keeps one country of two': terms(['country'], firsts(1)),
  },
  'store.content.taxonomy-is-replaced @ collections': {
    'an update adds its collections to those before': terms(['collection'], added),
    'an update keeps one collection of two': terms(['collection'], firsts(1)),
  },
  'store.content.every-term-that-is-sent-is-kept': {
    'a second term is dropped': terms(['author'], firsts(1)),
    'a third term is dropped': terms(['author'], firsts(2)),
    'a term that was there is dropped': terms(['author'], (given, earlier) =>
      given.filter((one) => given.length < 2 || !earlier.includes(one)),
    ),
  },
});

/** Defects of what updates accept and refuse. */
const judged: Defect[] = defects({
  'store.content.update-answers-204 @ of a physical book': {
    'a book is not updated without an extension': refuses(
      {extension: ABSENT},
      {before: {kind: 'physical'}},
    ),
  },
  'store.content.other-covers-are-refused @ on update': {
    'an update takes any cover': unguarded('cover-unsuitable', UPDATE),
  },
  'store.content.other-covers-are-refused @ on update of a physical book': {
    'an update of a book takes any cover': accepts('cover-unsuitable', BOOK),
  },
  'store.content.collections-exist @ on update': {
    'an update may name any collection': unguarded('collection-unknown', UPDATE),
    'only the first and the last collection of an update have to exist': accepts(
      'collection-unknown',
      ({collection: names = []}, {view}) =>
        names.length > 1 && [names[0], names.at(-1)].every((name) => isKnownCollection(view, name)),
    ),
  },
  'store.content.collections-exist @ on update of a physical book': {
    'an update of a book may name any collection': accepts('collection-unknown', BOOK),
  },
  'store.content.publication-date-is-a-day @ on update of a physical book': {
    'the day of a book is not looked at on update': ofBooksUnchecked(
      'publication_date',
      'format',
      /^\d{4}-\d\d-\d\d$/,
    ),
  },
  'store.content.lang-is-iso-639-1 @ on update of a physical book': {
    'the language of a book is not looked at on update': ofBooksUnchecked(
      'lang',
      'pattern',
      /^[a-z]{2}$/i,
    ),
  },
  'store.content.physical-measures-are-integers @ on update': {
    'an update takes any pages': unchecked('updateIssue', '/pages', 'type'),
    'an update takes any weight': unchecked('updateIssue', '/weight', 'type'),
  },
  'store.content.external-id-is-unique @ on update': {
    'an update may have the external_id of another issue': unguarded('external-id-taken', UPDATE),
    'an update may not have the external_id that the issue has': refuses({external_id: GIVEN}),
  },
  'store.content.external-id-is-unique @ that of an update': {
    'the external_id of an update may be given again': together(
      ISSUE.storing(UPDATE, {}, ({external_id: id}, {before}) => ({
        moved: before?.external_id !== id,
      })),
      upload.accepts(
        'external-id-taken',
        ({external_id: id}, {view}) => byReference(view, id)?.moved === true,
      ),
    ),
  },
  'store.content.feature-has-to-be-on @ for an update': {
    'updates go on while it is off': unguarded('feature-off', UPDATE),
  },
  'store.content.update-needs-permission': {
    'every admin may update': unguarded('not-permitted', UPDATE),
  },
  'store.content.invalid-update-answers-422': {
    'an invalid update is answered 400': answered(UPDATE, 'invalid', 400),
  },
  'store.content.refused-update-changes-nothing': {
    'a refused update is stored': refusedButDone(UPDATE, 'invalid'),
    'an update with an unknown collection stores the name': leaves(
      undefined,
      ({before, body: {name, collection}}) =>
        before && name && collection?.length
          ? [{table: 'issues', put: {...before, name}}]
          : undefined,
    ),
  },
  'store.content.refused-update-changes-nothing @ with a taken external_id': {
    'an update with a taken external_id stores the language': leaves(
      undefined,
      ({before, body: {lang}}) =>
        before && lang && lang !== before.lang
          ? [{table: 'issues', put: {...before, lang}}]
          : undefined,
    ),
  },
  'store.content.refused-update-changes-nothing @ without permission': {
    'an update without permission is stored': refusedButDone(UPDATE, 'not-permitted'),
  },
});

/** Defects of updates. */
export const updated: Defect[] = [...stored, ...judged];
