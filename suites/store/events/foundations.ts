import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.events');

/** The rules of mails without which others cannot be judged. */
export const EVENT_FOUNDATIONS: readonly Foundation[] = [
  // The switches of another store concern the mails of both kinds, or neither.
  foundation('report-order-mails-the-user', ['approved-sale-mails-the-user'], {
    branches: ['switched-off-by-another-store'],
  }),
].flat();
