import type {Defect} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {renderPublication, type PublicationRow} from '../../../workspace/publications/rows.ts';
import type {UploadRow} from '../../../workspace/uploads/rows.ts';
import {acceptingWhere, afterwards, around, atPlace, breaking, receiving} from '../../breaking.ts';

/** A reserved upload in the form of a publication that was never registered. */
const asPublication = (upload: UploadRow): PublicationRow => ({
  key: upload.key,
  tenant: upload.tenant,
  seq: upload.seq,
  type: 'book',
  status: 'reserved',
  title: upload.filename,
  filename: upload.filename,
  size: upload.size,
  workingFile: null,
  workingSize: null,
  createdAt: 0,
  appearsAt: 0,
});

/** Cuts the name in a reservation after the first supported extension in it. */
const endingAnywhere = receiving(['createUpload'], ({body}) => {
  const reservation = body as {original_filename: string};
  const [named = reservation.original_filename] =
    /^.*?\.(?:epub|pdf|docx|mp3|m4b)(?=\.)/.exec(reservation.original_filename) ?? [];
  return {body: {...reservation, original_filename: named}};
});

/** Compares the limit with the lower 32 bits of the size. */
const sizeInBits = receiving(['createUpload'], ({body}) => {
  const reservation = body as {size_bytes: number};
  return {body: {...reservation, size_bytes: reservation.size_bytes % 2 ** 32}};
});

/** Defects of reservations (States, Upload and registration). */
export const reservations: Defect[] = [
  ...breaking('workspace.uploads.reservation-refuses-oversize', {
    'sizes are cut to 32 bits': sizeInBits,
    'sizes beyond 2^53 are taken': receiving(['createUpload'], ({body}) => {
      const reservation = body as {size_bytes: number};
      return Number.isSafeInteger(reservation.size_bytes)
        ? {}
        : {body: {...reservation, size_bytes: 1}};
    }),
  }),
  ...atPlace(
    'of an audiobook',
    breaking('workspace.uploads.reservation-refuses-oversize', {
      'audiobooks have no limit': acceptingWhere(['createUpload'], 'oversize', ({body}) =>
        /\.(?:mp3|m4b)$/i.test((body as {original_filename: string}).original_filename),
      ),
    }),
  ),
  ...breaking('workspace.uploads.reservation-ids-differ', {
    'every reservation has the same id': {
      seam: 'member',
      situation: 'reserved',
      pointer: '/publication_id',
      edit: {set: 'pub_reserved'},
    },
  }),
  ...atPlace(
    'at the same moment',
    breaking('workspace.uploads.reservation-ids-differ', {
      'two reservations of one moment have the same id': around(['createUpload'], (next) => {
        let last = {at: -1, id: ''};
        return (view, input) => {
          const done = next(view, input);
          if (isRefused(done)) return done;
          const body = done.body as {publication_id: string};
          const id = last.at === view.now ? last.id : body.publication_id;
          last = {at: view.now, id};
          return {...done, body: {...body, publication_id: id}};
        };
      }),
    }),
  ),
  ...breaking('workspace.uploads.reservation-refuses-format', {
    'a supported ending anywhere in the name is enough': endingAnywhere,
  }),
  ...breaking('workspace.uploads.reserved-is-no-publication', {
    'a reserved upload can be read': around(['getPublication'], (next) => (view, input) => {
      const upload = view.find<UploadRow>('uploads', input.path['publication'] ?? '');
      const done = next(view, input);
      return isRefused(done) && upload
        ? {situation: 'publication', body: renderPublication(asPublication(upload))}
        : done;
    }),
    'a reserved upload is listed': afterwards(['listPublications'], (done, view) => {
      const body = done.body as {data: unknown[]};
      const reserved = view.newest<UploadRow>('uploads', {
        limit: 10,
        where: ({key}) => !view.find('publications', key),
      });
      return {
        ...done,
        body: {
          ...body,
          data: [
            ...reserved.map((upload) => renderPublication(asPublication(upload))),
            ...body.data,
          ],
        },
      };
    }),
  }),
];
