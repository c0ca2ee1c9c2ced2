import type {Chapter} from '../../chapter.ts';
import type {OrderMail} from '../orders/order.ts';
import {readMails} from './outbox.ts';
import {switchMails} from './switch-mails.ts';

/** The outbox: mails that a real store would send (Events). */
export const events: Chapter = {
  name: 'store/events',
  tables: {
    mails: {
      indexes: {
        to: {of: (mail: OrderMail) => mail.to.toLowerCase()},
        order: {of: (mail: OrderMail) => mail.order},
      },
    },
  },
  siteOperations: {switchMails, readMails},
};
