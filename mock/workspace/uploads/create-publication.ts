import {guarded, type Guard} from '../../guarded.ts';
import {refuse, type Done, type Refused, type View} from '../../operation.ts';
import type {StoredObject} from '../../objects/object-store.ts';
import type {Effect} from '../../world/change.ts';
import {ownWorkspace} from '../access/own-workspace.ts';
import {renderPublication, type FileRow, type PublicationRow} from '../publications/rows.ts';
import {spendOne} from './allowance.ts';
import {allowanceGuard, FALLBACK} from './create-upload.ts';
import {formatNamed, FORMATS, formatOf, titleOf} from './formats.ts';
import type {UploadRow} from './rows.ts';

/** The body of a registration. */
interface Registration {
  publication_id: string;
  key: string;
  original_filename: string;
  size_bytes: number;
}

/** A registration, with the data that the workspace and storage already have. */
interface Upload {
  registration: Registration;
  /** The publication, if the upload was registered before. */
  publication: PublicationRow | undefined;
  /** The reservation; also undefined when it ended with its link. */
  reservation: UploadRow | undefined;
  /** The object under the reserved key, or without a reservation under the key in the body. */
  stored: StoredObject | undefined;
}

type UploadGuard = Guard<Upload>;

/** Finds the data to which a registration refers. */
function find(view: View, body: unknown): Upload {
  const registration = body as Registration;
  const id = registration.publication_id;
  const reserved = view.find<UploadRow>('uploads', id);
  return {
    registration,
    publication: view.find<PublicationRow>('publications', id),
    reservation: reserved && !hasEnded(reserved, view) ? reserved : undefined,
    stored: view.object(reserved?.object ?? registration.key),
  };
}

/** Whether the reservation ended with its link, with a freedom (NS-WS-35). */
const hasEnded = ({linkExpires, object}: UploadRow, view: View): boolean =>
  view.now >= linkExpires && !view.object(object) && view.freedom('reservation.expires') === true;

/** The same guard, but only in worlds that check the reservation first (NS-WS-32). */
const whereReservationComesFirst = (guard: UploadGuard): UploadGuard => ({
  ...guard,
  judge: (upload, view, input) =>
    view.freedom('registration.order') === 'reservation_first'
      ? guard.judge(upload, view, input)
      : undefined,
});

/** Checks that the key is in the namespace of the workspace (Errors, invalid_upload_key). */
const keyOutside: UploadGuard = {
  situation: 'key-outside',
  judge: ({registration: {key}}, {tenant}) =>
    key.startsWith(`${tenant}/`)
      ? undefined
      : refuse('key-outside', {
          expected: `a key below ${tenant}/`,
          got: key,
          todo: 'send the `key` of the reservation',
        }),
};

/** Checks that the file name has a supported extension (Errors, unsupported_format). */
const formatUnsupported: UploadGuard = {
  situation: 'format-unsupported',
  judge: ({registration: {original_filename: filename}}) =>
    formatOf(filename) === undefined
      ? refuse('format-unsupported', {
          expected: `one of ${Object.keys(FORMATS).join(', ')}`,
          got: filename,
          todo: 'convert the file first',
        })
      : undefined,
};

/** The success of a repetition, by the freedom `registration.repetition`. */
const REPETITION: Record<string, string> = {same: 'repeated', created: 'registered-again'};

/** A second registration of an upload; the document leaves the response open (NS-WS-34). */
const repetitionGuards: readonly UploadGuard[] = [
  {
    situation: 'repeated',
    fixed: true,
    judge({publication}, view) {
      const situation = REPETITION[view.freedom('registration.repetition') as string];
      if (!publication || !situation) return undefined;
      return {situation, body: view.rendered(publication, renderPublication)};
    },
  },
  {
    situation: 'repetition-refused',
    judge: ({publication}) =>
      publication &&
      refuse('repetition-refused', {
        expected: 'an upload that is not registered yet',
        got: publication.key,
        todo: 'read the publication instead',
      }),
  },
];

/** Checks the values against the reservation: "the same values as at reservation" (Resources). */
const reservationGuards: readonly UploadGuard[] = [
  {
    situation: 'not-reserved',
    judge: ({reservation, registration}) =>
      reservation
        ? undefined
        : refuse('not-reserved', {
            expected: 'a reserved publication_id',
            got: registration.publication_id,
            todo: 'reserve with POST /uploads and send its publication_id',
          }),
  },
  {
    situation: 'not-as-reserved',
    covers: ['key-outside'],
    judge: ({reservation, registration: {key}}) =>
      reservation && reservation.object !== key
        ? notAsReserved(`key ${reservation.object}`, key)
        : undefined,
  },
  {
    situation: 'not-as-reserved',
    covers: ['format-unsupported'],
    judge: ({reservation, registration: {original_filename: filename}}) =>
      reservation && reservation.filename !== filename
        ? notAsReserved(`original_filename ${reservation.filename}`, filename)
        : undefined,
  },
];

