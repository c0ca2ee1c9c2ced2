/** Defects that only some values of uploads and updates, physical books and conversions show. */

import type {Defect, Seam} from '../../../defect.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {afterwards, around, finding, findingBy} from '../../breaking.ts';
import {before, CREATE, DELETE, READ, storing, UPDATE} from './changed-issues.ts';
import {listing} from './listed-issues.ts';
import {defects} from '../../table.ts';

const isBook = ({kind}: Issue): boolean => kind === 'physical';

/** Lets uploads of physical books store other members. */
const storingBooks = (other: (issue: Issue) => Partial<Issue>): Seam =>
  storing(CREATE, (issue) => (isBook(issue) ? other(issue) : {}));

/** Amounts without their decimals. */
const rounded = (prices: Issue['prices']): Issue['prices'] =>
  Object.fromEntries(Object.entries(prices).map(([code, amount]) => [code, Math.floor(amount)]));

/** Defects of updates with particular values. */
const updates: Defect[] = defects({
  'store.content.update-is-kept': {
    'an update keeps whole amounts only': storing(UPDATE, ({prices}) => ({
      prices: rounded(prices),
    })),
    'an update keeps one currency only': storing(UPDATE, ({prices}) => ({
      prices: Object.fromEntries(Object.entries(prices).slice(0, 1)),
    })),
    'an update cuts a description after 255 letters': storing(UPDATE, ({description}) => ({
      description: description.slice(0, 255),
    })),
    'a leap day of an update is the day before': storing(UPDATE, ({publication_date: day}) => ({
      publication_date: day?.endsWith('02-29') ? `${day.slice(0, 8)}27` : day,
    })),
    'the language of an update is told by its first letter': storing(UPDATE, ({lang}) => ({
      lang: lang === 'he' ? 'hu' : lang,
    })),
  },
  'store.content.taxonomy-is-replaced': {
    'the terms of an update are split at commas': storing(UPDATE, ({terms}) => ({
      terms: {...terms, keyword: terms.keyword.flatMap((one) => one.split(', '))},
    })),
    'an update keeps the old authors': storing(UPDATE, ({key, terms}, _body, view) => ({
      terms: {...terms, author: view.find<Issue>('issues', key)?.terms.author ?? []},
    })),
  },
  'store.content.reference-finds-the-issue': {
    'a reference with a blank finds nothing': findingBy(READ, (row, {index, value}) =>
      index === 'external_id' && value.includes(' ') ? undefined : row,
    ),
  },
  'store.content.name-finds-the-issue': {
    'a search takes percent signs for anything': listing(
      (isFound, _issue, query) => isFound && !/[%&+]/.test(query),
    ),
  },
});

