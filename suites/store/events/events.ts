import type {Chapter} from '../../language/chapter.ts';
import {mailsOfOthers} from './mails-of-others.ts';
import {mailsToOthers} from './mails-to-others.ts';
import {mails} from './mails.ts';
import {newAddresses} from './new-addresses.ts';

/** Store / events: the mails that orders send; there are no operations. */
export const events: Chapter = {
  chapter: 'store/events',
  visits: [],
  provocations: [],
  checks: [...mails, ...mailsToOthers, ...mailsOfOthers, ...newAddresses],
};
