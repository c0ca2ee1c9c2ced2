import type {Chapter} from '../../chapter.ts';
import {createPublication} from './create-publication.ts';
import {createUpload} from './create-upload.ts';
import {FORMATS, sizeLimitOf} from './formats.ts';

/** The size limit of each format in bytes, for example `uploads.most_bytes.epub`. */
const sizeLimits = (): Record<string, number> =>
  Object.fromEntries(
    Object.entries(FORMATS).map(([name, {maxBytes}]) => [sizeLimitOf(name), maxBytes]),
  );

/** Uploads: reservations, presigned links, registrations (Endpoints; Rules of uploads). */
export const uploads: Chapter = {
  name: 'workspace/uploads',
  tables: {uploads: {}},
  numbers: {
    'uploads.link_lives_ms': 30 * 60_000,
    ...sizeLimits(),
  },
  freedoms: {
    /**
     * A second registration of an upload: `refused`, 200 with the same publication (`same`), or 201 with it
     * (`created`) (NS-WS-34).
     */
    'registration.repetition': 'refused',
    /**
     * Which checks of a registration come first: those of key and format (`request_first`) or the comparison with the
     * reservation (`reservation_first`) (NS-WS-32).
     */
    'registration.order': 'request_first',
    /**
     * Whether a registration of another size than the reserved one is refused (`as_reserved`), or accepted if exactly
     * so many bytes are stored (`as_stored`) (NS-WS-07).
     */
    'registration.size': 'as_reserved',
    /** Whether a reservation ends with its link, unless the file was uploaded (NS-WS-35). */
    'reservation.expires': false,
    /**
     * When a wrong size is refused: `at_registration`, or `at_upload`, where the link is signed with the declared size
     * and storage refuses any other (NS-WS-36).
     */
    'storage.size_judged': 'at_registration',
    /** Whether storage refuses a second PUT with the same key (NS-WS-36). */
    'storage.put_once': false,
    /** Whether workspaces have no publication limit until the control plane sets one (NS-WS-53). */
    'allowance.unlimited': false,
  },
  refusals: {
    'allowance-spent': 'The workspace spent its publication allowance for this cycle.',
    'format-unsupported': 'The file format is not supported.',
    oversize: 'The file exceeds the size limit of its format.',
    'key-outside': "The key lies outside this workspace's namespace.",
    'not-landed': 'No object landed under this key.',
    incomplete: 'The stored size differs from the declared size.',
    'not-reserved': 'This publication id is not reserved.',
    'not-as-reserved': 'The values differ from those of the reservation.',
    'repetition-refused': 'This upload is registered already.',
  },
  operations: {createUpload, createPublication},
};
