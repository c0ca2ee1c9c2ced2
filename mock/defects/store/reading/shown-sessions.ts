import type {Seam} from '../../../defect.ts';
import {isRefused, type Input, type View} from '../../../operation.ts';
import {around, changingPages, receiving} from '../../breaking.ts';

export const LIST = ['listReadingSessions'];
export const RECORD = ['recordReading'];
export const CONTINUE = ['continueReading'];

/** A session in the form of the list. */
export interface ShownSession {
  uuid: string;
  issue_id: number;
  issue_external_id: string | null;
  user_id: number | null;
  client_type: string;
  device_os: string;
  access_mode: string;
  reason_type: string;
  reason_value: number | null;
  started_at: string;
  processed_at: string | null;
  seconds_reading: number;
  page_views: number;
  notes: number;
  [name: string]: unknown;
}

/** The body of a page of the list. */
export interface ShownPage {
  data: ShownSession[];
  per_page: number;
  next_cursor: string | null;
  prev_cursor: string | null;
  [name: string]: unknown;
}

/** Changes the pages of the list. */
export const paging = changingPages<ShownPage>(LIST);

/**
 * Changes the pages of the list, depending on earlier ones.
 * @param begin makes the change, with a separate memory for each world
 */
export const pagingWithMemory = (
  begin: () => (page: ShownPage, view: View, input: Input) => Partial<ShownPage>,
): Seam =>
  around(LIST, (next) => {
    const change = begin();
    return (view, input) => {
      const done = next(view, input);
      if (isRefused(done)) return done;
      const page = done.body as ShownPage;
      return {...done, body: {...page, ...change(page, view, input)}};
    };
  });

/** Shows only some sessions in the list. */
export const showingOnly = (
  isShown: (session: ShownSession, input: Input, index: number) => boolean,
): Seam =>
  paging(({data}, _view, input) => ({
    data: data.filter((session, index) => isShown(session, input, index)),
  }));

/** Changes members of the sessions in the list. */
export const showing = (
  other: (session: ShownSession, index: number, rows: ShownSession[]) => Partial<ShownSession>,
): Seam =>
  paging(({data}) => ({
    data: data.map(
      (session, index) => ({...session, ...other(session, index, data)}) as ShownSession,
    ),
  }));

/** Removes some parameters from the query of some requests. */
export const without = (
  names: string[],
  when: (query: Input['query']) => boolean = () => true,
): Seam =>
  receiving(LIST, ({query}) =>
    when(query)
      ? {query: Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))}
      : {},
  );

/** Whether a query has all of these parameters. */
export const has = (query: Input['query'], ...names: string[]): boolean =>
  names.every((name) => query[name] !== undefined);
