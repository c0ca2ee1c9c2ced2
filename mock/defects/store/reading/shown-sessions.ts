import {list} from '../../families/shown-pages.ts';

export const LIST = ['listReadingSessions'];
export const RECORD = ['recordReading'];
export const CONTINUE = ['continueReading'];

/** A session in the form of the list. */
export interface ShownSession {
  uuid: string;
  issue_id: number;
  issue_external_id: string | null;
  user_id: number | null;
  user_email: string | null;
  user_name: string | null;
  user_external_id: string | null;
  client_type: string;
  device_os: string;
  access_mode: string;
  reason_type: string;
  reason_value: number | null;
  started_at: string;
  processed_at: string | null;
  seconds_reading: number;
  page_views: number;
  page_changes: number;
  printed_pages: number;
  notes: number;
  bookmarks: number;
  highlights: number;
}

/** The body of a page of the list. */
export interface ShownPage {
  data: ShownSession[];
  current_page: number | null;
  per_page: number;
  next_cursor: string | null;
  prev_cursor: string | null;
  next_page_url: unknown;
  prev_page_url: unknown;
}

/** The list as defects change it. */
export const SHOWN = list<ShownSession, ShownPage>('listReadingSessions');

/** Sessions without a user. */
export const GUEST = {user_id: null};
export const OFFLINE = {access_mode: 'offline'} as const;
export const ONLINE = {access_mode: 'online'};
