import type {Chapter} from '../../language/chapter.ts';
import {mailsToOthers} from './mails-to-others.ts';
import {mailsOfEachOrder} from './mails-of-each-order.ts';
import {mails} from './mails.ts';
import {newAddresses} from './new-addresses.ts';
import {reports} from '../again.ts';

/** Store / events: the mails that orders send; there are no operations. */
export const events: Chapter = {
  chapter: 'store/events',
  counted: [reports],
  visits: [],
  provocations: [],
  checks: [...mails, ...mailsToOthers, ...mailsOfEachOrder, ...newAddresses],
};
