import type {Defect, Seam} from '../../defect.ts';
import {refuse, type Input} from '../../operation.ts';
import type {PublicationRow} from '../../workspace/publications/rows.ts';
import {around, atPlace, breaking, finding, receiving} from '../breaking.ts';
import {plain} from './runs/altered-runs.ts';
import {newest, paged, repeatingOne, rows, titleIn} from './publications/altered-pages.ts';

/** Changes the title of a publication in reads. */
const titled = (other: (title: string) => string): Seam =>
  finding<PublicationRow>(['getPublication'], 'publications', (row) => ({
    ...row,
    title: row.title === null ? null : other(row.title),
  }));

/** Refuses a file with a particular size as incompletely uploaded. */
const incompleteWhere = (isSuch: (size: number) => boolean): Seam =>
  around(['createPublication'], (next) => (view, input) => {
    const {size_bytes: size} = input.body as {size_bytes: number};
    const problem = {expected: 'another size', got: `${size}`, todo: 'send another file'};
    return isSuch(size) ? refuse('incomplete', problem) : next(view, input);
  });

/** Changes the size in reads. */
const sized = (other: (size: number) => number): Seam =>
  finding<PublicationRow>(['getPublication'], 'publications', (row) => ({
    ...row,
    size: other(row.size),
  }));

const withKey = (other: (key: string) => string): Seam =>
  receiving(['startRun'], ({headers}: Input) => {
    const key = headers['idempotency-key'];
    return key === undefined ? {} : {headers: {...headers, 'idempotency-key': other(key)}};
  });

const NAMES = 'files of any name';
const WHOLE_NAMES = 'files of any whole name';
const SIZES = 'files of any size';
const LENGTHS = 'lists of any length';

/** Defects that only generated values show: names and sizes of files, lengths of lists, keys of runs. */
export const drawnValues: Defect[] = [
  ...atPlace(NAMES, [
    ...breaking('workspace.publications.listed-is-readable', {
      'reading shows titles in capitals': titled((title) => title.toUpperCase()),
      'reading shows no more than 30 characters of a title': titled((title) => title.slice(0, 30)),
    }),
    ...breaking('workspace.mcp.tool-answers-as-the-operation', {
      'a tool lists titles without signs': paged(({data}) => ({
        data: data.map((row) => ({
          ...plain<object>(row),
          title: titleIn(row).replaceAll(/[^\p{L}\d. ]/gu, ''),
        })),
      })),
    }).map((defect) => ({...defect, interface: 'mcp' as const})),
  ]),
  ...atPlace(WHOLE_NAMES, [
    ...breaking('workspace.publications.listed-is-readable', {
      'reading drops the zeros before a title': titled((title) => title.replace(/^0+/, '')),
    }),
    ...breaking('workspace.mcp.tool-answers-as-the-operation', {
      'a tool shows a title of digits as a number': titled((title) =>
        /^[\d.e]+$/.test(title) ? String(Number(title)) : title,
      ),
    }).map((defect) => ({...defect, interface: 'mcp' as const})),
  ]),
  ...atPlace(SIZES, [
    ...breaking('workspace.uploads.moves-are-the-listed-ones', {
      'a file of less than three bytes is incomplete': incompleteWhere((size) => size < 3),
      'a file of a whole number of kilobytes is incomplete': incompleteWhere(
        (size) => size % 1024 === 0,
      ),
    }),
    ...breaking('workspace.uploads.original-size-is-what-was-sent', {
      'sizes are even': sized((size) => size - (size % 2)),
      'a size has 12 bits': sized((size) => size % 4096),
    }),
  ]),
  ...atPlace(LENGTHS, [
    ...breaking('workspace.publications.has-more-is-exact', {
      'two rows are not more': paged(({data}, {query}, view) =>
        query['cursor'] === undefined && view.count('publications') === data.length + 2
          ? {has_more: false, next_cursor: null}
          : {},
      ),
      'a last page of five rows is followed by another': paged(({data, has_more}) => ({
        has_more: has_more || data.length === 5,
      })),
    }),
    ...breaking('workspace.publications.walk-visits-each-once', {
      'a page of two rows begins with a row again': rows((view, page) =>
        newest(view, page).length === 2 ? repeatingOne(view, page) : newest(view, page),
      ),
      'the last of three rows is missing': rows((view, page) =>
        newest(view, page).length === 3 ? newest(view, page).slice(0, 2) : newest(view, page),
      ),
    }),
  ]),
  ...atPlace(
    'keys that differ in little',
    breaking('workspace.mcp.runs-are-the-same-through-both-faces', {
      'tools compare keys in capitals': withKey((key) => key.toUpperCase()),
    }).map((defect) => ({...defect, interface: 'mcp' as const})),
  ),
];
