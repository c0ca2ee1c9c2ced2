/** Defects of what an upload requires, accepts and refuses. */

import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {findingBy} from '../../breaking.ts';
import {
  answered,
  refusedButDone,
  stale,
  together,
  unchecked,
  unguarded,
} from '../../families/seams.ts';
import {asPattern} from '../../families/texts.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects, eachPlace} from '../../table.ts';
import {invalidField} from '../requests.ts';
import {refusedButDone as refusedWith} from '../users/changed-users.ts';
import {byReference, CREATE, ISSUE, upload} from './changed-issues.ts';

const {accepts, doesThough, leaves, refuses} = upload;

const BOOK = {type: 'physical'} as const;
const AUDIO = {extension: ['mp3', 'mpga']} as const;
/** An upload that is neither said to be a book nor has a file. */
const NEITHER = {extension: ABSENT, file_url: ABSENT} as const;
const FILE_GUARDS = /^(extension|file)-missing$/;
const FILE = 'https://files.presscheck.example/good.epub';
const CODE = /^[a-z]{2}$/i;

/** Takes uploads for those of books. */
const asBook = (body: object): Seam =>
  ISSUE.asking(CREATE, {body}, (request) => ({body: {...request.body, ...BOOK}}));

/** Finds the external id of an upload taken if it resembles another one. */
const refusingLike = (isLike: (one: string, other: string) => boolean): Seam =>
  findingBy(CREATE, (row, {table, index, value, view}) => {
    if (table !== 'issues' || index !== 'external_id' || row) return row;
    const all = view.newest<Issue>('issues', {limit: 20});
    return all.find(({external_id: id}) => id !== null && isLike(value, id));
  });

/** Lets uploads have the external id of content of another kind. */
const takingFrom = (kind: Issue['kind'], type: IssueBody['type']): Seam =>
  accepts(
    'external-id-taken',
    (body, {view}) => body.type === type && byReference(view, body.external_id)?.kind === kind,
  );

type Text = 'publication_date' | 'extension' | 'file_url' | 'lang';

/** Stores an upload with a valid text although a member has an invalid form, and refuses it. */
const storedAs = (
  name: Text,
  keyword: string,
  isWrong: (text: string) => boolean,
  right: string,
): Seam =>
  together(
    unchecked('createIssue', `/${name}`, keyword),
    ISSUE.instead(CREATE, {body: {[name]: isWrong}}, (next, {body, view}, input) => {
      const done = next(view, {...input, body: {...body, [name]: right}});
      return isRefused(done) ? done : refusedWith(invalidField(name), done.changes);
    }),
  );

/** What refused uploads leave behind, by the reason of the refusal. */
const LEFT: Record<string, Seam> = {
  'with a cover that is a gif': doesThough('cover', 'cover-unsuitable'),
  'with an unknown collection': doesThough('collection', 'collection-unknown'),
  'with no language': storedAs('lang', 'pattern', (text) => !CODE.test(text), 'en'),
  'with another extension': storedAs('extension', 'enum', (text) => text === 'docx', 'epub'),
  'with no URL': storedAs('file_url', 'format', (text) => !isUrl(text), FILE),
  'with no day': storedAs(
    'publication_date',
    'format',
    (day) => day === '2024-02-30',
    '2024-03-01',
  ),
};

type Switches = Issue & {content_off?: boolean; physical_off?: boolean};

