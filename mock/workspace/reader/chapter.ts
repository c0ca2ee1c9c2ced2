import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import {ownWorkspace} from '../access/own-workspace.ts';
import {visiblePublication} from '../publications/visible-publication.ts';
import {renderMirror, type MirrorRow} from './rows.ts';
import {demo, suite} from './template.ts';

/**
 * GET /publications/{publication}/reader: lists the mirrors of a publication on the reader store. A publication that
 * was never pushed has none (Resources, Reader mirror).
 */
const getPublicationReader: Transition = (view, {path}) => {
  const publication = visiblePublication(view, path['publication']);
  if ('refused' in publication) return publication;
  const mirrors = view.all<MirrorRow>('mirrors', 'publication', publication.key);
  const configured =
    ownWorkspace(view).reader !== 'not-configured' && view.freedom('reader.configured') === true;
  // Without the integration there is no reader store, and so no mirror.
  return {
    situation: 'mirrors',
    body: {
      configured,
      mirrors: configured ? mirrors.map((row) => view.rendered(row, renderMirror)) : [],
    },
  };
};

/** The mirrors of a publication in the reader store (Resources, Reader mirror). */
export const reader: Chapter = {
  name: 'workspace/reader',
  tables: {mirrors: {indexes: {publication: {of: (row: MirrorRow) => row.publication}}}},
  freedoms: {
    'reader.configured': {
      values: [true, false],
      meaning: 'Whether the deployment has the integration at all (Resources, Reader mirror).',
    },
  },
  operations: {getPublicationReader},
  templates: {demo, suite},
};
