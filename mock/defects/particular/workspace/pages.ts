import type {View} from '../../../operation.ts';
import {hasAppeared, type PublicationRow} from '../../../workspace/publications/rows.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {hasEnded} from '../../../workspace/runs/moves.ts';
import type {Row} from '../../../world/change.ts';
import {
  idIn,
  LIST,
  newest,
  paged,
  repeatingOne,
  rows,
  skippingOne,
  type PageOf,
} from '../../workspace/publications/altered-pages.ts';
import {around, viewWith} from '../../breaking.ts';
import {particular, type ParticularDefect} from '../particular.ts';

/** The number of rows before a page. */
const rank = (view: View, before: number | undefined): number =>
  before === undefined
    ? 0
    : view.newest('publications', {limit: 10_000, where: ({seq}) => seq >= before}).length;

/** The number of rows after a row. */
const remaining = (view: View, seq: number): number => view.count('publications') - rank(view, seq);

/** Omits a row of a third page if something was registered since the second one. */
const losingARow = around(LIST, (next) => {
  let newestBefore = 0;
  return (view, input) => {
    const [first] = view.newest<Row>('publications', {limit: 1});
    const isChanged = first !== undefined && first.seq !== newestBefore;
    newestBefore = first?.seq ?? 0;
    const later = viewWith(view, {
      newest: <R extends Row>(_table: string, page: PageOf) =>
        (isChanged && rank(view, page.before) >= 100
          ? skippingOne(view, page)
          : newest(view, page)) as R[],
    });
    return next(later, input);
  };
});

/** Takes a cursor for that of the page after the last one that its key has read. */
const followingTheReader = around(LIST, (next) => {
  const positions = new Map<string, number>();
  return (view, input) => {
    const isFirst = input.query['cursor'] === undefined;
    const own = viewWith(view, {
      newest: <R extends Row>(_table: string, page: PageOf) => {
        const before = isFirst ? undefined : (positions.get(input.by) ?? page.before);
        const found = newest(view, {...page, ...(before !== undefined && {before})});
        const last = found[Math.min(found.length, page.limit - 1) - 1];
        if (last) positions.set(input.by, last.seq);
        return found as R[];
      },
    });
    return next(own, input);
  };
});

const isBusy = (view: View, publication: string): boolean =>
  view.newest<RunRow>('runs', {
    limit: 1,
    where: (run) => run.publication === publication && !hasEnded(run.state),
  }).length > 0;

/** Defects of pages for particular lengths of the list, and of events between them (Endpoints). */
export const pages: ParticularDefect[] = [
  ...particular('pages', 'workspace.publications.walk-visits-each-once', {
    'a row is lost after a registration between the second and third page': [
      'The third page begins one row too late when something was registered since the second.',
      losingARow,
    ],
    'who has a run under way is not listed': [
      'A publication is missing in the list while a run of it has not ended.',
      rows((view, page) =>
        view.newest<PublicationRow>('publications', {
          ...page,
          where: (row) => hasAppeared(row, view.now) && !isBusy(view, row.key),
        }),
      ),
    ],
  }),
  ...particular('pages', 'workspace.publications.cursor-leads-to-the-next-page', {
    'the third page repeats a row': [
      'The third page begins with the last row of the second.',
      rows((view, page) =>
        rank(view, page.before) === 100 ? repeatingOne(view, page) : newest(view, page),
      ),
    ],
    'two walks of one key are one': [
      'A cursor leads to what follows the page that its key read last, also of another walk.',
      followingTheReader,
    ],
  }),
  ...particular('pages', 'workspace.publications.has-more-is-exact', {
    'three rows are not more': [
      'has_more is false, and there is no cursor, when three rows remain after a page.',
      paged((page, _input, view) => {
        if (!page.data.length) return {};
        const last = view.find<PublicationRow>('publications', idIn(page.data.at(-1)));
        return last && remaining(view, last.seq) === 3 ? {has_more: false, next_cursor: null} : {};
      }),
    ],
  }),
];