/** Defects of what has to be there, and of who may upload. */
const demanded: Defect[] = defects({
  'store.content.extension-is-required': {
    'an upload needs none': unguarded('extension-missing', CREATE),
    'null is an extension': together(
      unchecked('createIssue', '/extension', 'enum', ['mpga', 'mp3', 'pdf', 'epub', null]),
      unchecked('createIssue', '/extension', 'type', ['string', 'null']),
    ),
  },
  'store.content.file-url-is-required': {
    'an upload needs none': unguarded('file-missing', CREATE),
    'an upload of text needs none': accepts('file-missing', ({extension = ''}) =>
      ['', 'pdf', 'epub'].includes(extension),
    ),
  },
  'store.content.physical-is-said-by-its-type': {
    'what has no file is a book of paper': asBook(NEITHER),
    'neither extension nor file are demanded together': accepts(FILE_GUARDS, NEITHER),
  },
  'store.content.physical-is-said-by-its-type @ of a book with measures': {
    'what has pages and no file is a book': asBook({pages: GIVEN, file_url: ABSENT}),
  },
  'store.content.create-needs-no-optional-member': {
    'an author is demanded': refuses({author: ABSENT, type: ABSENT}),
    'prices are demanded': refuses({prices: ABSENT, type: ABSENT}),
    'a description is demanded': refuses({description: ABSENT, type: ABSENT}),
  },
  'store.content.physical-needs-no-file': {
    'books need an extension': refuses({extension: ABSENT, ...BOOK}),
    'books need a file': refuses({file_url: ABSENT, ...BOOK}),
  },
  'store.content.feature-has-to-be-on': {
    'uploads are accepted while it is off': unguarded('feature-off', CREATE),
  },
  'store.content.feature-has-to-be-on @ of its own store': {
    'it is off in every store where it is off in one': ISSUE.refusing(
      CREATE,
      'feature-off',
      ({view}) =>
        ['store-a', 'store-b'].some((key) => view.anywhere<Switches>('stores', key)?.content_off),
    ),
  },
  'store.content.feature-has-to-be-on @ whatever is uploaded': {
    'books are taken while it is off': accepts('feature-off', BOOK),
    'recordings are taken while it is off': accepts('feature-off', AUDIO),
  },
  'store.content.create-needs-permission': {
    'every admin may upload': unguarded('not-permitted', CREATE),
    'every admin may upload what has a reference of letters': accepts('not-permitted', {
      external_id: /[a-z]/i,
    }),
  },
  'store.content.create-needs-permission @ whatever is uploaded': {
    'every admin may upload books': accepts('not-permitted', BOOK),
    'every admin may upload recordings': accepts('not-permitted', AUDIO),
  },
  'store.content.physical-needs-enablement': {
    'books are sold everywhere': unguarded('physical-off', CREATE),
  },
  'store.content.physical-needs-enablement @ a file needs none': {
    'files need it, too': ISSUE.refusing(
      CREATE,
      'physical-off',
      ({view}) => view.find<Switches>('stores', view.tenant)?.physical_off,
    ),
  },
  'store.content.invalid-create-answers-422': {
    'an invalid upload is answered 400': answered(CREATE, 'invalid', 400),
    'an upload that breaks its schema is answered 404': answered(CREATE, 'invalid', 404, 'invalid'),
  },
});

/** Defects of external ids that are taken. */
const references: Defect[] = defects({
  'store.content.external-id-is-unique': {
    'a taken one is accepted': unguarded('external-id-taken', CREATE),
    'a taken one is accepted in another language': accepts(
      'external-id-taken',
      ({external_id: id, lang = null}, {view}) => (byReference(view, id)?.lang ?? null) !== lang,
    ),
    'references of digits are compared as numbers': refusingLike(
      (one, other) => /^\d/.test(one) && Number(one) === Number(other),
    ),
    'a reference that begins as another is taken': refusingLike(
      (one, other) => one.startsWith(other) || other.startsWith(one),
    ),
    'signs of patterns are patterns': refusingLike((one, other) =>
      new RegExp(`^${asPattern(one)}$`).test(other),
    ),
    'two at the same moment are both accepted': stale(CREATE, 'issues'),
  },
  'store.content.external-id-is-unique @ of books and files': {
    'a file may have the reference of a book': takingFrom('physical', undefined),
    'a book may have the reference of a file': takingFrom('digital', 'physical'),
  },
});

/** Defects of what a refused upload leaves. */
const leftBehind: Defect[] = defects({
  'store.content.refused-create-makes-nothing': {
    'an upload without its file is refused after it was stored': doesThough(
      'file_url',
      FILE_GUARDS,
    ),
    'an upload with a taken reference replaces the first': leaves(
      'external_id',
      ({body: {external_id: id, name}, view}) => {
        const first = byReference(view, id);
        return first && [{table: 'issues', put: {...first, name: name ?? first.name}}];
      },
    ),
    'an upload while the feature is off is stored': refusedButDone(CREATE, 'feature-off'),
    'a book is stored where books are disabled': refusedButDone(CREATE, 'physical-off'),
    'an upload without permission is stored': refusedButDone(CREATE, 'not-permitted'),
  },
  'store.content.refused-create-makes-nothing @ and takes no reference': {
    'a refused upload keeps its reference': upload.reserves('external_id'),
    'an upload without a name keeps its reference': together(
      unchecked('createIssue', '/name', 'required'),
      refuses({name: ABSENT}),
      upload.reserves('external_id', ({name}) => name === undefined),
    ),
    'an upload with a cover that is refused keeps its reference': upload.reserves(
      'external_id',
      ({cover}) => cover !== undefined,
    ),
  },
  ...eachPlace('store.content.refused-create-makes-nothing', Object.keys(LEFT), (place) => [
    `an upload ${place} is refused and stored`,
    LEFT[place] as Seam,
  ]),
});

/** Defects of what an upload has to be. */
export const required: Defect[] = [...demanded, ...references, ...leftBehind];
