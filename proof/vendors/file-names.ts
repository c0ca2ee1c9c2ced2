import {isBody, type Adapter} from '../relabel/adapter.ts';

/** A workspace that stores file names with only letters, digits, dots and hyphens. */
export const safeFileNames: Adapter = {
  adaptRequest({body}) {
    if (!isBody(body) || typeof body.original_filename !== 'string') return;
    body.original_filename = body.original_filename.normalize('NFC').replaceAll(/[^\w.-]+/g, '_');
  },
  adaptResponse() {},
};
