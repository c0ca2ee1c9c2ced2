import type {Chapter} from '../../chapter.ts';
import {guarded} from '../../guarded.ts';
import {Link, refuse, type Refused, type View} from '../../operation.ts';
import {ownWorkspace} from '../access/own-workspace.ts';
import type {FileRow} from '../publications/rows.ts';

/**
 * GET /files/{file}/download: redirects to a presigned GET on another origin, so that the bytes
 * never pass through the API (What the service does, 3).
 */
const downloadFile = guarded<FileRow | undefined>({
  find: (view, {path}) => view.find<FileRow>('files', path['file'] ?? ''),
  guards: [
    {
      situation: 'downloads-unavailable',
      judge: (file, view) => (file && !canIssueLinks(view) ? unavailable() : undefined),
    },
  ],
  perform(file, view, {path}) {
    if (!file)
      return refuse('file-not-found', {
        expected: 'a file version of this workspace',
        got: path['file'] ?? '',
        todo: 'take an id from the version list',
      });
    return {
      situation: 'redirect',
      headers: {
        location: new Link('GET', file.object, view.now + view.number('downloads.link_lives_ms')),
      },
      ...(view.freedom('downloads.redirect_body') === 'page' && {
        text: {type: 'text/html; charset=utf-8', text: MOVED},
      }),
    };
  },
});

/** Whether storage can issue links; the control plane can disable it. */
const canIssueLinks = (view: View): boolean => ownWorkspace(view).downloads !== 'unavailable';

const unavailable = (): Refused =>
  refuse('downloads-unavailable', {
    expected: 'storage that can issue links',
    got: 'storage that cannot, as the control plane ordered',
    todo: 'set downloads to available through the control plane',
  });

/** The body that many servers send with a redirect. */
const MOVED = '<!doctype html>\n<title>Found</title>\n<p>The file is elsewhere.\n';

/** Download links of files (Endpoints). */
export const downloads: Chapter = {
  name: 'workspace/downloads',
  numbers: {'downloads.link_lives_ms': 10 * 60_000},
  freedoms: {
    'downloads.redirect_body': {
      values: ['none', 'page'],
      meaning: 'The body of the 302: `none`, or a small HTML `page`.',
      open: ['NS-WS-48'],
    },
  },
  refusals: {
    'downloadFile.file-not-found': 'No such file in this workspace.',
    'downloads-unavailable': 'Download links cannot be made at present.',
  },
  operations: {downloadFile},
};
