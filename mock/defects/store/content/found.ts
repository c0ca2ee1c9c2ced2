/** Defects of how content is found, one by one and in lists, and of the filters by its conversion. */

import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {findingBy, receiving, seeing} from '../../breaking.ts';
import {isOldest} from '../../families/searches.ts';
import {lacking, answered, shown, together} from '../../families/seams.ts';
import {asPattern} from '../../families/texts.ts';
import {defects} from '../../table.ts';
import {membersOf} from '../members.ts';
import {
  adding,
  byReference,
  CREATE,
  hiding,
  inState,
  isBook,
  ISSUE,
  LIST,
  newest,
  READ,
  rowsOfPages,
  upload,
} from './changed-issues.ts';

/** A search by a text that is neither a filter nor an id. */
const isName = (query: string): boolean => !/^(converting|deferred|\d*)$/.test(query);

const oldest = isOldest('issues');

/** The newest content of which something holds. */
const newestWhere = (view: View, where: (issue: Issue) => boolean): Issue | undefined =>
  view.newest<Issue>('issues', {limit: 1, where})[0];

/** Reads do not find some content by its external_id. */
const notByReference = (which: (issue: Issue, value: string) => boolean): Seam =>
  findingBy<Issue>(READ, (issue, {value}) => (issue && !which(issue, value) ? issue : undefined));

/** The conversion of some uploads never ends. */
const unending = (row: Partial<Issue> = {}): Seam =>
  ISSUE.after(CREATE, {row}, (done) => ({...done, effects: []}));

const failing = (conversion: NonNullable<Issue['conversion']>): Issue['conversion'] => ({
  ...conversion,
  outcome: 'failed',
});

const isWaiting = ({conversion}: Issue): boolean => inState('deferred')(conversion);
const isDone = ({conversion}: Issue): boolean => inState('done')(conversion);

/** The milliseconds after which a conversion is no longer listed. */
const FORGOTTEN_AFTER_MS = 1500;

/** Takes a sign of a query for any character, or for any characters. */
const searchingByPattern = (sign: '_' | '%'): Seam =>
  adding(
    (query) => query.includes(sign),
    ({name}, _view, query) => new RegExp(asPattern(query, sign), 'is').test(name),
  );

/** Leaves members out of the rows of lists. */
const dropping = (...names: string[]): Seam =>
  together(
    ...names.map((name) =>
      lacking('issue-page', `/data/paginator/data/*/${name}`, 'drop', {in: LIST}),
    ),
  );

/** Defects of reads and searches. */
const searched: Defect[] = defects({
  'store.content.reference-finds-the-issue': {
    'an external_id finds nothing': notByReference(() => true),
    'an external_id does not find what is free': notByReference(({free}) => free),
    'an external_id finds the newest issue': findingBy(
      READ,
      (row, {view}) => row && newestWhere(view, () => true),
    ),
    'a reference with a blank finds nothing': notByReference((_, value) => value.includes(' ')),
  },
  'store.content.reference-finds-the-issue @ an ISBN': {
    'digits are always taken for an id': notByReference((_, value) => /^\d+$/.test(value)),
  },
  'store.content.reference-finds-the-issue @ of any physical book': {
    'the reference of a book finds nothing': notByReference(isBook),
  },
  'store.content.reference-finds-the-issue @ each kind of value': {
    'a reference that looks like JSON finds nothing': notByReference((_, value) =>
      value.startsWith('{'),
    ),
  },
  'store.content.read-gives-the-issue @ each kind of value': {
    'content of a leap day cannot be read': ISSUE.finding(READ, (issue) =>
      issue.publication_date === '2024-02-29' ? undefined : issue,
    ),
  },
  'store.content.read-gives-the-issue': {
    'the newest issue is read in the place of another': ISSUE.finding(READ, (_, view) =>
      newestWhere(view, () => true),
    ),
    'the newest issue is read in the place of a pdf': ISSUE.finding(READ, (issue, view) =>
      issue.extension === 'pdf' ? newestWhere(view, ({key}) => key !== issue.key) : issue,
    ),
  },
  'store.content.read-gives-the-issue @ of any physical book': {
    'a file is read in the place of a book': ISSUE.finding(READ, (issue, view) =>
      isBook(issue) ? newestWhere(view, (other) => !isBook(other)) : issue,
    ),
  },
  'store.content.list-shows-every-issue': {
    'the newest issue is missing in the list without a query': hiding('', newest),
    'full pages of the whole list lack their last issue': rowsOfPages((rows, _page, _of, query) =>
      query === undefined && rows.length > 14 ? rows.slice(0, -1) : rows,
    ),
    'the list without a query has no pdf': hiding('', {extension: 'pdf'}),
  },
  'store.content.name-finds-the-issue': {
    'names are not searched': hiding(isName),
    'names of what is free are not searched': hiding(isName, {free: true}),
    'a search takes percent signs for anything': hiding(/[%&+]/),
  },
  'store.content.name-finds-the-issue @ each kind of value': {
    'names with a pattern of SQL are not found': hiding(/%_/),
  },
  'store.content.name-finds-the-issue @ of any physical book': {
    'the names of books are not searched': hiding(/\D/, isBook),
  },
  'store.content.number-finds-the-issue': {
    'ids are not searched': seeing(LIST, () => ({find: () => undefined})),
    'ids of pdfs are not searched': ISSUE.finding(LIST, (issue) =>
      issue.extension === 'pdf' ? undefined : issue,
    ),
  },
  'store.content.external-id-may-find-the-issue': {
    'a search for an external_id is forbidden': ISSUE.refusing(
      LIST,
      'feature-off',
      ({view, query}) => byReference(view, query['query']) !== undefined,
    ),
  },
  'store.content.search-leaves-others-out': {
    'the query is ignored': receiving(LIST, ({query: {page = '1'}}) => ({query: {page}})),
    'a search for a name finds the oldest issue, too': adding(isName, oldest),
    'a search for a name finds the newest issue, too': adding(isName, newest),
  },
  'store.content.search-leaves-others-out @ an underscore': {
    'an underscore in a query stands for any character': searchingByPattern('_'),
  },
  'store.content.search-leaves-others-out @ a percent sign': {
    'a percent sign in a query stands for any characters': searchingByPattern('%'),
  },
  'store.content.search-without-a-match': {
    'a search that finds nothing is answered 400': answered(LIST, 'nothing-found', 400),
  },
  'store.content.list-item-has-prefixed-members': {
    'there is none for the license': dropping('ti_license'),
    'there is none for what is free or withdrawn': dropping('ti_free', 'ti_withdrawn'),
    'there is none for the preview': dropping('ti_preview'),
    'they have no timestamps': dropping('ti_created_at', 'ti_updated_at'),
  },
});

