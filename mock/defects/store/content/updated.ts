import {addDays, utcDay} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {Rendered} from '../../../operation.ts';
import type {Issue, Taxonomy} from '../../../store/content/issue.ts';
import {invalid} from '../../../store/invalid.ts';
import {afterwards, around, atPlace, breaking, finding} from '../../breaking.ts';
import {refusedButDone} from '../users/changed-users.ts';
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
export const updated: Defect[] = [
  ...breaking('store.content.update-is-kept', {
    'an update changes nothing': {seam: 'change', in: UPDATE, table: 'issues', drop: true},
    'what was sold stays so': {seam: 'change', in: UPDATE, table: 'issues', keep: ['free']},
    'the language stays': {seam: 'change', in: UPDATE, table: 'issues', keep: ['lang']},
    'the day of publication stays': {
      seam: 'change',
      in: UPDATE,
      table: 'issues',
      keep: ['publication_date'],
    },
    'a currency is added and none is taken away': storing(UPDATE, (issue, _body, view) => ({
      prices: {...view.find<Issue>('issues', issue.key)?.prices, ...issue.prices},
    })),
    'what is free is never sold again': storing(UPDATE, (issue, _body, view) => ({
      free: issue.free || (view.find<Issue>('issues', issue.key)?.free ?? false),
    })),
  }),
  ...atPlace(
    'of a physical book',
    breaking('store.content.update-answers-204', {
      'a book is not updated without an extension': refusingBooks,
    }),
  ),
  ...atPlace(
    'while it is converted',
    breaking('store.content.update-is-kept', {
      'the end of the conversion brings the first name back': {
        seam: 'several',
        seams: [
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
        ],
      },
    }),
  ),
  ...atPlace(
    'the ends of months',
    breaking('store.content.update-is-kept', {
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
    }),
  ),
  ...atPlace(
    'days of long ago',
    breaking('store.content.update-is-kept', {
      'an update to a day before 1970 stores the day before': storing(
        UPDATE,
        ({publication_date: day}) => ({
          publication_date: day !== null && day < '1970' ? addDays(day, -1) : day,
        }),
      ),
    }),
  ),
  ...breaking('store.content.update-changes-what-it-names-only', {
    'an update makes other issues free': besides(UPDATE, {free: false, lang: 'eo'}),
    'an update takes the prices of other issues': besides(UPDATE, {prices: {}}),
  }),
  ...atPlace(
    'members given as they were',
    breaking('store.content.update-changes-what-it-names-only', {
      'another name takes the description': storing(UPDATE, (issue, _body, view) => ({
        description:
          view.find<Issue>('issues', issue.key)?.name === issue.name ? issue.description : '-',
      })),
      'the day of publication is the day of the update': storing(UPDATE, (_issue, _body, view) => ({
        publication_date: utcDay(view.now),
      })),
    }),
  ),
  ...breaking('store.content.file-type-stays', {
    'an update changes the extension': storing(UPDATE, (issue, {extension}) => ({
      extension: extension ?? issue.extension,
    })),
    'an update to pdf changes the extension': storing(UPDATE, (issue, {extension}) => ({
      extension: extension === 'pdf' ? extension : issue.extension,
    })),
  }),
  ...breaking('store.content.file-stays', {
    'an issue that was updated has another file': afterwards(READ, (done, view, input) => {
      const issue = (done.body as Rendered).value as {file: object};
      const wasUpdated = (before(view, input)?.version ?? 1) > 1;
      return wasUpdated ? {...done, body: {...issue, file: {...issue.file, id: 4}}} : done;
    }),
    'an update changes the file': {
      seam: 'several',
      seams: [
        storing(UPDATE, (issue, {file_url: url}) => ({file_url: url ?? issue.file_url})),
        afterwards(READ, (done, view, input) => {
          const isOther = before(view, input)?.file_url?.endsWith('.pdf');
          const issue = (done.body as Rendered).value as {file: object};
          const file = {...issue.file, size_in_kb: 9999};
          return isOther ? {...done, body: {...issue, file}} : done;
        }),
      ],
    },
  }),
  ...breaking('store.content.taxonomy-is-replaced', {
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
  }),
  ...breaking('store.content.every-term-that-is-sent-is-kept', {
    'a second term is dropped': terms((given) => given.slice(0, 1), 'author'),
    'a third term is dropped': terms((given) => given.slice(0, 2), 'author'),
    'a term that was there is dropped': terms(
      (given, earlier) => given.filter((one) => given.length < 2 || !earlier.includes(one)),
      'author',
    ),
  }),
  ...breaking('store.content.invalid-update-answers-422', {
    'an invalid update is answered 400': {
      seam: 'refusal',
      situation: 'invalid',
      in: UPDATE,
      as: {status: 400},
    },
  }),
  ...breaking('store.content.refused-update-changes-nothing', {
    'a refused update is stored': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'an update with an unknown collection stores the name': around(
      UPDATE,
      (next) => (view, input) => {
        const response = next(view, input);
        const issue = before(view, input);
        const {name, collection = []} = bodyOf(input);
        if (!('refused' in response) || !issue || !name || !collection.length) return response;
        const put: Issue = {...issue, name};
        return refusedButDone(response, [{table: 'issues', put}]);
      },
    ),
  }),
  ...atPlace(
    'with a taken external_id',
    breaking('store.content.refused-update-changes-nothing', {
      'an update with a taken external_id stores the language': around(
        UPDATE,
        (next) => (view, input) => {
          const response = next(view, input);
          const issue = before(view, input);
          const {lang} = bodyOf(input);
          if (!('refused' in response) || !issue || !lang || lang === issue.lang) return response;
          const put: Issue = {...issue, lang};
          return refusedButDone(response, [{table: 'issues', put}]);
        },
      ),
    }),
  ),
  ...atPlace(
    'on update',
    breaking('store.content.external-id-is-unique', {
      'an update may have the external_id of another issue': {
        seam: 'skip',
        situation: 'external-id-taken',
        in: UPDATE,
      },
      'an update may not have the external_id that the issue has': refusingWhere(
        UPDATE,
        'external_id',
        ({external_id: id}) => id !== undefined,
      ),
    }),
  ),
  ...atPlace(
    'that of an update',
    breaking('store.content.external-id-is-unique', {
      'the external_id of an update may be given again': {
        seam: 'several',
        seams: [
          storing(UPDATE, (issue, _body, view): Partial<Moved> => ({
            moved: view.find<Issue>('issues', issue.key)?.external_id !== issue.external_id,
          })),
          takingWhere(
            CREATE,
            'external-id-taken',
            ({external_id: id = ''}, view) =>
              view.by<Moved>('issues', 'external_id', id)?.moved === true,
          ),
        ],
      },
    }),
  ),
  ...atPlace(
    'another external_id',
    breaking('store.content.update-is-kept', {
      'an external_id cannot be changed': {
        seam: 'change',
        in: UPDATE,
        table: 'issues',
        keep: ['external_id'],
      },
    }),
  ),
  ...atPlace(
    'without permission',
    breaking('store.content.refused-update-changes-nothing', {
      'an update without permission is stored': {
        seam: 'effect',
        situation: 'not-permitted',
        in: UPDATE,
      },
    }),
  ),
  ...breaking('store.content.update-needs-permission', {
    'every admin may update': {seam: 'skip', situation: 'not-permitted', in: UPDATE},
  }),
];

type Named = Issue & {first?: string | undefined};

type Moved = Issue & {moved?: boolean};
