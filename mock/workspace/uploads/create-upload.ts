import {defined} from '../../../spec/defined.ts';
import {guarded, type Guard} from '../../guarded.ts';
import {Link, refuse, type Done, type Refused, type View} from '../../operation.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {left} from './allowance.ts';
import {FORMATS, formatOf} from './formats.ts';
import type {UploadRow} from './rows.ts';

/** The body of a reservation, and the extension of its file name. */
interface Reservation {
  filename: string;
  size: number;
  /** Undefined for an extension that the document does not list. */
  format: string | undefined;
}

/** The format whose bounds and content type a file of no known format has. */
export const FALLBACK = 'pdf';

/** No place of the allowance is left; judged at the reservation and at the registration. */
export const allowanceGuard: Guard<unknown> = {
  situation: 'allowance-spent',
  judge: (_subject, view) => (hasPlace(view) ? undefined : allowanceSpent()),
};

/**
 * Reserves an id and a presigned PUT; asks for the allowance so that no bytes go up that cannot
 * land (Endpoints).
 */
export const createUpload = guarded<Reservation>({
  find(_view, {body}) {
    const reservation = body as {original_filename: string; size_bytes: number};
    const filename = reservation.original_filename;
    return {filename, size: reservation.size_bytes, format: formatOf(filename)};
  },
  guards: [
    {
      situation: 'format-unsupported',
      judge: ({filename, format}) =>
        format === undefined
          ? refuse(
              'format-unsupported',
              `one of ${Object.keys(FORMATS).join(', ')}`,
              filename,
              'convert the file first',
            )
          : undefined,
    },
    {
      situation: 'oversize',
      judge({size, format = FALLBACK}, view) {
        const most = view.number(`uploads.most_bytes.${format}`);
        return size > most
          ? refuse(
              'oversize',
              `at most ${most} bytes of ${format}`,
              `${size}`,
              'send a smaller file',
            )
          : undefined;
      },
    },
    allowanceGuard,
  ],
  perform: reserved,
});

/** The workspace of the credential. */
export const workspaceOf = (view: View): WorkspaceRow =>
  defined(view.find<WorkspaceRow>('workspaces', view.tenant), `the workspace ${view.tenant}`);

function hasPlace(view: View): boolean {
  const places = left(workspaceOf(view), view.now);
  return places === null || places > 0;
}

const allowanceSpent = (): Refused =>
  refuse(
    'allowance-spent',
    'a free place in this cycle',
    'none left',
    'wait for the next cycle (calendar month) or raise the allowance through the control plane',
  );

function reserved({filename, size, format = FALLBACK}: Reservation, view: View): Done {
  const id = view.newId('pub');
  const object = `${view.tenant}/${id}/${filename.replaceAll(/[^\w.-]+/g, '-')}`;
  const sized = view.freedom('storage.size_judged') === 'at_upload';
  const headers = {
    'content-type': defined(FORMATS[format], `the format ${format}`).contentType,
    ...(sized && {'content-length': String(size)}),
  };
  const linkExpires = view.now + view.number('uploads.link_lives_ms');
  const most = view.number(`uploads.most_bytes.${format}`);
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
}