/** Defects of conversions in the background, and of the filters by conversion status. */
const converted: Defect[] = defects({
  'store.content.conversion-ends-done': {
    'no conversion ends': unending(),
    'the conversion of an mp3 never ends': unending({extension: 'mp3'}),
    'a conversion fails': upload.stores('conversion', failing),
  },
  'store.content.conversion-ends-done @ after it waited': {
    'the conversion of what waited fails': membersOf(ISSUE, ['resumeConversion']).stores(
      'conversion',
      failing,
    ),
  },
  'store.content.conversion-ends-done @ in the list': {
    'lists show conversions as they began': shown(
      'issue-page',
      '/data/paginator/data/*/conversion_status',
      'started_dispatching_conversion',
    ),
  },
  'store.content.conversion-status-is-one-of-two': {
    'a conversion is queued': shown('created', '/data/issue/conversion_status', 'queued', {
      in: CREATE,
    }),
  },
  'store.content.converting-lists-what-is-converted @ while it is converted': {
    'nothing is converted': hiding('converting'),
    'only what is free is converted': hiding('converting', {free: false}),
  },
  'store.content.converting-lists-what-is-converted @ of two at once': {
    'one issue is converted at a time': hiding('converting', (issue, view) => !newest(issue, view)),
  },
  'store.content.converting-lists-what-is-converted @ until it is done': {
    'only what has just begun is converted': hiding(
      'converting',
      ({created}, {now}) => now - created >= FORGOTTEN_AFTER_MS,
    ),
  },
  'store.content.converting-lists-what-is-converted @ once it is done': {
    'everything is converted': adding('converting'),
    'what was done last is converted': adding('converting', isDone),
  },
  'store.content.deferred-lists-what-waits @ once it is done': {
    'everything waits': adding('deferred'),
    'the oldest issue of the store waits for ever': adding('deferred', oldest),
  },
  'store.content.deferred-lists-what-waits @ while it waits': {
    'nothing waits': hiding('deferred'),
    'what is done waits, too': adding('deferred', isDone),
  },
  'store.content.deferred-lists-what-waits @ when it goes on': {
    'what went on waits still': adding(
      'deferred',
      ({conversion}) => !inState('converting')(conversion),
    ),
  },
  'store.content.deferred-lists-what-waits @ of several': {
    'one issue waits at most': hiding(
      'deferred',
      ({key}, view) => newestWhere(view, isWaiting)?.key !== key,
    ),
  },
  'store.content.deferred-lists-what-waits @ of several, once one goes on': {
    'what went on waits while others do': adding('deferred', isDone),
  },
});

/** Defects of reads, searches and filters. */
export const found: Defect[] = [...searched, ...converted];
