import type {CatalogProduct} from '../commerce-types.ts';
import type {Store} from '../types.ts';
import type {Issue, Term} from './types.ts';

/** Pages of a file, by its number. */
export function pagesOf(issue: Issue): number {
  if (issue.physical !== null) return issue.physical.pages ?? 0;
  return isAudio(issue) ? 0 : 96 + (issue.id % 7) * 32;
}

/** Whether the file of content is to be heard. */
export function isAudio({extension}: Issue): boolean {
  return extension === 'mp3' || extension === 'mpga';
}

/** No terms of any taxonomy. */
export function noTerms(): Record<Term, string[]> {
  return {collection: [], author: [], country: [], category: [], publisher: [], keyword: []};
}

/** A description without its tags. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Shows content in the catalog, from which orders are made. */
export function shelve(store: Store, issue: Issue): void {
  const entry: CatalogProduct = {
    id: issue.externalId,
    issueId: issue.id,
    name: issue.name,
    description: plainText(issue.description),
    pages: pagesOf(issue),
    fileType: issue.extension ?? 'physical',
    free: issue.free,
    url: null,
    storefront: true,
  };
  store.commerce.catalog.set(issue.externalId, entry);
  store.commerce.issues.set(issue.id, issue);
}

/** Takes content out of the catalog; what was ordered of it stays known. */
export function unshelve(store: Store, issue: Issue): void {
  const entry = store.commerce.catalog.get(issue.externalId);
  if (entry !== undefined) entry.withdrawn = true;
  store.commerce.issues.delete(issue.id);
}
