import {isKnownCollection, isZero} from '../requests.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {CREATE, refusingWhere, storing, takingWhere, UPDATE, isBook} from './changed-issues.ts';
import {listing} from './listed-issues.ts';

/** Lets an update of a book have any text in a member, which an update of a file may not. */
const ofBooksUnchecked = (
  name: 'publication_date' | 'lang',
  keyword: string,
  form: RegExp,
): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: 'updateIssue', pointer: `/${name}`, keyword},
    refusingWhere(
      UPDATE,
      name,
      (body) => !isBook(body) && body[name] !== undefined && !form.test(body[name]),
    ),
  ],
});

/** A query as a pattern of `LIKE`, in which some characters are wildcards. */
const patternOf = (query: string, signs: '_' | '%'): RegExp => {
  const escaped = query.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    signs === '_' ? escaped.replaceAll('_', '.') : escaped.replaceAll('%', '.*'),
    's',
  );
};

/** Lets a search also find what its text matches as a pattern. */
const searchingByPattern = (sign: '_' | '%'): Seam =>
  listing(
    (isFound, {name}, query) =>
      isFound || (query.includes(sign) && patternOf(query, sign).test(name.toLowerCase())),
  );

/** Defects that show in updates, and in texts with a special meaning in a programming language. */
export const onUpdate: Defect[] = [
  ...atPlace(
    'on update',
    breaking('store.content.other-covers-are-refused', {
      'an update takes any cover': {seam: 'skip', situation: 'cover-unsuitable', in: UPDATE},
    }),
  ),
  ...atPlace(
    'on update of a physical book',
    breaking('store.content.other-covers-are-refused', {
      'an update of a book takes any cover': takingWhere(UPDATE, 'cover-unsuitable', isBook),
    }),
  ),
  ...atPlace(
    'on update',
    breaking('store.content.collections-exist', {
      'an update may name any collection': {
        seam: 'skip',
        situation: 'collection-unknown',
        in: UPDATE,
      },
      'only the first and the last collection of an update have to exist': takingWhere(
        UPDATE,
        'collection-unknown',
        ({collection: names = []}, view) =>
          names.length > 1 &&
          [names[0], names.at(-1)].every((name) => isKnownCollection(view, name)),
      ),
    }),
  ),
  ...atPlace(
    'on update of a physical book',
    breaking('store.content.collections-exist', {
      'an update of a book may name any collection': takingWhere(
        UPDATE,
        'collection-unknown',
        isBook,
      ),
    }),
  ),
  ...atPlace(
    'on update of a physical book',
    breaking('store.content.publication-date-is-a-day', {
      'the day of a book is not looked at on update': ofBooksUnchecked(
        'publication_date',
        'format',
        /^\d{4}-\d\d-\d\d$/,
      ),
    }),
  ),
  ...atPlace(
    'on update of a physical book',
    breaking('store.content.lang-is-iso-639-1', {
      'the language of a book is not looked at on update': ofBooksUnchecked(
        'lang',
        'pattern',
        /^[a-z]{2}$/i,
      ),
    }),
  ),
  ...atPlace(
    'on update',
    breaking('store.content.physical-measures-are-integers', {
      'an update takes any pages': {
        seam: 'schema',
        in: 'updateIssue',
        pointer: '/pages',
        keyword: 'type',
      },
      'an update takes any weight': {
        seam: 'schema',
        in: 'updateIssue',
        pointer: '/weight',
        keyword: 'type',
      },
    }),
  ),
  ...atPlace(
    'an underscore',
    breaking('store.content.search-leaves-others-out', {
      'an underscore in a query stands for any character': searchingByPattern('_'),
    }),
  ),
  ...atPlace(
    'a percent sign',
    breaking('store.content.search-leaves-others-out', {
      'a percent sign in a query stands for any characters': searchingByPattern('%'),
    }),
  ),
  ...atPlace(
    'a zero',
    breaking('store.content.name-is-as-given', {
      'an upload refuses a name that is a zero': refusingWhere(CREATE, 'name', ({name}) =>
        isZero(name),
      ),
    }),
  ),
  ...atPlace(
    'a zero',
    breaking('store.content.update-is-kept', {
      'an update refuses a name that is a zero': refusingWhere(UPDATE, 'name', ({name}) =>
        isZero(name),
      ),
      'an update keeps the name where the new one is a zero': storing(
        UPDATE,
        ({name, key}, _body, view) => ({
          name: isZero(name) ? (view.find<Issue>('issues', key)?.name ?? name) : name,
        }),
      ),
    }),
  ),
];
