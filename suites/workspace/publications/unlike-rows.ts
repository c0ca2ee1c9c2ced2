/** The list when its publications are unlike: one has no file yet, another has several versions. */

import {check, type Check, type Setup} from '../../language/check.ts';
import {expectEqual, when} from '../../language/judge.ts';
import {repeated} from '../../language/rows.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {publishAndWait} from '../publishing.ts';
import {listFiles} from '../running.ts';
import {versioned, versionList} from '../versions.ts';
import {idsOf, PAGE, publications, walk} from './walks.ts';

/** Publications that are older than the others, so that the others are on a full page. */
const OLDER = PAGE + 10;

/** A publication with versions; the list has more than a page of older publications. */
const versionedAboveAPage: Setup<{registration: Handle}> = {
  id: 'workspace: a publication with versions above a page of others',
  ways: versioned.ways.map((way) => (s: Script) => {
    s.control('seed-publications', {role: 'full', count: OLDER});
    s.advance(seconds(1));
    return {registration: way(s).registration};
  }),
};

/** Pages and rows do not depend on how many files a publication has (Endpoints / list publications). */
export const unlikeRows: Check[] = [
  check({
    rule: 'workspace.publications.page-holds-50-while-more-remain',
    place: 'a publication with versions',
    onlyOnTestTargets: true,
    given: versionedAboveAPage,
    act: (s, {registration}) => ({
      registration,
      versions: listFiles(s, registration),
      first: s.call('listPublications', {expects: 'page'}),
    }),
    judge: ({registration, versions, first}) => {
      const ids = idsOf([first]);
      return when(
        versionList.rows(versions).length > 1 &&
          ids.includes(registration.body.id) &&
          repeated(ids).length === 0 &&
          first.body.has_more === true,
        'the first page does not show the publication with versions once, or is the last one',
        () => expectEqual(ids.length, PAGE, 'not-50', first, 'the number of rows'),
      );
    },
  }),
  check({
    rule: 'workspace.publications.walk-visits-each-once',
    place: 'a publication without a file',
    onlyOnTestTargets: true,
    act: (s) => {
      const empty = s.control('seed-empty-publication', {role: 'full'});
      const path = {publication: empty.at('/publications/0')};
      const read = s.call('getPublication', {path});
      const working = s.call('getCurrentPublicationFile', {path});
      // The list may lag a moment behind.
      publishAndWait(s);
      s.advance(seconds(5));
      return {read, working, pages: walk(s)};
    },
    judge: ({read, working, pages}) =>
      when(
        read.situations.includes('publication') && working.situations.includes('file-not-found'),
        'no publication without a file is shown',
        () => publications.expectNoneLost(pages, [read.body.id], 'without-a-file-left-out'),
      ),
  }),
];
