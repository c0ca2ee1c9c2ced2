import type {Defect, Seam} from '../../defect.ts';
import {isRefused, refuse, type View} from '../../operation.ts';
import type {PublicationRow} from '../../workspace/publications/rows.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {renderMirror, type MirrorRow} from '../../workspace/reader/rows.ts';
import {afterwards, around, atPlace, breaking} from '../breaking.ts';
import {mirrorsAfterRuns} from './reader/after-runs.ts';

/** The body of the response. */
interface MirrorList {
  configured: boolean;
  mirrors: unknown[];
}

/** Changes members of the response. */
const showing = (change: (list: MirrorList, view: View) => object): Seam =>
  afterwards(['getPublicationReader'], (done, view) => ({
    ...done,
    body: {...(done.body as MirrorList), ...change(done.body as MirrorList, view)},
  }));

/** Adds members to every mirror. */
const extending = (more: object): Seam =>
  showing(({mirrors}) => ({
    mirrors: mirrors.map((row) => ({...(row as {value: object}).value, ...more})),
  }));

/** Gives a publication mirrors with a URL as their status a minute after its registration. */
const addressOnceConverted = afterwards(['getPublicationReader'], (done, view, {path}) => {
  const publication = view.find<PublicationRow>('publications', path['publication'] ?? '');
  if (!publication || view.now < publication.createdAt + 60_000) return done;
  const list = done.body as MirrorList;
  const mirrors = list.mirrors.map((row) => ({
    ...(row as {value: object}).value,
    conversion_status: 'https://store.example/books/9',
  }));
  return {...done, body: {...list, mirrors}};
});

/** Does not find a publication with mirrors while the integration is disabled. */
const notFoundWhileOff = around(['getPublicationReader'], (next) => (view, input) => {
  const outcome = next(view, input);
  if (isRefused(outcome)) return outcome;
  const {configured} = outcome.body as MirrorList;
  const pushed = view.all<MirrorRow>('mirrors', 'publication', input.path['publication'] ?? '');
  if (configured || pushed.length === 0) return outcome;
  return refuse('publication-not-found', {
    expected: 'the integration to be on',
    got: 'off',
    todo: 'take a world without the defect',
  });
});

/** While the integration is off, nobody looks for the publication. */
const nothingLookedUpWhileOff = around(['getPublicationReader'], (next) => (view, input) => {
  const publication = view.anywhere<PublicationRow>(
    'publications',
    input.path['publication'] ?? '',
  );
  const owner = publication && view.anywhere<WorkspaceRow>('workspaces', publication.tenant);
  return owner?.reader === 'not-configured'
    ? {situation: 'mirrors', body: {configured: false, mirrors: []}}
    : next(view, input);
});

/** A mirror that was never pushed. */
const NOT_PUSHED = {conversionStatus: 'none', pushing: false, lastError: null};

/** Defects of the rules of `workspace/reader`. */
export const reader: Defect[] = [
  ...mirrorsAfterRuns,
  ...breaking('workspace.reader.configured-is-true', {
    'the integration is always said to be configured': showing(() => ({configured: true})),
  }),
  ...atPlace(
    'of a pushed publication',
    breaking('workspace.reader.configured-is-true', {
      'a pushed publication is not found while the integration is off': notFoundWhileOff,
    }),
  ),
  ...atPlace(
    'getPublicationReader while the integration is off',
    breaking('workspace.access.foreign-is-not-found', {
      'the mirrors of a foreign publication are answered while the integration is off':
        nothingLookedUpWhileOff,
    }),
  ),
  ...breaking('workspace.reader.mirrors-differ', {
    'there are two original mirrors': {
      seam: 'member',
      situation: 'mirrors',
      pointer: '/mirrors/1/mirror',
      edit: {set: 'original'},
    },
    'there are two modified mirrors': {
      seam: 'member',
      situation: 'mirrors',
      pointer: '/mirrors/0/mirror',
      edit: {set: 'modified'},
    },
  }),
  ...breaking('workspace.reader.never-pushed-has-none', {
    'a publication that was never pushed has an original mirror': showing(({mirrors}) => ({
      mirrors: mirrors.length
        ? mirrors
        : [renderMirror({...NOT_PUSHED, mirror: 'original'} as MirrorRow)],
    })),
    'a publication that was never pushed shows the mirrors of another': showing(
      ({mirrors}, view) => ({
        mirrors: mirrors.length
          ? mirrors
          : view.newest<MirrorRow>('mirrors', {limit: 2}).map(renderMirror),
      }),
    ),
  }),
  ...breaking('workspace.reader.no-store-url', {
    'a mirror has a URL': extending({url: 'https://store.example/books/9'}),
    'a mirror has a URL without scheme': extending({
      links: {cover: '//store.example/covers/9.jpg'},
    }),
    'the response has a store URL beside the mirrors': showing(() => ({
      store_url: 'http://store.example',
    })),
  }),
  ...breaking('workspace.reader.no-store-url', {
    'once converted, the status is an address': addressOnceConverted,
  }).map((defect) => ({...defect, place: 'a while after the push'})),
];
