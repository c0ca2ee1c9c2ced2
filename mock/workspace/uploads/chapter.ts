import type {Chapter} from '../../chapter.ts';
import {createPublication} from './create-publication.ts';
import {createUpload} from './create-upload.ts';
import {FORMATS} from './formats.ts';

export const uploads: Chapter = {
  name: 'workspace/uploads',
  tables: {uploads: {}},
  numbers: {
    'uploads.link_lives_ms': 30 * 60_000,
    ...Object.fromEntries(Object.entries(FORMATS).map(([format, {most}]) => [`uploads.most_bytes.${format}`, most])),
  },
  freedoms: {'registration.repetition': 'refused'},
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
