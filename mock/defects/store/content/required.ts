import type {Defect} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {around, findingBy} from '../../breaking.ts';
import {refusedButDone as refusedWith} from '../users/changed-users.ts';
import {bodyOf, CREATE, givenAs, refusingWhere, takingWhere, isBook} from './changed-issues.ts';
import {
  refusedAs,
  refusedButDone,
  stale,
  together,
  unchecked,
  unguarded,
} from '../../families/seams.ts';
import {defects} from '../../table.ts';

const isAudio = ({extension}: IssueBody): boolean => extension === 'mp3' || extension === 'mpga';

/** Defects of what an upload requires, accepts and refuses. */
export const required: Defect[] = defects({
  'store.content.extension-is-required': {
    'an upload needs none': unguarded('extension-missing', CREATE),
    'null is an extension': together(
      unchecked('createIssue', '/extension', 'enum', ['mpga', 'mp3', 'pdf', 'epub', null]),
      unchecked('createIssue', '/extension', 'type', ['string', 'null']),
    ),
  },
  'store.content.file-url-is-required': {
    'an upload needs none': unguarded('file-missing', CREATE),
    'an upload of text needs none': takingWhere(CREATE, 'file-missing', (body) => !isAudio(body)),
  },
  'store.content.physical-is-said-by-its-type': {
    'what has no file is a book of paper': givenAs(CREATE, (body) =>
      body.extension === undefined && body.file_url === undefined
        ? {...body, type: 'physical'}
        : body,
    ),
    'neither extension nor file are demanded together': around(
      CREATE,
      (next, without) => (view, input) => {
        const {extension, file_url: url} = bodyOf(input);
        return extension === undefined && url === undefined
          ? without((guard) => /^(extension|file)-missing$/.test(guard))(view, input)
          : next(view, input);
      },
    ),
  },
  'store.content.refused-create-makes-nothing': {
    'an upload without its file is refused after it was stored': around(
      CREATE,
      (next, without) => (view, input) => {
        const response = next(view, input);
        if (!isRefused(response) || !response.errors?.['file_url']) return response;
        const done = without((guard) => /^(extension|file)-missing$/.test(guard))(view, input);
        return isRefused(done) ? response : refusedWith(response, done.changes);
      },
    ),
    'an upload with a taken reference replaces the first': around(
      CREATE,
      (next, without) => (view, input) => {
        const response = next(view, input);
        if (!isRefused(response) || !response.errors?.['external_id']) return response;
        const first = view.by<Issue>('issues', 'external_id', bodyOf(input).external_id ?? '');
        const done = without((guard) => guard === 'external-id-taken')(view, input);
        if (isRefused(done) || !first) return response;
        const put = {...first, name: bodyOf(input).name ?? first.name};
        return refusedWith(response, [{table: 'issues', put}]);
      },
    ),
    'an upload while the feature is off is stored': refusedButDone(CREATE, 'feature-off'),
    'a book is stored where books are disabled': refusedButDone(CREATE, 'physical-off'),
    'an upload without permission is stored': refusedButDone(CREATE, 'not-permitted'),
  },
  'store.content.external-id-is-unique': {
    'a taken one is accepted': unguarded('external-id-taken', CREATE),
    'a taken one is accepted in another language': takingWhere(
      CREATE,
      'external-id-taken',
      ({external_id: id = '', lang}, view) =>
        (view.by<Issue>('issues', 'external_id', id)?.lang ?? null) !== (lang ?? null),
    ),
    'references of digits are compared as numbers': refusingLike(
      (one, other) => /^\d/.test(one) && Number(one) === Number(other),
    ),
    'a reference that begins as another is taken': refusingLike(
      (one, other) => one.startsWith(other) || other.startsWith(one),
    ),
    'signs of patterns are patterns': refusingLike((one, other) =>
      new RegExp(`^${one.replaceAll(/[^\w%-]/g, '.').replaceAll('%', '.*')}$`).test(other),
    ),
    'two at the same moment are both accepted': stale(CREATE, 'issues'),
  },
  'store.content.invalid-create-answers-422': {
    'an invalid upload is answered 400': refusedAs('invalid', {status: 400}, {in: CREATE}),
    'an upload that breaks its schema is answered 404': refusedAs(
      'invalid',
      {status: 404},
      {in: CREATE, when: 'invalid'},
    ),
  },
  'store.content.feature-has-to-be-on': {
    'uploads are accepted while it is off': unguarded('feature-off', CREATE),
  },
  'store.content.feature-has-to-be-on @ of its own store': {
    'it is off in every store where it is off in one': around(CREATE, (next) => (view, input) => {
      const isOff = ['store-a', 'store-b'].some(
        (key) => view.anywhere<Issue & {content_off?: boolean}>('stores', key)?.content_off,
      );
      const off = {refused: 'feature-off', why: {expected: 'on', got: 'off', todo: 'wait'}};
      return isOff ? off : next(view, input);
    }),
  },
  'store.content.feature-has-to-be-on @ whatever is uploaded': {
    'books are taken while it is off': takingWhere(CREATE, 'feature-off', isBook),
    'recordings are taken while it is off': takingWhere(CREATE, 'feature-off', isAudio),
  },
  'store.content.create-needs-permission @ whatever is uploaded': {
    'every admin may upload books': takingWhere(CREATE, 'not-permitted', isBook),
    'every admin may upload recordings': takingWhere(CREATE, 'not-permitted', isAudio),
  },
  'store.content.physical-needs-enablement': {
    'books are sold everywhere': unguarded('physical-off', CREATE),
  },
  'store.content.physical-needs-enablement @ a file needs none': {
    'files need it, too': around(CREATE, (next) => (view, input) => {
      const store = view.find<Issue & {physical_off?: boolean}>('stores', view.tenant);
      const off = {refused: 'physical-off', why: {expected: 'on', got: 'off', todo: 'wait'}};
      return store?.physical_off ? off : next(view, input);
    }),
  },
  'store.content.create-needs-permission': {
    'every admin may upload': unguarded('not-permitted', CREATE),
    'every admin may upload what has a reference of letters': takingWhere(
      CREATE,
      'not-permitted',
      ({external_id: id = ''}) => /[a-z]/i.test(id),
    ),
  },
  'store.content.physical-needs-no-file': {
    'books need an extension': refusingWhere(
      CREATE,
      'extension',
      (body) => isBook(body) && body.extension === undefined,
    ),
    'books need a file': refusingWhere(
      CREATE,
      'file_url',
      (body) => isBook(body) && body.file_url === undefined,
    ),
  },
});

/** Refuses uploads whose external id resembles another one. */
function refusingLike(isLike: (one: string, other: string) => boolean) {
  return findingBy(CREATE, (row, {table, index, value, view}) => {
    if (table !== 'issues' || index !== 'external_id' || row) return row;
    const all = view.newest<Issue>('issues', {limit: 20});
    return all.find(({external_id: id}) => id !== null && isLike(value, id));
  });
}
