/** Defects of lists and reads of publications: pages of particular lengths, ids and owners, and other sizes. */

import type {View} from '../../../operation.ts';
import {hasAppeared, type PublicationRow} from '../../../workspace/publications/rows.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {hasEnded} from '../../../workspace/runs/moves.ts';
import type {Row} from '../../../world/change.ts';
import {receiving, seeing} from '../../breaking.ts';
import {findingNewest, listing, showing} from '../../families/reads.ts';
import {inEachWorld} from '../../families/remembered.ts';
import {acceptedLike} from '../../families/credentials.ts';
import {asNumber, small} from '../../families/texts.ts';
import {overMcp} from '../../table.ts';
import {
  idIn,
  LIST,
  newest,
  paged,
  repeatingOne,
  rows,
  skippingOne,
} from '../../workspace/publications/altered-pages.ts';
import {titled, titledInLists} from '../../workspace/publications/reading.ts';
import {DOWNLOAD, foreign, PUBLICATION, READER, runsWhere} from '../../workspace/rows.ts';
import {versionsAs} from '../../workspace/versions.ts';
import {particular, type ParticularDefect} from '../particular.ts';

/** The number of rows before a page. */
const rank = (view: View, before: number | undefined): number =>
  before === undefined
    ? 0
    : view.newest('publications', {limit: 10_000, where: ({seq}) => seq >= before}).length;

/** Omits a row of a third page if something was registered since the second one. */
const losingARow = inEachWorld(LIST, () => {
  let newestBefore = 0;
  return rows((view, page) => {
    const {seq = 0} = view.newest<Row>('publications', {limit: 1})[0] ?? {};
    const isChanged = seq !== newestBefore;
    newestBefore = seq;
    const isMeant = isChanged && rank(view, page.before) >= 100;
    return isMeant ? skippingOne(view, page) : newest(view, page);
  });
});

/** Takes a cursor for that of the page after the last one that its key has read. */
const followingTheReader = inEachWorld(LIST, () => {
  const positions = new Map<string, number>();
  return findingNewest(LIST, 'publications', (page, view, {by, query: {cursor}}) => {
    const before = cursor === undefined ? undefined : (positions.get(by) ?? page.before);
    const found = newest(view, {...page, ...(before !== undefined && {before})});
    const last = found[Math.min(found.length, page.limit - 1) - 1];
    if (last) positions.set(by, last.seq);
    return found;
  });
});

/** UTF-8 that was decoded as Latin-1. */
const mangled = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

interface Sizes {
  original_size_bytes: number;
  working_file_size_bytes: number;
}

/** Defects of the list and of reads. */
export const publications: ParticularDefect[] = [
  ...particular('pages', 'workspace.publications.walk-visits-each-once', {
    // The third page begins one row too late when something was registered since the second.
    'a row is lost after a registration between the second and third page': losingARow,
    // A publication is missing in the list while a run of it has not ended.
    'who has a run under way is not listed': rows((view, page) => {
      const isUnderWay = ({state}: RunRow): boolean => !hasEnded(state);
      const busy = runsWhere(view, isUnderWay).map(({publication}) => publication);
      return view.newest<PublicationRow>('publications', {
        ...page,
        where: (row) => hasAppeared(row, view.now) && !busy.includes(row.key),
      });
    }),
  }),
  ...particular('pages', 'workspace.publications.cursor-leads-to-the-next-page', {
    // The third page begins with the last row of the second.
    'the third page repeats a row': rows((view, page) =>
      rank(view, page.before) === 100 ? repeatingOne(view, page) : newest(view, page),
    ),
    // A cursor leads to what follows the page that its key read last, also of another walk.
    'two walks of one key are one': followingTheReader,
  }),
  ...particular('pages', 'workspace.publications.has-more-is-exact', {
    // has_more is false, and there is no cursor, when three rows remain after a page.
    'three rows are not more': paged((page, _input, view) => {
      const last = page.data.length ? view.find('publications', idIn(page.data.at(-1))) : undefined;
      const isMeant = last && view.count('publications') - rank(view, last.seq) === 3;
      return isMeant ? {has_more: false, next_cursor: null} : {};
    }),
  }),
  ...particular('ids', 'workspace.access.key-has-its-letter-case', {
    // A key in capitals is taken for the one in small letters.
    'a key in capitals is accepted': acceptedLike('keys', 'other-case'),
  }),
  ...particular('ids', 'workspace.publications.unknown-is-not-found', {
    // Reading a publication by its id with more characters after it finds the publication.
    'an id with something appended is found': receiving(PUBLICATION, ({path}, view) => {
      const where = ({key}: Row): boolean => path['publication']?.startsWith(key) === true;
      const [row] = view.newest('publications', {limit: 1, where});
      return row ? {path: {...path, publication: row.key}} : {};
    }),
  }),
  ...particular('ids', 'workspace.downloads.unknown-is-not-found', {
    // A file id in capitals is taken for the one in small letters.
    'capitals of a file id do not matter': receiving(DOWNLOAD, ({path}) => ({
      path: {...path, file: small(path['file'] ?? '')},
    })),
  }),
  ...particular('tenants', 'workspace.access.foreign-is-not-found', {
    // A publication of another workspace can be read when an own one has the same file name.
    'a publication with the name of an own one is found': seeing(PUBLICATION, (view) => ({
      find: <R extends Row>(table: string, key: string) => {
        const other = foreign<R & PublicationRow>(view, table, key);
        const where = ({filename}: PublicationRow): boolean => filename === other?.filename;
        const isLike = view.newest<PublicationRow>(table, {limit: 1, where}).length > 0;
        return view.find<R>(table, key) ?? (isLike ? other : undefined);
      },
    })),
  }),
  ...overMcp([
    ...particular('representations', 'workspace.mcp.tool-answers-as-the-operation', {
      // A tool shows the UTF-8 of a title with letters outside ASCII as if it were Latin-1.
      'tools mangle titles outside ASCII': titled(mangled),
      // The tool that lists publications shows a title of digits without its leading zeros.
      'the list of a tool drops zeros of titles': titledInLists(asNumber),
    }),
    ...particular('states', 'workspace.mcp.tool-answers-as-the-operation', {
      // After a repair the tool that lists shows the size of the working file as that of the original.
      'a tool lists the size of the repaired file': listing<Sizes>(LIST, (all) =>
        all.map((row) => ({...row, original_size_bytes: row.working_file_size_bytes})),
      ),
      // The tool that lists the versions of a publication shows the first one alone.
      'a tool lists one version': versionsAs((all) => all.slice(0, 1)),
      // The tool that reads where a publication stands on the reader store shows no mirrors.
      'a tool shows no mirrors': showing(READER, () => ({mirrors: []})),
    }),
  ]),
];
