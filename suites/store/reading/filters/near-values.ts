/** Invalid values of filters that resemble valid ones. */

/** Texts that are not a day in the form YYYY-MM-DD. */
export const NO_DAYS = [
  '',
  '2019-02-29',
  '2100-02-29',
  '2019-04-31',
  '2019-06-00',
  '2019-00-10',
  '2019-06-32',
  '2019-6-11',
  '2019-06-1',
  '19-06-11',
  '2019/06/11',
  '11.06.2019',
  '06-11-2019',
  '20190611',
  '2019-06',
  '2019',
  '2019-06-11T00:00:00Z',
  '2019-06-11 10:00:00',
  '2019-06-11x',
  'today',
  'last week',
];

/** Texts that are none of the fourteen reasons, but begin or end like one. */
export const NO_REASONS = [
  'bought',
  'bought issue',
  'bought-issue',
  'boughtIssue',
  'issue',
  'free',
  'subscription',
  'global_subscriptions',
  'subscription_with_collection',
  'license',
  'administrator',
  'preview',
  'gifted_issue,bought_issue',
  'lti_free_access',
  'entry_point_free_access',
  '%',
  '%_issue',
  '1',
];
