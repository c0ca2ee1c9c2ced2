import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {FileRow} from '../../../workspace/publications/rows.ts';
import {renderMirror, type MirrorRow} from '../../../workspace/reader/rows.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';

/** Shows other mirrors than those that were pushed. */
const mirrorsAs = (other: (mirrors: MirrorRow[], view: View, of: string) => MirrorRow[]): Seam =>
  afterwards(['getPublicationReader'], (done, view, {path}) => {
    const of = path['publication'] ?? '';
    const mirrors = other(view.all<MirrorRow>('mirrors', 'publication', of), view, of);
    return {...done, body: {...(done.body as object), mirrors: mirrors.map(renderMirror)}};
  });

/** Files that tools made of a publication. */
const madeOf = (view: View, of: string): FileRow[] =>
  view.newest<FileRow>('files', {
    limit: 10,
    where: ({publication, tool}) => publication === of && tool !== null,
  });

const runsOf = (view: View, of: string): RunRow[] =>
  view.newest<RunRow>('runs', {limit: 10, where: ({publication}) => publication === of});

/** The mirror of a publication of which nothing was pushed. */
const ORIGINAL = {
  mirror: 'original',
  conversionStatus: 'none',
  pushing: false,
  lastError: null,
} as MirrorRow;

/** Defects by which runs change the mirrors of their publication. */
export const mirrorsAfterRuns: Defect[] = [
  ...atPlace(
    'of a modified version',
    breaking('workspace.reader.no-store-url', {
      'the mirrors of a replaced file have a URL': afterwards(
        ['getPublicationReader'],
        (done, view, {path}) => {
          const body = done.body as {mirrors: object[]};
          if (!madeOf(view, path['publication'] ?? '').length) return done;
          const mirrors = view
            .all<MirrorRow>('mirrors', 'publication', path['publication'] ?? '')
            .map((row) => ({
              ...(renderMirror(row) as object),
              store_url: 'https://store.example/books/9',
            }));
          return {...done, body: {...body, mirrors}};
        },
      ),
    }),
  ),
  ...atPlace(
    'of the original, after a repair',
    breaking('workspace.reader.one-row-a-mirror', {
      'another working version takes the mirrors away': mirrorsAs((mirrors, view, of) =>
        madeOf(view, of).length > 0 ? [] : mirrors,
      ),
    }),
  ),
  ...atPlace('after runs', [
    ...breaking('workspace.reader.mirrors-differ', {
      'what a tool has made replaces the mirror of the original': mirrorsAs((mirrors, view, of) =>
        madeOf(view, of).length > 0
          ? mirrors.map((row) => ({...row, mirror: 'modified'}))
          : mirrors,
      ),
      'two files of tools are two modified mirrors': mirrorsAs((mirrors, view, of) =>
        madeOf(view, of).length > 1
          ? mirrors.map((row) => ({...row, mirror: 'modified'}))
          : mirrors,
      ),
    }),
    ...breaking('workspace.reader.never-pushed-has-none', {
      'a publication has a mirror from its first run': mirrorsAs((mirrors, view, of) =>
        mirrors.length === 0 && runsOf(view, of).length > 0 ? [ORIGINAL] : mirrors,
      ),
      'a publication has a mirror once its file was replaced': mirrorsAs((mirrors, view, of) =>
        mirrors.length === 0 && madeOf(view, of).length > 0 ? [ORIGINAL] : mirrors,
      ),
    }),
  ]),
];
