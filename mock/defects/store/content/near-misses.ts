import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import {CREATE, givenAs} from './changed-issues.ts';
import {together, unchecked} from '../../families/seams.ts';
import {defects} from '../../table.ts';

type Text = 'publication_date' | 'extension' | 'file_url' | 'lang';

/** Accepts uploads although a member has an invalid form; another value replaces it. */
const reading = (name: Text, keyword: string, other: (text: string) => string): Seam =>
  together(
    unchecked('createIssue', `/${name}`, keyword),
    givenAs(CREATE, (body): IssueBody => {
      const text = body[name];
      return typeof text === 'string' ? ({...body, [name]: other(text)} as IssueBody) : body;
    }),
  );

/** Accepts uploads with one text of an invalid form; another value replaces it. */
const readingOne = (name: Text, keyword: string, one: string, other: string): Seam =>
  reading(name, keyword, (text) => (text === one ? other : text));

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A date as a lenient parser reads it; a text without digits is none. */
const dayOf = (text: string): string => (DAY.test(text) && isDay(text) ? text : '2024-03-01');

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text));

const LISTED = ['mpga', 'mp3', 'pdf', 'epub'];

/** Defects of uploads with values that only resemble valid ones. */
export const nearMisses: Defect[] = defects({
  'store.content.publication-date-is-a-day @ texts that are no day': {
    'any text is a day': reading('publication_date', 'format', dayOf),
  },
  'store.content.extension-is-one-of-four @ other extensions': {
    'another extension is taken for an epub': reading('extension', 'enum', (text) =>
      LISTED.includes(text) ? text : 'epub',
    ),
  },
  'store.content.extension-is-one-of-four @ each of the other extensions': {
    'one other extension is taken for an epub': readingOne('extension', 'enum', 'mobi', 'epub'),
  },
  'store.content.file-url-is-a-url @ texts that are no URL': {
    'what has no scheme lies on the own host': reading('file_url', 'format', (text) =>
      isUrl(text) ? text : 'https://files.presscheck.example/good.epub',
    ),
  },
  'store.content.lang-is-iso-639-1 @ texts that are no code': {
    'a language is known by its first two letters': reading('lang', 'pattern', (text) =>
      /^[a-z]{2}$/i.test(text) ? text : 'en',
    ),
  },
  'store.content.publication-date-is-a-day @ each of the texts that are no day': {
    'a day without hyphens is a day': readingOne(
      'publication_date',
      'format',
      '20240514',
      '2024-05-14',
    ),
  },
  'store.content.file-url-is-a-url @ each of the texts that are no URL': {
    'a name of a file lies on the own host': readingOne(
      'file_url',
      'format',
      'book.epub',
      'https://files.presscheck.example/good.epub',
    ),
  },
  'store.content.lang-is-iso-639-1 @ each of the texts that are no code': {
    'a code of three letters is taken': readingOne('lang', 'pattern', 'eng', 'en'),
  },
});
