import type {Chapter} from '../../chapter.ts';
import {refuse, type Transition} from '../../operation.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import type {PublicationRow} from '../publications/rows.ts';
import {renderMirror, type MirrorRow} from './rows.ts';
import {demo, suite} from './template.ts';

/** Where a publication stands on the reader store; one that was never pushed has no mirrors. */
const getPublicationReader: Transition = (view, {path}) => {
  const publication = view.find<PublicationRow>('publications', path['publication']!);
  if (!publication || publication.appearsAt > view.now)
    return refuse(
      'publication-not-found',
      'a publication of this workspace',
      path['publication']!,
      'take an id from the list',
    );
  const mirrors = view.all<MirrorRow>('mirrors', 'publication', publication.key);
  const configured =
    view.find<WorkspaceRow>('workspaces', view.tenant)!.reader !== 'not-configured' &&
    view.freedom('reader.configured') === true;
  // Without the integration there is no store where they could stand.
  return {
    situation: 'mirrors',
    body: {
      configured,
      mirrors: configured ? mirrors.map((row) => view.rendered(row, renderMirror)) : [],
    },
  };
};

export const reader: Chapter = {
  name: 'workspace/reader',
  tables: {mirrors: {indexes: {publication: {of: (row: MirrorRow) => row.publication}}}},
  freedoms: {
    /** Whether the deployment has the integration at all (Resources, Reader mirror). */
    'reader.configured': true,
  },
  operations: {getPublicationReader},
  templates: {demo, suite},
};
