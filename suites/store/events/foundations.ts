import type {Foundation} from '../../language/foundation.ts';

/** The rules of mails without which others cannot be judged. */
export const EVENT_FOUNDATIONS: readonly Foundation[] = [
  // The switches of another store concern the mails of both kinds, or neither.
  {
    rule: 'store.events.report-order-mails-the-user',
    spoils: ['store.events.approved-sale-mails-the-user'],
    branches: ['switched-off-by-another-store'],
  },
];
