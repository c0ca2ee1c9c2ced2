import type {Chapter} from '../../chapter.ts';
import {createPublication} from './create-publication.ts';
import {createUpload} from './create-upload.ts';
import {FORMATS} from './formats.ts';

export const uploads: Chapter = {
  name: 'workspace/uploads',
  tables: {uploads: {}},
  numbers: {
    'uploads.link_lives_ms': 30 * 60_000,
    ...Object.fromEntries(
      Object.entries(FORMATS).map(([format, {most}]) => [`uploads.most_bytes.${format}`, most]),
    ),
  },
  freedoms: {
    /**
     * The same upload registered again: `refused`, the `same` publication with 200, or with 201 as
     * if `created` (NS-WS-34).
     */
    'registration.repetition': 'refused',
    /**
     * `reservation_first`: the values are held against the reservation before key and format are
     * judged (NS-WS-32).
     */
    'registration.order': 'request_first',
    /** A reservation is forgotten with its link, unless its bytes landed (NS-WS-35). */
    'reservation.expires': false,
    /** `at_upload`: the declared size is signed along, and storage refuses another (NS-WS-36). */
    'storage.size_judged': 'at_registration',
    /** Storage refuses a second PUT under one key (NS-WS-36). */
    'storage.put_once': false,
    /** Workspaces have no allowance to spend until they are given one (NS-WS-53). */
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
