import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {CREATE, givenAs} from './changed-issues.ts';

type Text = 'publication_date' | 'extension' | 'file_url' | 'lang';

/** Uploads are taken although a member is not of its form; another value stands in its place. */
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

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day as a lenient reader of dates takes it; a text without figures is none. */
const dayOf = (text: string): string => (DAY.test(text) && isDay(text) ? text : '2024-03-01');

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text));

const LISTED = ['mpga', 'mp3', 'pdf', 'epub'];

/** Uploads with values that only resemble right ones. */
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
];
