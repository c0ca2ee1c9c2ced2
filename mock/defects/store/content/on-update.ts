import {isKnownCollection, isZero} from '../requests.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {CREATE, refusingWhere, storing, takingWhere, UPDATE, isBook} from './changed-issues.ts';
import {listing} from './listed-issues.ts';
import {together, unchecked, unguarded} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Lets an update of a book have any text in a member, which an update of a file may not. */
const ofBooksUnchecked = (name: 'publication_date' | 'lang', keyword: string, form: RegExp): Seam =>
  together(
    unchecked('updateIssue', `/${name}`, keyword),
    refusingWhere(
      UPDATE,
      name,
      (body) => !isBook(body) && body[name] !== undefined && !form.test(body[name]),
    ),
  );

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
export const onUpdate: Defect[] = defects({
  'store.content.other-covers-are-refused @ on update': {
    'an update takes any cover': unguarded('cover-unsuitable', UPDATE),
  },
  'store.content.other-covers-are-refused @ on update of a physical book': {
    'an update of a book takes any cover': takingWhere(UPDATE, 'cover-unsuitable', isBook),
  },
  'store.content.collections-exist @ on update': {
    'an update may name any collection': unguarded('collection-unknown', UPDATE),
    'only the first and the last collection of an update have to exist': takingWhere(
      UPDATE,
      'collection-unknown',
      ({collection: names = []}, view) =>
        names.length > 1 && [names[0], names.at(-1)].every((name) => isKnownCollection(view, name)),
    ),
  },
  'store.content.collections-exist @ on update of a physical book': {
    'an update of a book may name any collection': takingWhere(
      UPDATE,
      'collection-unknown',
      isBook,
    ),
  },
  'store.content.publication-date-is-a-day @ on update of a physical book': {
    'the day of a book is not looked at on update': ofBooksUnchecked(
      'publication_date',
      'format',
      /^\d{4}-\d\d-\d\d$/,
    ),
  },
  'store.content.lang-is-iso-639-1 @ on update of a physical book': {
    'the language of a book is not looked at on update': ofBooksUnchecked(
      'lang',
      'pattern',
      /^[a-z]{2}$/i,
    ),
  },
  'store.content.physical-measures-are-integers @ on update': {
    'an update takes any pages': unchecked('updateIssue', '/pages', 'type'),
    'an update takes any weight': unchecked('updateIssue', '/weight', 'type'),
  },
  'store.content.search-leaves-others-out @ an underscore': {
    'an underscore in a query stands for any character': searchingByPattern('_'),
  },
  'store.content.search-leaves-others-out @ a percent sign': {
    'a percent sign in a query stands for any characters': searchingByPattern('%'),
  },
  'store.content.name-is-as-given @ a zero': {
    'an upload refuses a name that is a zero': refusingWhere(CREATE, 'name', ({name}) =>
      isZero(name),
    ),
  },
  'store.content.update-is-kept @ a zero': {
    'an update refuses a name that is a zero': refusingWhere(UPDATE, 'name', ({name}) =>
      isZero(name),
    ),
    'an update keeps the name where the new one is a zero': storing(
      UPDATE,
      ({name, key}, _body, view) => ({
        name: isZero(name) ? (view.find<Issue>('issues', key)?.name ?? name) : name,
      }),
    ),
  },
});
