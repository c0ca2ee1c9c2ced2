import type {Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {renderPublication} from '../../../workspace/publications/rows.ts';
import type {UploadRow} from '../../../workspace/uploads/rows.ts';
import {listing, showing} from '../../families/reads.ts';
import {inEachWorld} from '../../families/remembered.ts';
import {shown} from '../../families/seams.ts';
import {defects} from '../../table.ts';
import {ofUploads, PUBLICATION, PUBLICATIONS, RESERVE} from '../rows.ts';

/** A reserved upload in the form of a publication that was never registered. */
const asPublication = (upload: UploadRow): unknown =>
  renderPublication({
    ...upload,
    type: 'book',
    status: 'reserved',
    title: upload.filename,
    workingFile: null,
    workingSize: null,
    createdAt: 0,
    appearsAt: 0,
  });

/** Reads only the lower 32 bits of sizes. */
export const sizeInBits = (operations: string[]): Seam =>
  ofUploads.asking(operations, {}, ({body}) => ({
    body: {...body, size_bytes: body.size_bytes % 2 ** 32},
  }));

/** Defects of reservations (States, Upload and registration). */
export const reservations = defects({
  'workspace.uploads.reservation-refuses-oversize': {
    'sizes are cut to 32 bits': sizeInBits(RESERVE),
    'sizes beyond 2^53 are taken': ofUploads.asking(
      RESERVE,
      {body: {size_bytes: (size) => !Number.isSafeInteger(size)}},
      ({body}) => ({body: {...body, size_bytes: 1}}),
    ),
  },
  'workspace.uploads.reservation-refuses-oversize @ of an audiobook': {
    'audiobooks have no limit': ofUploads.accepting(RESERVE, 'oversize', {
      body: {original_filename: /\.(?:mp3|m4b)$/i},
    }),
  },
  'workspace.uploads.reservation-ids-differ': {
    'every reservation has the same id': shown('reserved', '/publication_id', 'pub_reserved'),
  },
  'workspace.uploads.reservation-ids-differ @ at the same moment': {
    'two reservations of one moment have the same id': inEachWorld(RESERVE, () => {
      let last = {at: -1, id: ''};
      return showing<{publication_id: string}>(RESERVE, ({publication_id: id}, {now}) => {
        if (last.at !== now) last = {at: now, id};
        return {publication_id: last.id};
      });
    }),
  },
  'workspace.uploads.reservation-refuses-format': {
    'a supported ending anywhere in the name is enough': ofUploads.asking(RESERVE, {}, ({body}) => {
      const [named] = /^.*?\.(?:epub|pdf|docx|mp3|m4b)(?=\.)/.exec(body.original_filename) ?? [];
      return {body: {...body, original_filename: named ?? body.original_filename}};
    }),
  },
  'workspace.uploads.reserved-is-no-publication': {
    'a reserved upload can be read': ofUploads.instead(
      PUBLICATION,
      {before: {}},
      (next, {before, view}, input) => {
        const done = next(view, input);
        return isRefused(done) && before
          ? {situation: 'publication', body: asPublication(before)}
          : done;
      },
    ),
    'a reserved upload is listed': listing(PUBLICATIONS, (rows, view) => {
      const where = ({key}: UploadRow): boolean => !view.find('publications', key);
      return [...view.newest<UploadRow>('uploads', {limit: 10, where}).map(asPublication), ...rows];
    }),
  },
});