/** Defects of physical books. */
const books: Defect[] = defects({
  'store.content.name-is-as-given @ of any physical book': {
    'the name of a book is cut after 20 letters': storingBooks(({name}) => ({
      name: name.slice(0, 20),
    })),
  },
  'store.content.external-id-is-as-given @ of any physical book': {
    'the reference of a book loses its hyphens': storingBooks(({external_id: id}) => ({
      external_id: id?.replaceAll('-', '') ?? null,
    })),
  },
  'store.content.lang-is-as-given @ of any physical book': {
    'every book is in Spanish': storingBooks(() => ({lang: 'es'})),
  },
  'store.content.free-is-as-given @ of any physical book': {
    'no book is free': storingBooks(() => ({free: false})),
  },
  'store.content.description-is-as-given @ of any physical book': {
    'a book has no description': storingBooks(() => ({description: 'On paper.'})),
  },
  'store.content.publication-is-as-given @ of any physical book': {
    'a book is published on the first of the month': storingBooks(({publication_date: day}) => ({
      publication_date: day === null ? null : `${day.slice(0, 5)}01-01`,
    })),
  },
  'store.content.prices-are-as-given @ of any physical book': {
    'a book costs whole amounts': storingBooks(({prices}) => ({prices: rounded(prices)})),
  },
  'store.content.terms-are-as-given @ of any physical book': {
    'a book has one author': storingBooks(({terms}) => ({
      terms: {...terms, author: terms.author.slice(0, 1), keyword: []},
    })),
  },
  'store.content.read-gives-the-issue @ of any physical book': {
    'a file is read in the place of a book': finding<Issue>(READ, 'issues', (issue, view) =>
      isBook(issue)
        ? view.newest<Issue>('issues', {limit: 1, where: (row) => !isBook(row)})[0]
        : issue,
    ),
  },
  'store.content.reference-finds-the-issue @ of any physical book': {
    'the reference of a book finds nothing': findingBy<Issue>(READ, (issue) =>
      issue && isBook(issue) ? undefined : issue,
    ),
  },
  'store.content.name-finds-the-issue @ of any physical book': {
    'the names of books are not searched': listing(
      (isFound, issue, query) => isFound && !(isBook(issue) && /\D/.test(query)),
    ),
  },
  'store.content.update-is-kept @ of any physical book': {
    'an update of a book keeps the language': storing(UPDATE, (issue, _body, view) =>
      isBook(issue) ? {lang: view.find<Issue>('issues', issue.key)?.lang ?? null} : {},
    ),
  },
  'store.content.delete-answers-200 @ of any physical book': {
    'a book cannot be deleted': around(DELETE, (next) => (view, input) => {
      const issue = before(view, input);
      return next(view, issue && isBook(issue) ? {...input, path: {id: '0'}} : input);
    }),
  },
  'store.content.deleted-is-gone @ of any physical book': {
    'the deletion of a book deletes nothing': afterwards(DELETE, (done, view, input) => {
      const issue = before(view, input);
      return issue && isBook(issue) ? {...done, changes: []} : done;
    }),
  },
});

const isWaiting = ({conversion}: Issue): boolean => conversion?.state === 'deferred';

/** Defects of pending conversions, and of several at the same time. */
const waiting: Defect[] = defects({
  'store.content.deferred-lists-what-waits @ of several': {
    'one issue waits at most': listing(
      (isFound, {key}, query, view) =>
        isFound &&
        (query !== 'deferred' ||
          view.newest<Issue>('issues', {limit: 1, where: isWaiting})[0]?.key === key),
    ),
  },
  'store.content.deferred-lists-what-waits @ of several, once one goes on': {
    'what went on waits while others do': listing(
      (isFound, {conversion}, query) =>
        isFound || (query === 'deferred' && conversion?.state === 'done'),
    ),
  },
  'store.content.update-is-kept @ while it waits': {
    'an update of what waits changes nothing': storing(UPDATE, (issue, _body, view) => {
      const earlier = view.find<Issue>('issues', issue.key);
      return earlier && isWaiting(earlier) ? earlier : {};
    }),
  },
  'store.content.deleted-is-gone @ while it waits': {
    'what waits is not deleted': afterwards(DELETE, (done, view, input) => {
      const issue = before(view, input);
      return issue && isWaiting(issue) ? {...done, changes: []} : done;
    }),
  },
  'store.content.converting-lists-what-is-converted @ of two at once': {
    'one issue is converted at a time': listing(
      (isFound, issue, query, view) =>
        isFound &&
        (query !== 'converting' || view.newest<Issue>('issues', {limit: 1})[0]?.key === issue.key),
    ),
  },
  'store.content.deleted-is-gone @ from the list of conversions': {
    'what is converted is deleted when it is done': afterwards(DELETE, (done, view, input) => {
      const issue = before(view, input);
      return issue?.conversion?.state === 'converting' ? {...done, changes: []} : done;
    }),
  },
  'store.content.conversion-ends-done @ after it waited': {
    'the conversion of what waited fails': storing(['resumeConversion'], ({conversion}) => ({
      conversion: conversion && {...conversion, outcome: 'failed'},
    })),
  },
});

/** Defects that only generated values, books and conversion statuses show. */
export const drawn: Defect[] = [...updates, ...books, ...waiting];
