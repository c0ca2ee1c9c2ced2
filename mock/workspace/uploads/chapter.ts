import {ref} from '../../../spec/schema-parts.ts';
import type {Chapter} from '../../chapter.ts';
import {createPublication} from './create-publication.ts';
import {createUpload} from './create-upload.ts';
import {FORMATS, sizeLimitOf} from './formats.ts';
import {freedoms} from './freedoms.ts';

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
  freedoms,
  forms: (freedom) => ({
    'createPublication 200':
      freedom('registration.repetition') === 'same' ? ref('Publication') : 'never',
  }),
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
