/**
 * The steps that record and list reading sessions (Endpoints, Reading sessions). The API cannot
 * record a session, so hooks do it.
 */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import {type Args, type Handle, type Script} from '../../language/script.ts';
import {ofRow} from '../../language/sent-values.ts';
import {content, otherContent} from '../ordering.ts';

/** The arguments of the hook `record-reading`. */
export type Reading = Record<string, Val>;

/** Records a session of a content; without `user` in `more` it is that of a guest. */
export const recordReading = (s: Script, issue: Val, more: Reading = {}): Handle =>
  s.control('record-reading', {role: 'admin', issue, ...more});

/** Records a session of a created user. */
export const readBy = (s: Script, created: Handle, issue: Val, more: Reading = {}): Handle =>
  recordReading(s, issue, {user: created.at('/data/id'), ...more});

/** Records that the reader continues a session; each counter rises by the given number. */
export const continueReading = (s: Script, recorded: Handle, more: Reading): Handle =>
  s.control('continue-reading', {role: 'admin', uuid: recorded.at('/uuid'), ...more});

/** Records one page of the list (`listReadingSessions`). */
export const listReading = (s: Script, query: Record<string, Val> = {}, args: Args = {}): Handle =>
  s.call('listReadingSessions', {...args, query});

/** Records one page of the list as set-up: if the store lacks the feature, no rule fails. */
export const listSomeReading = (s: Script, query: Record<string, Val> = {}): Handle =>
  listReading(s, query, {expects: 'reading-page'});

/** The filter by a created user. */
export const ofUser = (created: Handle): Record<string, Val> => ({user_id: created.at('/data/id')});

/** Records the page of the sessions of a created user, as set-up, until it shows a session. */
export const listUntilShown = (s: Script, created: Handle, recorded: Handle): Handle =>
  listReading(s, ofUser(created), {
    until: {rows: '/data', at: '/uuid', has: recorded.at('/uuid')},
    expects: 'reading-page',
  });

/** Records a walk through the pages of the list. */
export const walkReading = (
  s: Script,
  query: Record<string, Val>,
  atMost: number,
  as: Role = 'admin',
): Handle<Exchange[]> => s.walk('listReadingSessions', {as, query, atMost});

/** The id, as orders name it, of a title that the store has. */
export const issueOf = (s: Script): Val => content(s).id;

/** The id of another title. */
export const otherIssueOf = (s: Script): Val => otherContent(s).id;

/** The `issue_id` that a list shows for a recorded session. */
export const shownIssue = (list: Handle, recorded: Handle): Val =>
  ofRow(list.at('/data'), {at: '/uuid', is: recorded.at('/uuid')}, '/issue_id');
