import {guarded, type Guard} from '../../guarded.ts';
import {Link, refuse, type Done, type Refused, type View} from '../../operation.ts';
import {ownWorkspace} from '../access/own-workspace.ts';
import {publicationsLeft} from './allowance.ts';
import {formatNamed, FORMATS, formatOf, sizeLimitOf} from './formats.ts';
import type {UploadRow} from './rows.ts';

/** The body of a reservation, with the format of its file. */
interface Reservation {
  filename: string;
  size: number;
  /** Undefined for an extension that the document does not list. */
  format: string | undefined;
}

/** The format that is used for an unsupported one when no guard refuses it. */
export const FALLBACK = 'pdf';

/** Refuses when the allowance is used up; for reservations and registrations (Endpoints). */
export const allowanceGuard: Guard<unknown> = {
  situation: 'allowance-spent',
  judge: (_subject, view) => (hasAllowance(view) ? undefined : allowanceSpent()),
};

/**
 * POST /uploads: reserves a publication id and issues a presigned PUT. It checks the allowance, so that no file is
 * uploaded that cannot be registered (Endpoints).
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
          ? refuse('format-unsupported', {
              expected: `one of ${Object.keys(FORMATS).join(', ')}`,
              got: filename,
              todo: 'convert the file first',
            })
          : undefined,
    },
    {
      situation: 'oversize',
      judge({size, format = FALLBACK}, view) {
        const most = view.number(sizeLimitOf(format));
        return size > most
          ? refuse('oversize', {
              expected: `at most ${most} bytes of ${format}`,
              got: `${size}`,
              todo: 'send a smaller file',
            })
          : undefined;
      },
    },
    allowanceGuard,
  ],
  perform: reserve,
});

function hasAllowance(view: View): boolean {
  const rest = publicationsLeft(ownWorkspace(view), view.now);
  return rest === null || rest > 0;
}

const allowanceSpent = (): Refused =>
  refuse('allowance-spent', {
    expected: 'an allowance that is not spent in this cycle',
    got: 'none left',
    todo:
      'wait for the next cycle (calendar month) ' +
      'or raise the allowance through the control plane',
  });

/** Stores the reservation and responds with the upload link. */
function reserve({filename, size, format = FALLBACK}: Reservation, view: View): Done {
  const id = view.newId('pub');
  const object = `${view.tenant}/${id}/${filename.replaceAll(/[^\w.-]+/g, '-')}`;
  const sized = view.freedom('storage.size_judged') === 'at_upload';
  const headers = {
    'content-type': formatNamed(format).contentType,
    ...(sized && {'content-length': String(size)}),
  };
  const linkExpires = view.now + view.number('uploads.link_lives_ms');
  const most = view.number(sizeLimitOf(format));
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
