/** Many publications in one library (Resources). */

import {manyOf} from '../tables/many.ts';
import {publications, walk} from './publications/walks.ts';
import {publish} from './publishing.ts';

/** Publications that are read and listed. */
export const manyPublications = manyOf({
  kind: 'publications',
  begin: () => ({}),
  make: (s) => ({created: publish(s)}),
  looks: {
    'workspace.uploads.registered-is-readable': (s, {created}) =>
      s.call('getPublication', {path: {publication: created.at('/id')}, until: {other: 404}}),
  },
  lists: {
    'workspace.publications.walk-visits-each-once': {walk: (s) => walk(s)},
  },
  others: 'workspace.publications.listed-is-readable',
  rowIn: (pages, created) => {
    const [page] = pages;
    if (page?.op !== 'getPublication') return publications.rowOf(pages, created);
    return page.status < 300 && page.body.id === created.body.id ? page.body : undefined;
  },
});
