import {isBody, type Adapter} from '../relabel/adapter.ts';

/** A workspace that keeps file names with letters, digits, dots and hyphens only. */
export const safeFileNames: Adapter = {
  adaptRequest({body}) {
    if (!isBody(body) || typeof body.original_filename !== 'string') return;
    body.original_filename = body.original_filename.normalize('NFC').replaceAll(/[^\w.-]+/g, '_');
  },
  adaptResponse() {},
};
