import {addDays, utcDay} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Rendered} from '../../../operation.ts';
import type {Issue, Taxonomy} from '../../../store/content/issue.ts';
import {invalid} from '../../../store/invalid.ts';
import {afterwards, around, finding} from '../../breaking.ts';
import {refusedButDone as refusedWith} from '../users/changed-users.ts';
import {
  before,
  besides,
  bodyOf,
  CREATE,
  READ,
  refusingWhere,
  storing,
  takingWhere,
  UPDATE,
} from './changed-issues.ts';
import {
  keeping,
  refusedAs,
  refusedButDone,
  together,
  unguarded,
  unstored,
} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Lets updates store other terms of some lists. */
const terms = (
  other: (
    given: readonly string[],
    earlier: readonly string[],
    name: Taxonomy,
  ) => readonly string[],
  ...names: Taxonomy[]
): Seam =>
  storing(UPDATE, (issue, _body, view) => {
    const earlier = view.find<Issue>('issues', issue.key);
    const changed = names.map((name) => [
      name,
      other(issue.terms[name], earlier?.terms[name] ?? [], name),
    ]);
    return {terms: {...issue.terms, ...(Object.fromEntries(changed) as Partial<Issue['terms']>)}};
  });

/** Refuses updates of physical books. */
const refusingBooks: Seam = around(
  UPDATE,
  (next) => (view, input) =>
    before(view, input)?.kind === 'physical'
      ? invalid({extension: ['The extension field is required.']})
      : next(view, input),
);

