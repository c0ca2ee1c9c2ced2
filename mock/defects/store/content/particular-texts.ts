/** Defects of uploads that only appear with particular texts and numbers. */

import type {Defect, Seam} from '../../../defect.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import {CREATE, givenAs, isBook, refusingWhere, takingWhere, writing} from './changed-issues.ts';
import {together, unchecked} from '../../families/seams.ts';
import {defects} from '../../table.ts';

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
const rounding = (name: 'pages' | 'thickness'): Seam =>
  together(
    unchecked('createIssue', `/${name}`, 'type'),
    refusingWhere(CREATE, name, (body) => typeof body[name] === 'string'),
    givenAs(CREATE, (body): IssueBody => {
      const value = body[name];
      return isFraction(value) ? {...body, [name]: Math.floor(Number(value))} : body;
    }),
  );

/** Defects of terms, files and books. */
export const particularTexts: Defect[] = defects({
  'store.content.terms-are-as-given @ each kind of term': {
    'an author with a comma becomes two': splittingAuthorsAt(','),
    'an author with a vertical bar becomes two': splittingAuthorsAt('|'),
  },
  'store.content.taxonomy-is-accepted @ each kind of term': {
    'an author with accents is refused': refusingWhere(CREATE, 'author', ({author}) =>
      hasAccent(author),
    ),
    'a publisher with an ampersand is refused': refusingWhere(
      CREATE,
      'publisher',
      ({publisher}) => publisher?.some((one) => one.includes('&')) === true,
    ),
  },
  'store.content.taxonomy-is-accepted @ each country': {
    'a country with accents is refused': refusingWhere(CREATE, 'country', ({country}) =>
      hasAccent(country),
    ),
  },
  'store.content.create-answers-201 @ a signed URL': {
    'a URL with a query is refused': refusingWhere(
      CREATE,
      'file_url',
      ({file_url: url}) => url?.includes('?') === true,
    ),
  },
  'store.content.physical-texts-are-accepted @ each kind of text': {
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
  },
  'store.content.physical-measures-are-integers': {
    'pages may be a fraction': rounding('pages'),
    'the thickness may be a fraction': rounding('thickness'),
  },
  'store.content.physical-is-said-by-its-type @ of a book with measures': {
    'what has pages and no file is a book': givenAs(CREATE, (body) =>
      body.pages !== undefined && body.file_url === undefined && !isBook(body)
        ? {...body, type: 'physical'}
        : body,
    ),
  },
  'store.content.other-covers-are-refused @ each of the names with other endings': {
    'a cover has jpg or png somewhere in its name': takingWhere(
      CREATE,
      'cover-unsuitable',
      ({cover}) => /\.(jpg|png)/.test(cover ?? ''),
    ),
  },
});
