/** Defects of uploads that only appear with particular texts and numbers. */

import type {Defect, Seam} from '../../../defect.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {CREATE, givenAs, isBook, refusingWhere, takingWhere, writing} from './changed-issues.ts';

const ACCENT = /[À-ž]/;

const hasAccent = (terms: readonly string[] | undefined): boolean =>
  terms?.some((term) => ACCENT.test(term)) === true;

/** Splits the authors of uploads at a sign. */
const splittingAuthorsAt = (sign: string): Seam =>
  writing(CREATE, ({author}) =>
    author ? {author: author.flatMap((one) => one.split(sign).map((part) => part.trim()))} : {},
  );

const isFraction = (value: unknown): boolean => typeof value === 'number' && value % 1 !== 0;

/** Accepts a measure that is a fraction, and stores a whole number. */
const rounding = (name: 'pages' | 'thickness'): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: 'createIssue', pointer: `/${name}`, keyword: 'type'},
    refusingWhere(CREATE, name, (body) => typeof body[name] === 'string'),
    givenAs(CREATE, (body): IssueBody => {
      const value = body[name];
      return isFraction(value) ? {...body, [name]: Math.floor(Number(value))} : body;
    }),
  ],
});

/** Defects of terms, files and books. */
export const particularTexts: Defect[] = [
  ...atPlace(
    'each kind of term',
    breaking('store.content.terms-are-as-given', {
      'an author with a comma becomes two': splittingAuthorsAt(','),
      'an author with a vertical bar becomes two': splittingAuthorsAt('|'),
    }),
  ),
  ...atPlace(
    'each kind of term',
    breaking('store.content.taxonomy-is-accepted', {
      'an author with accents is refused': refusingWhere(CREATE, 'author', ({author}) =>
        hasAccent(author),
      ),
      'a publisher with an ampersand is refused': refusingWhere(
        CREATE,
        'publisher',
        ({publisher}) => publisher?.some((one) => one.includes('&')) === true,
      ),
    }),
  ),
  ...atPlace(
    'each country',
    breaking('store.content.taxonomy-is-accepted', {
      'a country with accents is refused': refusingWhere(CREATE, 'country', ({country}) =>
        hasAccent(country),
      ),
    }),
  ),
  ...atPlace(
    'a signed URL',
    breaking('store.content.create-answers-201', {
      'a URL with a query is refused': refusingWhere(
        CREATE,
        'file_url',
        ({file_url: url}) => url?.includes('?') === true,
      ),
    }),
  ),
  ...atPlace(
    'each kind of text',
    breaking('store.content.physical-texts-are-accepted', {
      'only two binding types are taken': refusingWhere(
        CREATE,
        'binding_type',
        ({binding_type: type}) => type !== undefined && !/^(hardcover|paperback)$/.test(type),
      ),
      'a location has letters of English only': refusingWhere(
        CREATE,
        'editing_location',
        ({editing_location: location}) => ACCENT.test(location ?? ''),
      ),
    }),
  ),
  ...breaking('store.content.physical-measures-are-integers', {
    'pages may be a fraction': rounding('pages'),
    'the thickness may be a fraction': rounding('thickness'),
  }),
  ...atPlace(
    'of a book with measures',
    breaking('store.content.physical-is-said-by-its-type', {
      'what has pages and no file is a book': givenAs(CREATE, (body) =>
        body.pages !== undefined && body.file_url === undefined && !isBook(body)
          ? {...body, type: 'physical'}
          : body,
      ),
    }),
  ),
  ...atPlace(
    'each of the names with other endings',
    breaking('store.content.other-covers-are-refused', {
      'a cover has jpg or png somewhere in its name': takingWhere(
        CREATE,
        'cover-unsuitable',
        ({cover}) => /\.(jpg|png)/.test(cover ?? ''),
      ),
    }),
  ),
];
