import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.auth-sessions');

/** Rules whose checks use the list of the sessions of a user. */
const OF_A_USER = [
  'cursor-leads-to-the-next-page',
  'has-more-is-exact',
  'walk-visits-each-once',
  'walk-is-stable',
  'filters-narrow-the-list',
  'shows-whose-session-it-is',
  'deleted-session-is-gone',
  'deletion-leaves-other-sessions',
  'delete-all-ends-all-of-the-user',
  'count-is-that-of-the-ended',
  'force-logout-ends-all-sessions',
  'deactivation-ends-sessions',
  'sessions-stay-in-their-store',
  'last-activity-is-the-last-visit',
];

/** The rules of sessions without which others cannot be judged. */
export const SESSION_FOUNDATIONS: readonly Foundation[] = [
  // Members that both kinds of sessions have are missing in both.
  foundation('web-session-describes-the-browser', ['mobile-session-describes-the-app'], {
    branches: ['mobile: os', 'mobile: raw'],
  }),
  // Nearly every check lists the sessions of one user.
  foundation('user-id-filters', OF_A_USER),
  foundation('user-id-filters', [
    'orders.token-signs-the-buyer-in',
    'orders.token-expires-with-the-ttl',
    'users.deactivated-cannot-log-in',
  ]),
  // A row that shows the wrong user does not match the filter that found it.
  foundation('shows-whose-session-it-is', ['external-id-filters'], {
    branches: ['a row that does not fit external_id'],
  }),
  // If pages also contain sessions of others, `has_more` cannot be judged.
  foundation('external-id-filters', ['has-more-is-exact']),
  foundation(
    ['per-page-is-at-least-1', 'per-page-is-at-most-200', 'per-page-must-be-an-integer'],
    ['page-says-its-size', 'filters-narrow-the-list'],
  ),
  // If a cursor leads to the wrong page, every walk goes wrong.
  foundation('cursor-leads-to-the-next-page', [
    'has-more-is-exact',
    'walk-visits-each-once',
    'walk-is-stable',
  ]),
  foundation('walk-visits-each-once', ['walk-is-stable']),
  foundation('unknown-session-is-not-found', ['deleted-session-is-gone'], {
    branches: ['deleted-twice', 'ended-twice-in-a-race'],
  }),
  // A foreign session or user must look like a nonexistent one, so a wrong 404 breaks both rules.
  foundation(
    ['unknown-session-is-not-found', 'unknown-user-is-not-found'],
    ['sessions-stay-in-their-store'],
    {alike: 'operation'},
  ),
  // The end of a session shows in the list, to its user, and in the number of remaining sessions.
  foundation('deleted-session-is-gone', ['deletion-logs-out-at-once'], {
    branches: ['alive-after-its-deletion'],
  }),
  foundation('deletion-leaves-other-sessions', ['deletion-logs-out-at-once'], {
    branches: ['ended-with-another-session'],
  }),
  foundation('deletion-leaves-other-sessions', ['walk-is-stable'], {
    branches: ['not-visited'],
  }),
  foundation('delete-all-ends-all-of-the-user', ['deletion-logs-out-at-once'], {
    branches: ['alive-after-the-deletion-of-all'],
  }),
  foundation('delete-all-ends-all-of-the-user', ['count-is-that-of-the-ended'], {
    branches: ['sessions-counted-twice'],
  }),
].flat();
