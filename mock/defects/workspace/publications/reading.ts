import {DAY_MS} from '../../../../spec/durations.ts';
import type {Seam} from '../../../defect.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import {receiving, seeing} from '../../breaking.ts';
import {isOnLastDay, isOnLeapDay} from '../../families/calendar.ts';
import {listing, showing} from '../../families/reads.ts';
import {shown} from '../../families/seams.ts';
import {capitals, cut} from '../../families/texts.ts';
import {defects} from '../../table.ts';
import {madeOf, ofPublications, PUBLICATION, PUBLICATIONS, REGISTER, runsOf} from '../rows.ts';

/** Length of an id: the prefix `pub_` and 20 letters. */
const ID_LENGTH = 24;

const HOUR_MS = 3_600_000;

const {mistaking} = ofPublications;

const readingIdAs = (other: (id: string) => string): Seam =>
  receiving(PUBLICATION, ({path}) => ({
    path: {...path, publication: other(path['publication'] ?? '')},
  }));

const createdAt = (other: (at: number, date: Date) => number): Seam =>
  mistaking(PUBLICATION, (row) => ({createdAt: other(row.createdAt, new Date(row.createdAt))}));

const registeredAt = (other: (now: number) => number): Seam =>
  seeing(REGISTER, ({now}) => ({now: other(now)}));

/** A time of the first hour of a day, counted from the day before. */
const laterHour = (time: string): string =>
  new Date(Date.parse(time) - DAY_MS).toISOString().replace('T00:', 'T24:');

/** Changes the title of a publication in reads. */
export const titled = (other: (title: string) => string): Seam =>
  mistaking(PUBLICATION, ({title}) => ({title: title === null ? null : other(title)}));

/** The same in lists. */
export const titledInLists = (other: (title: string) => string): Seam =>
  listing<{title: string | null}>(PUBLICATIONS, (rows) =>
    rows.map((row) => ({...row, title: row.title && other(row.title)})),
  );

const AS_A_BOOK: Partial<PublicationRow> = {type: 'book'};

/** Defects of reading a publication (Resources, Publication). */
export const reading = defects({
  'workspace.publications.creation-time-is-when-registered': {
    'the creation time is always the same day in 2020': shown(
      'registered',
      '/created_at',
      '2020-01-01T00:00:00.000Z',
    ),
    'the creation time is rounded to the hour': registeredAt((now) => now - (now % HOUR_MS)),
  },
  'workspace.publications.creation-time-is-when-registered @ any day and hour': {
    'a publication of the last hour of a day is of the next': createdAt((at, date) =>
      date.getUTCHours() === 23 ? at + HOUR_MS : at,
    ),
    'a publication after the 28th is of the 28th': createdAt(
      (at, date) => at - Math.max(0, date.getUTCDate() - 28) * DAY_MS,
    ),
  },
  'workspace.publications.creation-time-is-when-registered @ over every turn of the calendar': {
    'a publication of a leap day is of the day before': registeredAt((now) =>
      isOnLeapDay(now) ? now - DAY_MS : now,
    ),
    'a publication of the last day of a year is of the year after': registeredAt((now) =>
      isOnLastDay(now) ? now + 365 * DAY_MS : now,
    ),
  },
  'workspace.publications.has-creation-time @ over every turn of the calendar': {
    'the first hour of a day is the 24th of the day before': showing<{created_at: string}>(
      REGISTER,
      ({created_at: time}) => ({
        created_at: time.includes('T00:') ? laterHour(time) : time,
      }),
    ),
  },
  'workspace.publications.has-creation-time': {
    'the creation time is two hours early': registeredAt((now) => now - 2 * HOUR_MS),
    'the creation time is that of the newest version': mistaking(PUBLICATION, (row, view) => ({
      createdAt: madeOf(view, row.key).at(-1)?.createdAt ?? row.createdAt,
    })),
  },
  'workspace.publications.unknown-is-not-found': {
    'what follows an id is ignored': readingIdAs(cut(ID_LENGTH)),
    'zeros before an id are ignored': readingIdAs((id) => id.replace(/^0+/, '')),
  },
  'workspace.publications.type-is-that-of-the-file': {
    'every publication is a book': shown('registered', '/type', 'book'),
  },
  'workspace.publications.type-is-that-of-the-file @ an audiobook after a run': {
    'an audiobook with a run is called a book': mistaking(PUBLICATION, ({key}, view) =>
      runsOf(view, key).length ? AS_A_BOOK : {},
    ),
    'an audiobook of which a file was made is called a book': mistaking(
      PUBLICATION,
      ({key}, view) => (madeOf(view, key).length ? AS_A_BOOK : {}),
    ),
  },
  'workspace.publications.listed-is-readable': {
    'only the newest 50 publications can be read': ofPublications.finding(
      PUBLICATION,
      (row, view) => view.newest('publications', {limit: 50}).find((one) => one === row),
    ),
    'reading shows another title': shown('publication', '/title', 'Another book'),
    'reading shows another creation time': shown(
      'publication',
      '/created_at',
      '2001-01-01T00:00:00.000Z',
    ),
    'reading shows another working file': shown('publication', '/working_file_id', 'file_other'),
    'the list shows other ids': shown('page', '/data/*/id', 'pub_listed'),
    'every id reads the oldest publication': receiving(PUBLICATION, (_input, view) => ({
      path: {publication: view.oldest('publications', {limit: 1})[0]?.key ?? ''},
    })),
  },
  'workspace.publications.listed-is-readable @ files of any name': {
    'reading shows titles in capitals': titled(capitals),
    'reading shows no more than 30 characters of a title': titled(cut(30)),
  },
  'workspace.publications.listed-is-readable @ files of any whole name': {
    'reading drops the zeros before a title': titled((title) => title.replace(/^0+/, '')),
  },
});