const notAsReserved = (expected: string, got: string): Refused =>
  refuse('not-as-reserved', {expected, got, todo: 'send the values of the reservation'});

/** Checks that the whole file is in storage (States, Upload and registration). */
const storageGuards: readonly UploadGuard[] = [
  {
    situation: 'not-landed',
    judge: ({stored, registration}) =>
      stored
        ? undefined
        : refuse('not-landed', {
            expected: `bytes under ${registration.key}`,
            got: 'none',
            todo: 'PUT the file to upload_url with upload_headers, before the link expires',
          }),
  },
  {
    situation: 'incomplete',
    judge: ({stored, registration: {size_bytes: size}}) =>
      stored && stored.size !== size
        ? refuse('incomplete', {
            expected: `${size} bytes`,
            got: `${stored.size} stored`,
            todo: 'declare the size of the file, and upload all of it',
          })
        : undefined,
  },
  {
    situation: 'not-as-reserved',
    covers: ['incomplete'],
    judge: ({registration: {publication_id: id, size_bytes: size}}, view) => {
      if (view.freedom('registration.size') === 'as_stored') return undefined;
      const reserved = view.find<UploadRow>('uploads', id);
      return reserved && reserved.size !== size
        ? notAsReserved(`size_bytes ${reserved.size}`, `${size}`)
        : undefined;
    },
  },
];

/**
 * POST /publications: registers an uploaded file (States, Upload and registration). The allowance
 * is checked again, so that parallel registrations cannot exceed it (Endpoints).
 */
export const createPublication = guarded<Upload>({
  find: (view, {body}) => find(view, body),
  guards: [
    ...[...repetitionGuards, ...reservationGuards].map(whereReservationComesFirst),
    keyOutside,
    formatUnsupported,
    ...repetitionGuards,
    ...reservationGuards,
    ...storageGuards,
    allowanceGuard,
  ],
  perform: register,
});

/** Stores the publication with its original and uses one publication of the allowance. */
function register({registration}: Upload, view: View): Done {
  const size = view.object(registration.key)?.size ?? registration.size_bytes;
  const fileId = view.newId('file');
  const publication = newPublication(registration, size, fileId, view);
  const file = newFile(registration, size, fileId, view);
  return {
    situation: 'registered',
    body: view.rendered(publication, renderPublication),
    changes: [
      {table: 'publications', put: publication},
      {table: 'files', put: file},
      {table: 'workspaces', put: spendOne(ownWorkspace(view), view.now)},
    ],
    effects: eventsAfter(publication, file, view),
  };
}

/** The row of a publication. Its title and its working file may come later, by freedoms. */
function newPublication(
  {publication_id: key, original_filename: filename}: Registration,
  size: number,
  fileId: string,
  view: View,
): PublicationRow {
  const hasFile = fileWait(view) === 0;
  return {
    key,
    tenant: view.tenant,
    seq: view.newSeq(),
    type: typeOf(filename),
    status: 'ready',
    title: isTitledLater(view) ? null : titleOf(filename),
    filename,
    size,
    workingFile: hasFile ? fileId : null,
    workingSize: hasFile ? size : null,
    createdAt: view.now,
    appearsAt: view.now + Number(view.freedom('publications.appears_after_ms')),
  };
}

/** The row of an original. */
const newFile = (
  {publication_id: publication, key: object, original_filename: filename}: Registration,
  size: number,
  fileId: string,
  view: View,
): FileRow => ({
  key: fileId,
  tenant: view.tenant,
  seq: view.newSeq(),
  publication,
  object,
  size,
  createdAt: view.now,
  filename,
  tool: null,
});

const isTitledLater = (view: View): boolean => view.freedom('titles.empty_at_first') === true;

/** Milliseconds after which the original is the working file. */
const fileWait = (view: View): number => Number(view.freedom('files.appear_after_ms'));

/** The events that bring the title and the working file of a publication, where they come later. */
function eventsAfter(publication: PublicationRow, file: FileRow, view: View): Effect[] {
  const due = (after: number, event: string, key: string): Effect => ({
    effect: 'due',
    at: view.now + after,
    event,
    key,
  });
  const titledAfter = view.number('publications.titled_after_ms');
  const wait = fileWait(view);
  return [
    ...(isTitledLater(view) ? [due(titledAfter, 'publication-titled', publication.key)] : []),
    ...(wait ? [due(wait, 'file-appears', file.key)] : []),
  ];
}

const typeOf = (filename: string): PublicationRow['type'] =>
  formatNamed(formatOf(filename) ?? FALLBACK).type;
