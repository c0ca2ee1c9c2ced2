import type {CatalogProduct} from '../commerce-types.ts';
import {DAY, localDay} from '../time.ts';
import type {Store} from '../types.ts';
import {noTerms, shelve} from './shelve.ts';
import type {Issue, Physical} from './types.ts';

/** How much content a store begins with, and whose it is. */
interface Start {
  first: number;
  titles: number;
  userId: number;
}

const PRINTED: Physical = {
  pages: 212,
  height: 23,
  width: 15,
  weight: 340,
  thickness: 2,
  stock: 14,
  bindingType: 'paperback',
  editingLocation: 'Rosario',
};

/** Content of which nothing is said but what every store says. */
function plainIssue(store: Store, id: number, externalId: string, at: number): Issue {
  return {
    id,
    externalId,
    name: externalId,
    extension: 'epub',
    fileUrl: `${store.domain}/files/${id}`,
    description: '',
    publicationDate: localDay(at, store),
    lang: 'es',
    free: false,
    bisac: [],
    terms: noTerms(),
    prices: [],
    contents: null,
    cover: null,
    physical: null,
    version: 1,
    userId: 0,
    owned: true,
    conversion: {since: at, takes: 0},
    createdAt: at,
    updatedAt: at,
    history: [],
  };
}

function fromEntry(store: Store, entry: CatalogProduct, userId: number, at: number): Issue {
  const {id, issueId, name, description, fileType: extension, free} = entry;
  const plain = plainIssue(store, issueId, id, at);
  return {...plain, name, description, extension, free, userId, lang: 'en'};
}

/** A volume of the almanac: some are printed, licensed, deferred, or free. */
function volume(store: Store, {first, userId}: Start, index: number, now: number): Issue {
  const at = now - (500 - index * 11) * DAY;
  const number = String(index + 1).padStart(2, '0');
  const issue = plainIssue(store, first + index * 3, `${store.key}:almanac-${number}`, at);
  issue.name = `Harbour Almanac ${1990 + index}`;
  issue.description = `<p>The <b>tides</b> of ${1990 + index}.</p>`;
  issue.userId = userId;
  issue.extension = ['epub', 'pdf', 'mp3'][index % 3] ?? 'epub';
  issue.free = index % 6 === 5;
  issue.owned = index % 14 !== 3;
  issue.terms.author = ['Ines Brandt', 'Tomás Ríos'].slice(0, 1 + (index % 2));
  issue.terms.collection = index % 4 === 0 ? ['Field Guides'] : [];
  issue.prices = [{currency: 'USD', cents: 490 + index * 10, createdAt: at, updatedAt: at}];
  if (index % 15 === 7) issue.conversion.since = null;
  if (index % 10 === 9) {
    issue.extension = null;
    issue.fileUrl = null;
    issue.physical = {...PRINTED};
  }
  return issue;
}

/** Fills the shelves of a new store. */
export function seedContent(store: Store, start: Start, now: number): void {
  for (const entry of store.commerce.catalog.values()) {
    const at = now - (600 - (entry.issueId % 40)) * DAY;
    store.commerce.issues.set(entry.issueId, fromEntry(store, entry, start.userId, at));
  }
  for (let index = 0; index < start.titles; index += 1) {
    shelve(store, volume(store, start, index, now));
  }
}
