import type {Chapter} from '../../chapter.ts';
import type {Subscription} from './subscription.ts';

/** Subscription plans, collections of titles, and the subscriptions of users (Endpoints / Plans). */
export const plans: Chapter = {
  name: 'store/plans',
  tables: {
    plans: {},
    collections: {},
    subscriptions: {
      indexes: {
        user: {of: (subscription: Subscription) => subscription.user},
        order: {of: (subscription: Subscription) => subscription.order ?? undefined},
      },
    },
  },
};
