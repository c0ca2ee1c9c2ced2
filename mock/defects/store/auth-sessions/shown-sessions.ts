import type {Seam} from '../../../defect.ts';
import type {Input, View} from '../../../operation.ts';
import {changingPages} from '../../breaking.ts';

export const LIST = ['listAuthSessions'];
export const DELETE = ['deleteAuthSession'];
export const DELETE_ALL = ['deleteAuthSessionsOfUser'];
export const LOGOUT = ['forceLogout'];

/** A session as the list shows it. */
export interface ShownSession {
  id: string;
  user_id: number;
  user_email: string;
  user_external_id: string | null;
  session_data: Record<string, unknown>;
  last_activity: string;
  session_expires_at: string;
  [name: string]: unknown;
}

/** The body of a page of the list. */
export interface ShownPage {
  CODE: string;
  data: ShownSession[];
  pagination: {per_page: number; next_cursor: string | null; has_more: boolean};
}

/** A list whose pages are changed. */
export const paging = changingPages<ShownPage>(LIST);

/** A list in which only some sessions are shown. */
export const showingOnly = (
  isShown: (session: ShownSession, input: Input, index: number) => boolean,
): Seam =>
  paging(({data}, _view, input) => ({
    data: data.filter((session, index) => isShown(session, input, index)),
  }));

/** A list that shows sessions with other members. */
export const showing = (
  other: (session: ShownSession, view: View) => Partial<ShownSession>,
): Seam =>
  paging(({data}, view) => ({
    data: data.map((session) => ({...session, ...other(session, view)}) as ShownSession),
  }));

/** A list that shows the `session_data` of one kind with other members. */
export const showingData = (
  type: 'web' | 'mobile',
  other: (data: Record<string, unknown>) => Record<string, unknown>,
): Seam =>
  showing(({session_data: data}) =>
    data['type'] === type ? {session_data: {...data, ...other(data)}} : {},
  );

/** A list with other members of `pagination`. */
export const telling = (
  other: (page: ShownPage, input: Input) => Partial<ShownPage['pagination']>,
): Seam =>
  paging((page, _view, input) => ({pagination: {...page.pagination, ...other(page, input)}}));

export const isApp = ({session_data: {type}}: ShownSession): boolean => type === 'mobile';
