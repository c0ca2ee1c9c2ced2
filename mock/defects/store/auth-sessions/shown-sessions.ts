import type {Seam} from '../../../defect.ts';
import {list} from '../../families/shown-pages.ts';

export const LIST = ['listAuthSessions'];
export const DELETE = ['deleteAuthSession'];
export const DELETE_ALL = ['deleteAuthSessionsOfUser'];
export const LOGOUT = ['forceLogout'];

/** A session in the form of the list. */
interface ShownSession {
  id: string;
  user_id: number;
  user_email: string;
  user_external_id: string | null;
  session_data: Record<string, unknown>;
  last_activity: string;
  last_activity_diff: string;
  session_expires_at: string;
}

/** The body of a page of the list. */
export interface ShownPage {
  data: ShownSession[];
  pagination: {per_page: number; next_cursor: string | null; has_more: boolean};
}

/** The list as defects change it. */
export const SHOWN = list<ShownSession, ShownPage>('listAuthSessions');

const ofType = (type: string) => ({session_data: (data: {type?: unknown}) => data.type === type});

/** Rows of apps, and of browsers. */
export const APP = ofType('mobile');
export const BROWSER = ofType('web');

/** Changes members of `pagination`. */
export const telling = (other: (page: ShownPage) => Partial<ShownPage['pagination']>): Seam =>
  SHOWN.paging({}, (page) => ({pagination: {...page.pagination, ...other(page)}}));
