import type {Chapter} from '../../chapter.ts';
import {Link, refuse, type Transition} from '../../operation.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import type {FileRow} from '../publications/rows.ts';

/** A presigned GET on another origin: the bytes never pass through the API (Rule 3). */
const downloadFile: Transition = (view, {path}) => {
  const file = view.find<FileRow>('files', path['file']!);
  if (!file)
    return refuse(
      'file-not-found',
      'a file version of this workspace',
      path['file']!,
      'take an id from the version list',
    );
  if (
    view.checks('downloads-unavailable') &&
    view.find<WorkspaceRow>('workspaces', view.tenant)!.downloads === 'unavailable'
  )
    return refuse(
      'downloads-unavailable',
      'storage that can mint links',
      'the control plane says it cannot',
      'set downloads to available through the control plane',
    );
  return {
    situation: 'redirect',
    headers: {
      location: new Link('GET', file.object, view.now + view.number('downloads.link_lives_ms')),
    },
    ...(view.freedom('downloads.redirect_body') === 'page' && {
      text: {type: 'text/html; charset=utf-8', text: MOVED},
    }),
  };
};

/** What many servers say beside a redirect. */
const MOVED = '<!doctype html>\n<title>Found</title>\n<p>The file is elsewhere.\n';

export const downloads: Chapter = {
  name: 'workspace/downloads',
  numbers: {'downloads.link_lives_ms': 10 * 60_000},
  freedoms: {
    /** What the 302 carries: `none`, or a small `page` (NS-WS-48). */
    'downloads.redirect_body': 'none',
  },
  refusals: {
    'downloadFile.file-not-found': 'No such file in this workspace.',
    'downloads-unavailable': 'Download links cannot be made at present.',
  },
  operations: {downloadFile},
};
