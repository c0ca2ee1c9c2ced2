import type {Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {PublicationRow} from '../../workspace/publications/rows.ts';
import {renderMirror, type MirrorRow} from '../../workspace/reader/rows.ts';
import {plain, showing} from '../families/reads.ts';
import {shown} from '../families/seams.ts';
import {ownWorkspace} from '../../workspace/access/own-workspace.ts';
import {defects, overMcp} from '../table.ts';
import {madeOf, ofPublications, READER, runsOf} from './rows.ts';

const mirrorsAs = (other: (mirrors: object[], view: View, of: string) => unknown[]): Seam =>
  showing<{mirrors: unknown[]}>(READER, ({mirrors}, view, {path}) => ({
    mirrors: other(
      mirrors.map((row) => plain<object>(row)),
      view,
      path['publication'] ?? '',
    ),
  }));

/** Adds members to the mirrors of some publications. */
const extending = (more: object, isMeant: (view: View, of: string) => boolean = () => true): Seam =>
  mirrorsAs((mirrors, view, of) =>
    isMeant(view, of) ? mirrors.map((row) => ({...row, ...more})) : mirrors,
  );

const besides = (more: object): Seam => showing(READER, () => more);

/** Shows a mirror of some publications that were never pushed. */
const unpushed = (other: (view: View, of: string) => unknown[]): Seam =>
  mirrorsAs((mirrors, view, of) => (mirrors.length ? mirrors : other(view, of)));

/** The mirror of a publication of which nothing was pushed. */
const ORIGINAL = [
  {mirror: 'original', conversion_status: 'none', push_in_flight: false, last_sync_error: null},
];

const hasMade =
  (more: number) =>
  (view: View, of: string): boolean =>
    madeOf(view, of).length > more;

const URL = 'https://store.example/books/9';

/** Whether a publication was registered a minute ago. */
const isSettled = (view: View, of: string): boolean => {
  const {createdAt = Infinity} = view.find<PublicationRow>('publications', of) ?? {};
  return view.now >= createdAt + 60_000;
};

/** Defects of the rules of `workspace/reader`. */
export const reader = [
  ...defects({
    'workspace.reader.configured-is-true': {
      'the integration is always said to be configured': besides({configured: true}),
    },
    'workspace.reader.configured-is-true @ of a pushed publication': {
      'a pushed publication is not found while the integration is off': ofPublications.refusing(
        READER,
        'publication-not-found',
        ({before, view}) =>
          before &&
          ownWorkspace(view).reader === 'not-configured' &&
          view.all('mirrors', 'publication', before.key).length > 0,
      ),
    },
    'workspace.reader.mirrors-differ': {
      'there are two original mirrors': shown('mirrors', '/mirrors/1/mirror', 'original'),
      'there are two modified mirrors': shown('mirrors', '/mirrors/0/mirror', 'modified'),
    },
    'workspace.reader.mirrors-differ @ after runs': {
      'what a tool has made replaces the mirror of the original': extending(
        {mirror: 'modified'},
        hasMade(0),
      ),
      'two files of tools are two modified mirrors': extending({mirror: 'modified'}, hasMade(1)),
    },
    'workspace.reader.one-row-a-mirror @ of the original, after a repair': {
      'another working version takes the mirrors away': mirrorsAs((mirrors, view, of) =>
        madeOf(view, of).length ? [] : mirrors,
      ),
    },
    'workspace.reader.never-pushed-has-none': {
      'a publication that was never pushed has an original mirror': unpushed(() => ORIGINAL),
      'a publication that was never pushed shows the mirrors of another': unpushed((view) =>
        view.newest<MirrorRow>('mirrors', {limit: 2}).map(renderMirror),
      ),
    },
    'workspace.reader.never-pushed-has-none @ after runs': {
      'a publication has a mirror from its first run': unpushed((view, of) =>
        runsOf(view, of).length ? ORIGINAL : [],
      ),
      'a publication has a mirror once its file was replaced': unpushed((view, of) =>
        madeOf(view, of).length ? ORIGINAL : [],
      ),
    },
    'workspace.reader.no-store-url': {
      'a mirror has a URL': extending({url: URL}),
      'a mirror has a URL without scheme': extending({
        links: {cover: '//store.example/covers/9.jpg'},
      }),
      'the response has a store URL beside the mirrors': besides({
        store_url: 'http://store.example',
      }),
    },
    'workspace.reader.no-store-url @ of a modified version': {
      'the mirrors of a replaced file have a URL': extending({store_url: URL}, hasMade(0)),
    },
    'workspace.reader.no-store-url @ a while after the push': {
      'once converted, the status is an address': extending({conversion_status: URL}, isSettled),
    },
  }),
  ...overMcp(
    defects({
      'workspace.reader.no-store-url @ through the tool': {
        'the status of a mirror through the tool is an address': shown(
          'mirrors',
          '/mirrors/*/conversion_status',
          URL,
        ),
      },
    }),
  ),
];
