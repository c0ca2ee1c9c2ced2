import {DAY_MS} from '../../../spec/durations.ts';
import type {Seeder} from '../../chapter.ts';
import {BLANK, EXTERNAL_LINK, FIRST_ISSUE_ID, type Issue} from './issue.ts';

/** Content of a template: the differences from a converted file. */
type Title = Partial<Issue> & {tenant: string; external_id: string; name: string};

/** Adds content to a store. */
function addTitle(seeder: Seeder, title: Title): void {
  const id = FIRST_ISSUE_ID + seeder.newNumber('issue');
  const created = seeder.now - 60 * DAY_MS;
  const {kind = 'digital', extension = 'epub'} = title;
  const isDigital = kind === 'digital';
  const issue: Issue = {
    ...BLANK,
    key: String(id),
    seq: seeder.newSeq(),
    id,
    publication_date: '2026-01-15',
    description: `${title.name}, as the catalog describes it.`,
    lang: 'en',
    created,
    updated: created,
    ...title,
    kind,
    extension: isDigital ? extension : null,
    file_url: isDigital ? `https://files.example/${title.external_id}.${extension}` : null,
    conversion: isDigital ? (title.conversion ?? {state: 'done', outcome: 'done', takes: 0}) : null,
    storefront: kind !== EXTERNAL_LINK,
  };
  seeder.put('issues', issue);
}

const NO_TERMS = BLANK.terms;

/** The demo world: two catalogs, with content of every kind and several conversion statuses. */
export function demo(seeder: Seeder): void {
  const tenant = 'riverside';
  addTitle(seeder, {
    tenant,
    external_id: 'low-water',
    name: 'Low Water',
    bisac: ['FIC000000'],
    terms: {...NO_TERMS, collection: ['Classics'], author: ['Ines Moor'], category: ['Novels']},
    prices: {USD: 9.99, ARS: 8999},
  });
  addTitle(seeder, {
    tenant,
    external_id: 'the-quiet-harbour',
    name: 'The Quiet Harbour',
    terms: {...NO_TERMS, author: ['Ines Moor', 'Per Lund'], keyword: ['harbour', 'fog']},
    prices: {USD: 12.5},
  });
  addTitle(seeder, {tenant, external_id: 'tide-tables', name: 'Tide Tables', extension: 'mp3'});
  addTitle(seeder, {tenant: 'hilltop', external_id: 'field-notes', name: 'Field Notes'});
  addTitle(seeder, {
    tenant,
    external_id: 'low-water-paper',
    name: 'Low Water, on paper',
    kind: 'physical',
    physical: {
      pages: 212,
      height: 21,
      width: 14,
      weight: 340,
      thickness: 2,
      stock: 7,
      binding_type: 'paperback',
      editing_location: 'Riverside',
    },
    prices: {USD: 19},
  });
  addTitle(seeder, {
    tenant,
    external_id: 'atlas-of-rivers',
    name: 'Atlas of Rivers',
    extension: 'pdf',
    conversion: {state: 'deferred', outcome: 'done', takes: 5000},
  });
  addTitle(seeder, {
    tenant,
    external_id: 'torn-pages',
    name: 'Torn Pages',
    conversion: {state: 'failed', outcome: 'failed', takes: 5000},
  });
}

/** A suite world: the first store has two titles, the second one another title. */
export function suite(seeder: Seeder): void {
  addTitle(seeder, {tenant: 'store-a', external_id: 'book-tides', name: 'Of Tides'});
  addTitle(seeder, {tenant: 'store-a', external_id: 'book-harbour', name: 'Of Harbours'});
  addTitle(seeder, {tenant: 'store-b', external_id: 'book-hills', name: 'Of Hills'});
}
