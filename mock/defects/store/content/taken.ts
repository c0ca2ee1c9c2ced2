import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {CREATE, refusingWhere, takingWhere, isBook, UPDATE} from './changed-issues.ts';
import {unchecked, unguarded} from '../../families/seams.ts';
import {defects} from '../../table.ts';

const has =
  (name: keyof IssueBody) =>
  (body: IssueBody): boolean =>
    body[name] !== undefined;

const lacks =
  (name: keyof IssueBody) =>
  (body: IssueBody): boolean =>
    !isBook(body) && body[name] === undefined;

/** Lets collections of other stores be named: their names are like those of this store. */
const takingSeeded = (operation: string[]): Seam =>
  takingWhere(operation, 'collection-unknown', ({collection: names = []}) =>
    names.every((name) => name.startsWith('Collection ')),
  );

/** Refuses uploads with one extension. */
const withoutExtension = (extension: string): Defect[] =>
  atPlace(
    extension,
    defects({
      'store.content.extensions-are-accepted': {
        [`${extension} is refused`]: refusingWhere(
          CREATE,
          'extension',
          (body) => body.extension === extension,
        ),
      },
    }),
  );

/** Refuses uploads with one list of terms. */
const withoutTerms = (name: 'author' | 'country' | 'category' | 'publisher' | 'keyword') =>
  atPlace(
    name,
    defects({
      'store.content.taxonomy-is-accepted': {
        [`${name} is refused`]: refusingWhere(CREATE, name, has(name)),
      },
    }),
  );

/** A cover with an extension. */
const endsWith =
  (ending: string) =>
  ({cover = ''}: IssueBody): boolean =>
    cover.endsWith(`.${ending}`);

/** Defects of what an upload accepts and refuses in addition to what it requires. */
export const taken: Defect[] = [
  ...defects({
    'store.content.bisac-is-accepted @ one code': {
      'any bisac is refused': refusingWhere(CREATE, 'bisac', has('bisac')),
    },
    'store.content.bisac-is-accepted @ several codes': {
      'a second code is refused': refusingWhere(
        CREATE,
        'bisac',
        ({bisac = []}) => bisac.length > 1,
      ),
    },
    'store.content.collection-is-accepted': {
      'every collection is refused': refusingWhere(
        CREATE,
        'collection',
        ({collection = []}) => collection.length > 0,
      ),
      'a collection is refused beside an author': refusingWhere(
        CREATE,
        'collection',
        ({collection = [], author}) => collection.length > 0 && author !== undefined,
      ),
    },
    'store.content.collections-exist': {
      'any collection is accepted': unguarded('collection-unknown', CREATE),
      'an unknown one is accepted after a known one': takingWhere(
        CREATE,
        'collection-unknown',
        ({collection: [first = ''] = []}, view) =>
          view.by('collections', 'name', first) !== undefined,
      ),
      'an unknown one is accepted before a known one': takingWhere(
        CREATE,
        'collection-unknown',
        ({collection = []}, view) =>
          view.by('collections', 'name', collection.at(-1) ?? '') !== undefined,
      ),
    },
    'store.content.collections-exist @ of another store': {
      'collections of another store are taken': takingSeeded(CREATE),
      'an update takes collections of another store': takingSeeded(UPDATE),
    },
    'store.content.listed-currencies-are-accepted': {
      'the lempira is refused': refusingWhere(CREATE, 'prices', ({prices = {}}) => 'HNL' in prices),
      'only ten currencies are taken at once': refusingWhere(
        CREATE,
        'prices',
        ({prices = {}}) => Object.keys(prices).length > 10,
      ),
    },
    'store.content.prices-are-in-listed-currencies': {
      'a price in any currency is taken': unguarded('currency-unlisted', CREATE),
      'a price in any currency is taken beside dollars': takingWhere(
        CREATE,
        'currency-unlisted',
        ({prices = {}}) => 'USD' in prices,
      ),
    },
    'store.content.table-of-contents-is-accepted': {
      'every table of contents is refused': refusingWhere(
        CREATE,
        'table_of_contents',
        (body) => !isBook(body) && body.table_of_contents !== undefined,
      ),
    },
    'store.content.other-covers-are-refused': {
      'any cover is accepted': unguarded('cover-unsuitable', CREATE),
      'a gif is accepted': takingWhere(CREATE, 'cover-unsuitable', endsWith('gif')),
      'a path is not looked at': takingWhere(
        CREATE,
        'cover-unsuitable',
        ({cover = ''}) => !isUrl(cover),
      ),
    },
    'store.content.create-needs-no-optional-member': {
      'an author is demanded': refusingWhere(CREATE, 'author', lacks('author')),
      'prices are demanded': refusingWhere(CREATE, 'prices', lacks('prices')),
      'a description is demanded': refusingWhere(CREATE, 'description', lacks('description')),
    },
    'store.content.physical-measures-are-accepted': {
      'pages are refused': refusingWhere(CREATE, 'pages', has('pages')),
      'a thickness is refused': refusingWhere(CREATE, 'thickness', has('thickness')),
    },
    'store.content.physical-measures-are-integers': {
      'any pages are taken': unchecked('createIssue', '/pages', 'type'),
      'any weight is taken': unchecked('createIssue', '/weight', 'type'),
    },
    'store.content.physical-texts-are-accepted': {
      'a binding type is refused': refusingWhere(CREATE, 'binding_type', has('binding_type')),
      'an editing location is refused': refusingWhere(
        CREATE,
        'editing_location',
        has('editing_location'),
      ),
    },
    'store.content.physical-contents-are-html': {
      'HTML is refused': refusingWhere(
        CREATE,
        'table_of_contents',
        (body) => isBook(body) && typeof body.table_of_contents === 'string',
      ),
    },
    'store.content.stock-is-a-boolean-or-a-quantity': {
      'both are refused': refusingWhere(CREATE, 'stock', has('stock')),
    },
  }),
  ...['epub', 'pdf', 'mp3', 'mpga'].flatMap(withoutExtension),
  ...(['author', 'country', 'category', 'publisher', 'keyword'] as const).flatMap(withoutTerms),
  ...(['jpg', 'png'] as const).flatMap((kind) =>
    atPlace(
      kind,
      breaking('store.content.covers-are-accepted', {
        [`${kind} is refused`]: refusingWhere(CREATE, 'cover', endsWith(kind)),
      }),
    ),
  ),
];
