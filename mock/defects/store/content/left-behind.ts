/** Effects of refused requests, and changes in addition to those of the request. */

import {isUrl} from '../../../../spec/url.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {IssueBody} from '../../../store/content/issue-body.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {afterwards, around, atPlace, breaking} from '../../breaking.ts';
import {refusedButDone, taken} from '../users/changed-users.ts';
import {
  before,
  bodyOf,
  CREATE,
  refusingWhere,
  takingWhere,
  UPDATE,
  isBook,
} from './changed-issues.ts';
import {shown, together, unchecked} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Stores an upload although a guard refuses it. */
const storedThough = (situation: string, field: string): Seam =>
  around(CREATE, (next, without) => (view, input) => {
    const response = next(view, input);
    if (!isRefused(response) || !response.errors?.[field]) return response;
    const done = without((guard) => guard === situation)(view, input);
    return isRefused(done) ? response : refusedButDone(response, done.changes);
  });

/** Stores an upload with a valid value although a member has an invalid form, and refuses it. */
const storedAs = (
  name: 'lang' | 'extension' | 'file_url' | 'publication_date',
  keyword: string,
  isWrong: (text: string) => boolean,
  right: string,
): Seam =>
  together(
    unchecked('createIssue', `/${name}`, keyword),
    around(CREATE, (next) => (view, input) => {
      const body = bodyOf(input);
      if (!isWrong(body[name] ?? right)) return next(view, input);
      const done = next(view, {...input, body: {...body, [name]: right}});
      const errors = {[name]: [`The ${name} is invalid.`]};
      return isRefused(done) ? done : refusedButDone({refused: 'invalid', errors}, done.changes);
    }),
  );

const FILE = 'https://files.presscheck.example/good.epub';

/** Reserves the external ids of refused uploads, although no content has them. */
const keepingReferences = (isMeant: (body: IssueBody) => boolean): Seam =>
  around(CREATE, (next) => {
    const kept = new Set<string>();
    return (view, input) => {
      const {external_id: id} = bodyOf(input);
      const name = `${view.tenant} ${id}`;
      const done = next(view, input);
      if (!isRefused(done)) return kept.has(name) ? taken('external_id') : done;
      if (isMeant(bodyOf(input))) kept.add(name);
      return done;
    };
  });

/** What refused uploads leave behind, by the reason of the refusal. */
const LEFT: Record<string, Seam> = {
  'with a cover that is a gif': storedThough('cover-unsuitable', 'cover'),
  'with an unknown collection': storedThough('collection-unknown', 'collection'),
  'with no language': storedAs('lang', 'pattern', (text) => !/^[a-z]{2}$/i.test(text), 'en'),
  'with another extension': storedAs('extension', 'enum', (text) => text === 'docx', 'epub'),
  'with no URL': storedAs('file_url', 'format', (text) => !isUrl(text), FILE),
  'with no day': storedAs(
    'publication_date',
    'format',
    (day) => day === '2024-02-30',
    '2024-03-01',
  ),
};

/** Defects of what requests leave behind, and of whom they affect in addition. */
export const leftBehind: Defect[] = [
  ...defects({
    'store.content.refused-create-makes-nothing @ and takes no reference': {
      'a refused upload keeps its reference': keepingReferences(() => true),
      'an upload without a name keeps its reference': together(
        unchecked('createIssue', '/name', 'required'),
        refusingWhere(CREATE, 'name', ({name}) => name === undefined),
        keepingReferences(({name}) => name === undefined),
      ),
      'an upload with a cover that is refused keeps its reference': keepingReferences(
        ({cover}) => cover !== undefined,
      ),
    },
    'store.content.taxonomy-is-accepted @ no terms': {
      'a list of terms has one at least': refusingWhere(
        CREATE,
        'keyword',
        ({keyword}) => keyword?.length === 0,
      ),
    },
    'store.content.external-id-is-unique @ of books and files': {
      'a file may have the reference of a book': takingWhere(
        CREATE,
        'external-id-taken',
        (body, view) =>
          !isBook(body) &&
          view.by<Issue>('issues', 'external_id', body.external_id ?? '')?.kind === 'physical',
      ),
      'a book may have the reference of a file': takingWhere(
        CREATE,
        'external-id-taken',
        (body, view) =>
          isBook(body) &&
          view.by<Issue>('issues', 'external_id', body.external_id ?? '')?.kind === 'digital',
      ),
    },
    'store.content.physical-measures-are-accepted @ whatever they are': {
      'a book has less than a thousand pages': refusingWhere(
        CREATE,
        'pages',
        ({pages = 0}) => Number(pages) > 999,
      ),
      'a book is out of stock at no time': refusingWhere(
        CREATE,
        'stock',
        ({stock}) => stock === 0 || stock === false,
      ),
    },
    'store.content.update-changes-what-it-names-only @ terms of another content': {
      'an author whom one content loses is lost by all': afterwards(UPDATE, (done, view, input) => {
        const earlier = before(view, input)?.terms.author ?? [];
        const lost = earlier.filter((one) => !bodyOf(input).author?.includes(one));
        const others = view.newest<Issue>('issues', {
          limit: 4,
          where: ({key}) => key !== input.path['id'],
        });
        const changes = others.map((issue) => ({
          table: 'issues',
          put: {
            ...issue,
            terms: {
              ...issue.terms,
              author: issue.terms.author.filter((one) => !lost.includes(one)),
            },
          },
        }));
        return {...done, changes: [...changes, ...(done.changes ?? [])]};
      }),
    },
    'store.content.conversion-ends-done @ in the list': {
      'lists show conversions as they began': shown(
        'issue-page',
        '/data/paginator/data/*/conversion_status',
        'started_dispatching_conversion',
      ),
    },
  }),
  ...Object.entries(LEFT).flatMap(([place, seam]) =>
    atPlace(
      place,
      breaking('store.content.refused-create-makes-nothing', {
        [`an upload ${place} is refused and stored`]: seam,
      }),
    ),
  ),
];
