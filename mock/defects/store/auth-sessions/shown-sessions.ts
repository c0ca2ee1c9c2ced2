import type {Seam} from '../../../defect.ts';
import type {Input, View} from '../../../operation.ts';
import {changingPages} from '../../breaking.ts';

export const LIST = ['listAuthSessions'];
export const DELETE = ['deleteAuthSession'];
export const DELETE_ALL = ['deleteAuthSessionsOfUser'];
export const LOGOUT = ['forceLogout'];

/** A session in the form of the list. */
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

/** Changes the pages of the list. */
export const paging = changingPages<ShownPage>(LIST);

/** Shows only some sessions in the list. */
export const showingOnly = (
  isShown: (session: ShownSession, input: Input, index: number) => boolean,
): Seam =>
  paging(({data}, _view, input) => ({
    data: data.filter((session, index) => isShown(session, input, index)),
  }));

/** Changes members of the sessions in the list. */
export const showing = (
  other: (session: ShownSession, view: View) => Partial<ShownSession>,
): Seam =>
  paging(({data}, view) => ({
    data: data.map((session) => ({...session, ...other(session, view)}) as ShownSession),
  }));

/** Changes members of the `session_data` of one kind in the list. */
export const showingData = (
  type: 'web' | 'mobile',
  other: (data: Record<string, unknown>) => Record<string, unknown>,
): Seam =>
  showing(({session_data: data}) =>
    data['type'] === type ? {session_data: {...data, ...other(data)}} : {},
  );

/** Changes members of `pagination`. */
export const telling = (
  other: (page: ShownPage, input: Input) => Partial<ShownPage['pagination']>,
): Seam =>
  paging((page, _view, input) => ({pagination: {...page.pagination, ...other(page, input)}}));

export const isApp = ({session_data: {type}}: ShownSession): boolean => type === 'mobile';
