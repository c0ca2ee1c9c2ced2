import {Link, refuse, type Transition} from '../../operation.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {left} from './allowance.ts';
import {FORMATS, formatOf} from './formats.ts';
import type {UploadRow} from './rows.ts';

/**
 * Reserves an id and a presigned PUT; asks for the allowance so that no bytes go up that cannot
 * land (Endpoints).
 */
export const createUpload: Transition = (view, {body}) => {
  const {original_filename: filename, size_bytes: size} = body as {
    original_filename: string;
    size_bytes: number;
  };
  const format = formatOf(filename) ?? (view.checks('format-unsupported') ? undefined : 'pdf');
  if (format === undefined)
    return refuse(
      'format-unsupported',
      `one of ${Object.keys(FORMATS).join(', ')}`,
      filename,
      'convert the file first',
    );
  const most = view.number(`uploads.most_bytes.${format}`);
  if (view.checks('oversize') && size > most)
    return refuse(
      'oversize',
      `at most ${most} bytes of ${format}`,
      `${size}`,
      'send a smaller file',
    );
  const places = left(view.find<WorkspaceRow>('workspaces', view.tenant)!, view.now);
  if (view.checks('allowance-spent') && places !== null && places <= 0)
    return refuse(
      'allowance-spent',
      'a free place in this cycle',
      'none left',
      'wait for the next cycle (calendar month) or raise the allowance through the control plane',
    );
  const id = view.newId('pub');
  const object = `${view.tenant}/${id}/${filename.replaceAll(/[^\w.-]+/g, '-')}`;
  const sized = view.freedom('storage.size_judged') === 'at_upload';
  const headers = {
    'content-type': FORMATS[format]!.contentType,
    ...(sized && {'content-length': String(size)}),
  };
  const linkExpires = view.now + view.number('uploads.link_lives_ms');
  const row: UploadRow = {
    key: id,
    tenant: view.tenant,
    seq: view.newSeq(),
    object,
    filename,
    size,
    linkExpires,
  };
  return {
    situation: 'reserved',
    body: {
      publication_id: id,
      key: object,
      upload_url: new Link('PUT', object, linkExpires, headers, most),
      upload_headers: headers,
    },
    changes: [{table: 'uploads', put: row}],
  };
};
