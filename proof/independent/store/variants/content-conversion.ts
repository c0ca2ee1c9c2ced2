import {issues} from './content-requests.ts';
import type {Variants} from './types.ts';

const WORDS: Record<string, string> = {
  started_dispatching_conversion: 'queued',
  converting_pages: 'processing',
  deferred: 'waiting_for_license',
};

/** What is open of the conversion of content. */
export const CONVERSION: Variants = {
  'conversion-done-at-once': {},
  'conversion-takes-an-hour': {},
  'conversion-in-other-words': {
    reply: issues((row) => {
      row.conversion_status = WORDS[String(row.conversion_status)] ?? row.conversion_status;
    }),
  },
  'conversion-progress-otherwise': {
    reply: issues((row) => {
      row.conversion_status_progress = `page 1 of 9 (${String(row.conversion_status_progress)})`;
    }),
  },
  'conversion-progress-empty': {
    reply: issues((row) => {
      row.conversion_status_progress = '';
    }),
  },
  'conversion-settings-empty': {
    reply: issues((row) => {
      row.conversion_settings = {};
    }),
  },
};
