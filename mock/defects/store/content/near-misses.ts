import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {CREATE, givenAs} from './changed-issues.ts';

type Text = 'publication_date' | 'extension' | 'file_url' | 'lang';

/** Accepts uploads although a member has an invalid form; another value replaces it. */
const reading = (name: Text, keyword: string, other: (text: string) => string): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: 'createIssue', pointer: `/${name}`, keyword},
    givenAs(CREATE, (body): IssueBody => {
      const text = body[name];
      return typeof text === 'string' ? ({...body, [name]: other(text)} as IssueBody) : body;
    }),
  ],
});

/** Accepts uploads with one text of an invalid form; another value replaces it. */
const readingOne = (name: Text, keyword: string, one: string, other: string): Seam =>
  reading(name, keyword, (text) => (text === one ? other : text));

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A date as a lenient parser reads it; a text without digits is none. */
const dayOf = (text: string): string => (DAY.test(text) && isDay(text) ? text : '2024-03-01');

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text));

const LISTED = ['mpga', 'mp3', 'pdf', 'epub'];

/** Defects of uploads with values that only resemble valid ones. */
export const nearMisses: Defect[] = [
  ...atPlace(
    'texts that are no day',
    breaking('store.content.publication-date-is-a-day', {
      'any text is a day': reading('publication_date', 'format', dayOf),
    }),
  ),
  ...atPlace(
    'other extensions',
    breaking('store.content.extension-is-one-of-four', {
      'another extension is taken for an epub': reading('extension', 'enum', (text) =>
        LISTED.includes(text) ? text : 'epub',
      ),
    }),
  ),
  ...atPlace(
    'each of the other extensions',
    breaking('store.content.extension-is-one-of-four', {
      'one other extension is taken for an epub': readingOne('extension', 'enum', 'mobi', 'epub'),
    }),
  ),
  ...atPlace(
    'texts that are no URL',
    breaking('store.content.file-url-is-a-url', {
      'what has no scheme lies on the own host': reading('file_url', 'format', (text) =>
        isUrl(text) ? text : 'https://files.presscheck.example/good.epub',
      ),
    }),
  ),
  ...atPlace(
    'texts that are no code',
    breaking('store.content.lang-is-iso-639-1', {
      'a language is known by its first two letters': reading('lang', 'pattern', (text) =>
        /^[a-z]{2}$/i.test(text) ? text : 'en',
      ),
    }),
  ),
  ...atPlace(
    'each of the texts that are no day',
    breaking('store.content.publication-date-is-a-day', {
      'a day without hyphens is a day': readingOne(
        'publication_date',
        'format',
        '20240514',
        '2024-05-14',
      ),
    }),
  ),
  ...atPlace(
    'each of the texts that are no URL',
    breaking('store.content.file-url-is-a-url', {
      'a name of a file lies on the own host': readingOne(
        'file_url',
        'format',
        'book.epub',
        'https://files.presscheck.example/good.epub',
      ),
    }),
  ),
  ...atPlace(
    'each of the texts that are no code',
    breaking('store.content.lang-is-iso-639-1', {
      'a code of three letters is taken': readingOne('lang', 'pattern', 'eng', 'en'),
    }),
  ),
];
