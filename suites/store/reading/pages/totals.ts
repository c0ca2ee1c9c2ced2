/** The totals of filtered lists add up to the total. */

import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import {notExercised, when} from '../../../language/judge.ts';
import {cutOf} from '../../../language/rows.ts';
import {createUser} from '../../people.ts';
import {
  issueOf,
  listSomeReading,
  listUntilShown,
  ofUser,
  otherIssueOf,
  readBy,
  shownIssue,
  walkReading,
} from '../reading-steps.ts';
import {sessionRows} from '../session-rows.ts';
import {expectSumsAgree} from './sums.ts';

/** Every value of `reason_type`: each session has exactly one of them. */
const REASONS = [
  'license_retail',
  'administrator_user',
  'free_issue',
  'preview_issue',
  'free_access',
  'bought_issue',
  'assigned_issue',
  'gifted_issue',
  'external_permissions',
  'subscription_with_collections',
  'global_subscription',
  'lti_and_entry_point_free_access',
  'saml_and_entry_point_free_access',
  'ip_and_entry_point_free_access',
] as const;

/** A month long ago, in which no new sessions appear. */
const MONTH = {from: '2001-02-01', to: '2001-02-28'};

/** The same month with extra days on both sides, so that its edges do not matter (NS-ST-25). */
const AROUND = {from_date: '2001-01-25', to_date: '2001-03-07'};

/** The most pages of a walk: earlier runs have generated sessions in the same month. */
const MAX_PAGES = 12;

/** The most pages of a walk through sessions of others. */
const MAX_PAGES_OF_OTHERS = 3;

/** A generated month, as a whole and by each reason. */
const aMonth = sharedScene({
  id: 'store: a generated month of reading, whole and by each reason',
  api: 'store',
  act: (s) => {
    s.control('generate-reading', {role: 'admin', sessions: 60, ...MONTH});
    const whole = walkReading(s, AROUND, MAX_PAGES);
    const parts = REASONS.map(
      (reason) => [reason, walkReading(s, {...AROUND, reason_type: reason}, MAX_PAGES)] as const,
    );
    return {
      whole,
      ...(Object.fromEntries(parts) as Record<(typeof REASONS)[number], typeof whole>),
    };
  },
});

/** The sessions of a user, as a whole and by each of two contents. */
const twoContents = sharedScene({
  id: 'store: what a user has read, whole and by content',
  api: 'store',
  act: (s) => {
    const {created} = createUser(s);
    const [issue, otherIssue] = [issueOf(s), otherIssueOf(s)];
    const read = (one: typeof issue, pages: number) =>
      readBy(s, created, one, {page_changes: pages, seconds_reading: 10 * pages, bookmarks: 1});
    read(issue, 3);
    const ofTitle = read(issue, 5);
    const ofOther = read(otherIssue, 7);
    const list = listUntilShown(s, created, ofOther);
    const by = (session: typeof ofTitle) =>
      walkReading(s, {...ofUser(created), issue_id: shownIssue(list, session)}, 3);
    return {whole: walkReading(s, ofUser(created), 3), title: by(ofTitle), other: by(ofOther)};
  },
});

/**
 * The existing sessions of the content of the first row, without a hook. If there are too many to
 * read all pages, nothing is decided.
 */
const standingContent = sharedScene({
  id: 'store: the reading sessions of a content, whole and by each reason',
  api: 'store',
  act: (s) => {
    const plain = listSomeReading(s);
    const whose = {issue_id: plain.at('/data/0/issue_id')};
    const whole = walkReading(s, whose, MAX_PAGES_OF_OTHERS);
    const parts = REASONS.map(
      (reason) =>
        [reason, walkReading(s, {...whose, reason_type: reason}, MAX_PAGES_OF_OTHERS)] as const,
    );
    return {
      whole,
      ...(Object.fromEntries(parts) as Record<(typeof REASONS)[number], typeof whole>),
    };
  },
});

/** The sums of the parts equal those of the whole. */
export const totals: Check[] = [
  ...checksAt(aMonth, 'store.reading.totals-add-up', {
    'of a month, by reason': ({whole, ...parts}) =>
      when(sessionRows(whole).length > 0, 'the month has no sessions', () =>
        expectSumsAgree(whole, Object.values(parts), 'by reason'),
      ),
  }),
  ...checksAt(standingContent, 'store.reading.totals-add-up', {
    'of the sessions that there are': ({whole, ...parts}) =>
      [whole, ...Object.values(parts)].some((pages) => cutOf(pages))
        ? notExercised('the content has too many sessions to read them all')
        : expectSumsAgree(whole, Object.values(parts), 'by reason'),
  }),
  ...checksAt(twoContents, 'store.reading.totals-add-up', {
    'of a user, by content': ({whole, title, other}) =>
      expectSumsAgree(whole, [title, other], 'by content'),
  }),
];
