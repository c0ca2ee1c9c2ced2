import {at} from '../../../spec/json.ts';
import type {Exchange, Ref} from '../../../spec/step.ts';
import {check, type Chapter, type Judgement} from '../../check.ts';
import {all, equal, holds, is, when} from '../../judge.ts';
import {rowsAt} from '../../rows.ts';
import {minutes} from '../../script.ts';
import {listed, moreThanAPage, publish, reserve, shown} from '../publishing.ts';
import {PAGES, paging} from './paging.ts';

/**
 * What does not change from one look to the next; a title may come later (NS-WS-09), and a working
 * file.
 */
const LASTING = [
  'type',
  'title',
  'original_size_bytes',
  'working_file_id',
  'working_file_size_bytes',
  'created_at',
];

/** A publication reads as its row in the list says. */
function sameAsListed(pages: Exchange[], id: unknown, read: Exchange): Judgement {
  const row = rowsAt(pages, '/data').find((one) => at(one, '/id') === id);
  const both = LASTING.filter((name) =>
    [row, read.body].every((one) => (at(one, `/${name}`) ?? null) !== null),
  );
  return when(row !== undefined, 'the publication was not listed', () =>
    all(
      equal(read.body?.id, id, 'another-publication', read),
      ...both.map((name) =>
        equal(at(read.body, `/${name}`), at(row, `/${name}`), `another ${name}`, read),
      ),
    ),
  );
}

/** Workspace / publications: one publication, the list, paging. */
export const publications: Chapter = {
  chapter: 'workspace/publications',
  visits: [
    {api: 'workspace', op: 'listPublications', args: (s) => (shown(s), {})},
    {
      api: 'workspace',
      op: 'getPublication',
      args: (s) => ({path: {publication: shown(s).at('/id')}}),
    },
  ],
  provocations: [
    // Members of a page are looked at on a full one: on another, a bound of its rows could not be
    // wrong.
    {
      api: 'workspace',
      op: 'listPublications',
      condition: 'page',
      given: moreThanAPage,
      act: (s) => ({subject: s.call('listPublications')}),
    },
    {
      // The read that is judged waits itself: a set-up that did would be blocked by the very rule.
      api: 'workspace',
      op: 'getPublication',
      condition: 'publication',
      act: (s) => ({
        subject: s.call('getPublication', {
          path: {publication: publish(s).at('/id')},
          until: {situation: 'publication'},
        }),
      }),
    },
    {
      api: 'workspace',
      op: 'getPublication',
      condition: 'unknown',
      act: (s) => {
        // A reserved id that nobody registered is the one id that is surely no publication.
        const unknown = reserve(s);
        return {
          subject: s.call('getPublication', {path: {publication: unknown.at('/publication_id')}}),
          control: s.call('getPublication', {path: {publication: shown(s).at('/id')}}),
        };
      },
    },
  ],
  checks: [
    check({
      rule: 'workspace.publications.creation-time-is-when-registered',
      act: (s) => {
        const before = publish(s);
        s.advance(minutes(1));
        return {before, after: publish(s)};
      },
      judge: ({before, after}) => {
        const passed = Date.parse(after.body.created_at) - Date.parse(before.body.created_at);
        return holds(passed >= minutes(0.5) && passed <= minutes(10), {
          branch: 'another-time',
          expected: 'a minute between two registrations a minute apart',
          got: `${passed} ms`,
          at: after,
        });
      },
    }),
    check({
      rule: 'workspace.publications.listed-is-readable',
      given: moreThanAPage,
      act: (s, {early}) => {
        const newer = shown(s);
        const list = listed(s, newer);
        const of = (publication: Ref) => s.call('getPublication', {path: {publication}});
        // The first of the set-up stands on a later page.
        return {
          list,
          first: of(list.at('/data/0/id')),
          early,
          pages: s.walk('listPublications', {atMost: PAGES}),
          later: of(early.at('/id')),
        };
      },
      judge: ({list, first, early, pages, later}) =>
        all(
          is(first, 'publication', 'not-readable'),
          is(later, 'publication', 'not-readable-when-older'),
          sameAsListed([list], at(list.body, '/data/0/id'), first),
          sameAsListed(pages, early.body.id, later),
        ),
    }),
    ...paging,
  ],
};
