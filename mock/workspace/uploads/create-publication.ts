import {refuse, type Done, type Refused, type Transition, type View} from '../../operation.ts';
import type {Effect} from '../../world/change.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {renderPublication, type FileRow, type PublicationRow} from '../publications/rows.ts';
import {left, spendOne} from './allowance.ts';
import {FORMATS, formatOf, titleOf} from './formats.ts';
import type {UploadRow} from './rows.ts';

interface Registration {
  publication_id: string;
  key: string;
  original_filename: string;
  size_bytes: number;
}

/**
 * Registers an upload that landed, and spends one place of the allowance (States, Upload and
 * registration).
 */
export const createPublication: Transition = (view, {body}) => {
  const said = body as Registration;
  const byReservation = view.freedom('registration.order') === 'reservation_first';
  return (
    (byReservation ? (repeated(view, said) ?? unlike(view, said)) : undefined) ??
    misnamed(view, said) ??
    repeated(view, said) ??
    unlike(view, said) ??
    unlanded(view, said) ??
    unaffordable(view) ??
    registered(view, said)
  );
};

/** The request alone: its key and its format. */
function misnamed(view: View, said: Registration): Refused | undefined {
  if (view.checks('key-outside') && !said.key.startsWith(`${view.tenant}/`))
    return refuse(
      'key-outside',
      `a key below ${view.tenant}/`,
      said.key,
      'send the `key` of the reservation',
    );
  if (view.checks('format-unsupported') && formatOf(said.original_filename) === undefined)
    return refuse(
      'format-unsupported',
      `one of ${Object.keys(FORMATS).join(', ')}`,
      said.original_filename,
      'convert the file first',
    );
  return undefined;
}

const REPETITION: Record<string, string> = {same: 'repeated', created: 'registered-again'};

/** The same upload a second time; the document leaves the answer open (NS-WS-34). */
function repeated(view: View, said: Registration): Done | Refused | undefined {
  const there = view.find<PublicationRow>('publications', said.publication_id);
  if (!there) return undefined;
  const answer = REPETITION[view.freedom('registration.repetition') as string];
  if (answer) return {situation: answer, body: view.rendered(there, renderPublication)};
  if (!view.checks('repetition-refused')) return undefined;
  return refuse(
    'repetition-refused',
    'an upload that is not registered yet',
    said.publication_id,
    'read the publication instead',
  );
}

/** Against the reservation: "the same values as at reservation" (Resources). */
function unlike(view: View, said: Registration): Refused | undefined {
  const upload = view.find<UploadRow>('uploads', said.publication_id);
  const forgotten =
    upload &&
    view.now >= upload.linkExpires &&
    !view.object(upload.object) &&
    view.freedom('reservation.expires') === true;
  if (!upload || forgotten) {
    if (!view.checks('not-reserved')) return undefined;
    return refuse(
      'not-reserved',
      'a reserved publication_id',
      said.publication_id,
      'reserve with POST /uploads and send its publication_id',
    );
  }
  if (!view.checks('not-as-reserved')) return undefined;
  if (view.checks('key-outside') && upload.object !== said.key)
    return refuse(
      'not-as-reserved',
      `key ${upload.object}`,
      said.key,
      'send the values of the reservation',
    );
  if (view.checks('format-unsupported') && upload.filename !== said.original_filename)
    return refuse(
      'not-as-reserved',
      `original_filename ${upload.filename}`,
      said.original_filename,
      'send the values of the reservation',
    );
  return undefined;
}

/** Against storage. */
function unlanded(view: View, said: Registration): Refused | undefined {
  const upload = view.find<UploadRow>('uploads', said.publication_id);
  const stored = view.object(upload?.object ?? said.key);
  if (view.checks('not-landed') && !stored)
    return refuse(
      'not-landed',
      `bytes under ${said.key}`,
      'none',
      'PUT the file to upload_url with upload_headers, before the link expires',
    );
  if (view.checks('incomplete') && stored && stored.size !== said.size_bytes)
    return refuse(
      'incomplete',
      `${said.size_bytes} bytes`,
      `${stored.size} stored`,
      'declare the size of the file, and upload all of it',
    );
  if (
    view.checks('not-as-reserved') &&
    view.checks('incomplete') &&
    upload &&
    upload.size !== said.size_bytes
  )
    return refuse(
      'not-as-reserved',
      `size_bytes ${upload.size}`,
      `${said.size_bytes}`,
      'send the values of the reservation',
    );
  return undefined;
}

/** Checked again, so that parallel registrations cannot pass the limit (Endpoints). */
function unaffordable(view: View): Refused | undefined {
  const places = left(view.find<WorkspaceRow>('workspaces', view.tenant)!, view.now);
  if (view.checks('allowance-spent') && places !== null && places <= 0)
    return refuse(
      'allowance-spent',
      'a free place in this cycle',
      'none left',
      'wait for the next cycle (calendar month) or raise the allowance through the control plane',
    );
  return undefined;
}

function registered(view: View, said: Registration): Done {
  const untitled = view.freedom('titles.empty_at_first') === true;
  const size = view.object(said.key)?.size ?? said.size_bytes;
  const fileId = view.newId('file');
  const wait = Number(view.freedom('files.appear_after_ms'));
  const publication: PublicationRow = {
    key: said.publication_id,
    tenant: view.tenant,
    seq: view.newSeq(),
    type: FORMATS[formatOf(said.original_filename) ?? 'pdf']!.type,
    status: 'ready',
    title: untitled ? null : titleOf(said.original_filename),
    filename: said.original_filename,
    size,
    workingFile: wait ? null : fileId,
    workingSize: wait ? null : size,
    createdAt: view.now,
    appearsAt: view.now + Number(view.freedom('publications.appears_after_ms')),
  };
  const file: FileRow = {
    key: fileId,
    tenant: view.tenant,
    seq: view.newSeq(),
    publication: publication.key,
    object: said.key,
    size,
    createdAt: view.now,
    filename: said.original_filename,
    tool: null,
  };
  return {
    situation: 'registered',
    body: view.rendered(publication, renderPublication),
    changes: [
      {table: 'publications', put: publication},
      {table: 'files', put: file},
      {
        table: 'workspaces',
        put: spendOne(view.find<WorkspaceRow>('workspaces', view.tenant)!, view.now),
      },
    ],
    effects: [
      ...(untitled
        ? [
            due(
              view,
              view.number('publications.titled_after_ms'),
              'publication-titled',
              publication.key,
            ),
          ]
        : []),
      ...(wait ? [due(view, wait, 'file-appears', fileId)] : []),
    ],
  };
}

const due = ({now}: View, after: number, event: string, key: string): Effect => ({
  effect: 'due',
  at: now + after,
  event,
  key,
});