/** Defects by which an update changes too much or too little. */
export const updated: Defect[] = defects({
  'store.content.update-is-kept': {
    'an update changes nothing': unstored(UPDATE, 'issues'),
    'what was sold stays so': keeping(UPDATE, 'issues', 'free'),
    'the language stays': keeping(UPDATE, 'issues', 'lang'),
    'the day of publication stays': keeping(UPDATE, 'issues', 'publication_date'),
    'a currency is added and none is taken away': storing(UPDATE, (issue, _body, view) => ({
      prices: {...view.find<Issue>('issues', issue.key)?.prices, ...issue.prices},
    })),
    'what is free is never sold again': storing(UPDATE, (issue, _body, view) => ({
      free: issue.free || (view.find<Issue>('issues', issue.key)?.free ?? false),
    })),
  },
  'store.content.update-answers-204 @ of a physical book': {
    'a book is not updated without an extension': refusingBooks,
  },
  'store.content.update-is-kept @ while it is converted': {
    'the end of the conversion brings the first name back': together(
      storing(UPDATE, (issue, _body, view): Partial<Named> => ({
        first:
          issue.conversion?.state === 'converting'
            ? view.find<Issue>('issues', issue.key)?.name
            : undefined,
      })),
      finding<Named>(READ, 'issues', (issue) =>
        issue.first !== undefined && issue.conversion?.state === 'done'
          ? {...issue, name: issue.first}
          : issue,
      ),
    ),
  },
  'store.content.update-is-kept @ the ends of months': {
    'an update to the first of a month stores the day before': storing(
      UPDATE,
      ({publication_date: day}) => ({
        publication_date: day?.endsWith('-01') ? addDays(day, -1) : day,
      }),
    ),
    'an update to the last day of a year stores the day after': storing(
      UPDATE,
      ({publication_date: day}) => ({
        publication_date: day?.endsWith('12-31') ? addDays(day, 1) : day,
      }),
    ),
  },
  'store.content.update-is-kept @ days of long ago': {
    'an update to a day before 1970 stores the day before': storing(
      UPDATE,
      ({publication_date: day}) => ({
        publication_date: day !== null && day < '1970' ? addDays(day, -1) : day,
      }),
    ),
  },
  'store.content.update-changes-what-it-names-only': {
    'an update makes other issues free': besides(UPDATE, {free: false, lang: 'eo'}),
    'an update takes the prices of other issues': besides(UPDATE, {prices: {}}),
  },
  'store.content.update-changes-what-it-names-only @ members given as they were': {
    'another name takes the description': storing(UPDATE, (issue, _body, view) => ({
      description:
        view.find<Issue>('issues', issue.key)?.name === issue.name ? issue.description : '-',
    })),
    'the day of publication is the day of the update': storing(UPDATE, (_issue, _body, view) => ({
      publication_date: utcDay(view.now),
    })),
  },
  'store.content.file-type-stays': {
    'an update changes the extension': storing(UPDATE, (issue, {extension}) => ({
      extension: extension ?? issue.extension,
    })),
    'an update to pdf changes the extension': storing(UPDATE, (issue, {extension}) => ({
      extension: extension === 'pdf' ? extension : issue.extension,
    })),
  },
  'store.content.file-stays': {
    'an issue that was updated has another file': afterwards(READ, (done, view, input) => {
      const issue = (done.body as Rendered).value as {file: object};
      const wasUpdated = (before(view, input)?.version ?? 1) > 1;
      return wasUpdated ? {...done, body: {...issue, file: {...issue.file, id: 4}}} : done;
    }),
    'an update changes the file': together(
      storing(UPDATE, (issue, {file_url: url}) => ({file_url: url ?? issue.file_url})),
      afterwards(READ, (done, view, input) => {
        const isOther = before(view, input)?.file_url?.endsWith('.pdf');
        const issue = (done.body as Rendered).value as {file: object};
        const file = {...issue.file, size_in_kb: 9999};
        return isOther ? {...done, body: {...issue, file}} : done;
      }),
    ),
  },
  'store.content.taxonomy-is-replaced': {
    'terms are added to those that there were': terms(
      (given, earlier) => [...new Set([...earlier, ...given])],
      'category',
      'publisher',
    ),
    'a single term is added to those that there were': terms(
      (given, earlier) =>
        given.length === 1 && earlier.length > 1 ? [...new Set([...earlier, ...given])] : given,
      'category',
    ),
    'terms are never changed': terms((_given, earlier) => earlier, 'publisher'),
  },
  'store.content.every-term-that-is-sent-is-kept': {
    'a second term is dropped': terms((given) => given.slice(0, 1), 'author'),
    'a third term is dropped': terms((given) => given.slice(0, 2), 'author'),
    'a term that was there is dropped': terms(
      (given, earlier) => given.filter((one) => given.length < 2 || !earlier.includes(one)),
      'author',
    ),
  },
  'store.content.invalid-update-answers-422': {
    'an invalid update is answered 400': refusedAs('invalid', {status: 400}, {in: UPDATE}),
  },
  'store.content.refused-update-changes-nothing': {
    'a refused update is stored': refusedButDone(UPDATE, 'invalid'),
    'an update with an unknown collection stores the name': around(
      UPDATE,
      (next) => (view, input) => {
        const response = next(view, input);
        const issue = before(view, input);
        const {name, collection = []} = bodyOf(input);
        if (!('refused' in response) || !issue || !name || !collection.length) return response;
        const put: Issue = {...issue, name};
        return refusedWith(response, [{table: 'issues', put}]);
      },
    ),
  },
  'store.content.refused-update-changes-nothing @ with a taken external_id': {
    'an update with a taken external_id stores the language': around(
      UPDATE,
      (next) => (view, input) => {
        const response = next(view, input);
        const issue = before(view, input);
        const {lang} = bodyOf(input);
        if (!('refused' in response) || !issue || !lang || lang === issue.lang) return response;
        const put: Issue = {...issue, lang};
        return refusedWith(response, [{table: 'issues', put}]);
      },
    ),
  },
  'store.content.external-id-is-unique @ on update': {
    'an update may have the external_id of another issue': unguarded('external-id-taken', UPDATE),
    'an update may not have the external_id that the issue has': refusingWhere(
      UPDATE,
      'external_id',
      ({external_id: id}) => id !== undefined,
    ),
  },
  'store.content.external-id-is-unique @ that of an update': {
    'the external_id of an update may be given again': together(
      storing(UPDATE, (issue, _body, view): Partial<Moved> => ({
        moved: view.find<Issue>('issues', issue.key)?.external_id !== issue.external_id,
      })),
      takingWhere(
        CREATE,
        'external-id-taken',
        ({external_id: id = ''}, view) =>
          view.by<Moved>('issues', 'external_id', id)?.moved === true,
      ),
    ),
  },
  'store.content.update-is-kept @ another external_id': {
    'an external_id cannot be changed': keeping(UPDATE, 'issues', 'external_id'),
  },
  'store.content.refused-update-changes-nothing @ without permission': {
    'an update without permission is stored': refusedButDone(UPDATE, 'not-permitted'),
  },
  'store.content.update-needs-permission': {
    'every admin may update': unguarded('not-permitted', UPDATE),
  },
});

type Named = Issue & {first?: string | undefined};

type Moved = Issue & {moved?: boolean};
