import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** A rule of sessions, and those that cannot be judged while it is broken. */
const foundation = foundationsOf('store.auth-sessions');

/** Rules whose checks need the positions of sessions on pages. */
const WALKING = [
  'cursor-leads-to-the-next-page',
  'has-more-is-exact',
  'walk-visits-each-once',
  'walk-is-stable',
];

/** Rules whose checks need a correct list of sessions. */
const LISTED = [
  ...WALKING,
  'user-id-filters',
  'external-id-filters',
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

/** Rules whose checks use the list of the sessions of a user. */
const OF_A_USER = LISTED.filter((key) => !key.endsWith('-id-filters'));

/** The rules of sessions without which others cannot be judged. */
export const SESSION_FOUNDATIONS: readonly Foundation[] = [
  foundation('has-id', LISTED),
  // If a member is missing or has another form, its value is not judged.
  ...['has-user-id', 'has-user-email', 'has-user-external-id'].map((key) =>
    foundation(key, ['shows-whose-session-it-is']),
  ),
  foundation('has-user-id', ['user-id-filters', 'external-id-filters']),
  foundation('has-session-data', [
    'session-is-web-or-mobile',
    'web-session-describes-the-browser',
    'web-session-has-device',
    'mobile-session-describes-the-app',
  ]),
  foundation('session-is-web-or-mobile', [
    'web-session-describes-the-browser',
    'web-session-has-device',
    'mobile-session-describes-the-app',
  ]),
  // Members that both kinds of sessions have are missing in both.
  foundation('web-session-describes-the-browser', ['mobile-session-describes-the-app'], {
    branches: ['mobile: os', 'mobile: raw'],
  }),
  // Nearly every check lists the sessions of one user.
  foundation('user-id-filters', OF_A_USER),
  {
    rule: 'store.auth-sessions.user-id-filters',
    spoils: [
      'store.orders.token-signs-the-buyer-in',
      'store.orders.token-expires-with-the-ttl',
      'store.users.deactivated-cannot-log-in',
    ],
  },
  // A row that shows the wrong user does not match the filter that found it.
  foundation('shows-whose-session-it-is', ['external-id-filters'], {
    branches: ['a row that does not fit external_id'],
  }),
  // If pages also contain sessions of others, `has_more` cannot be judged.
  foundation('external-id-filters', ['has-more-is-exact']),
  foundation('dates-are-iso-without-zone', ['last-activity-is-the-last-visit']),
  // The default size is shown in the same member as any other size.
  foundation('page-says-its-size', ['per-page-defaults-to-100']),
  ...['per-page-is-at-least-1', 'per-page-is-at-most-200', 'per-page-must-be-an-integer'].map(
    (key) => foundation(key, ['page-says-its-size', 'filters-narrow-the-list']),
  ),
  foundation('page-has-has-more', [...WALKING, 'next-cursor-is-null-on-the-last-page']),
  foundation('page-has-next-cursor', [...WALKING, 'next-cursor-is-null-on-the-last-page']),
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
  ...['unknown-session-is-not-found', 'unknown-user-is-not-found'].map((key) =>
    foundation(key, ['sessions-stay-in-their-store'], {alike: 'operation'}),
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
];
