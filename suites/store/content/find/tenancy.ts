import type {Check} from '../../../language/check.ts';
import {all, expectStill} from '../../../language/judge.ts';
import {text} from '../../../language/sent-values.ts';
import type {Requests} from '../../../language/requests.ts';
import {MOST_PAGES, type Resource} from '../../../tables/resource.ts';
import {apartFromOthers} from '../../../tables/tenants.ts';
import {issueIn, issuesIn} from '../../issue-rows.ts';
import {isReadServed, issueIdOf, newIssue, pathOf, upload} from '../../issuing.ts';
import {updateOf} from '../issue-steps.ts';
import {expectAsBefore, expectRead, rowOf} from '../shown.ts';

/** Content that costs something. */
export const content: Resource<'created', 'read' | 'list'> = {
  kind: 'issue',
  make: (s, by) => {
    const {created, body} = upload(s, {free: false}, by);
    const [path, name, other] = [pathOf(created), s.fresh('title'), newIssue(s)];
    const byReference: Requests = {byReference: ['getIssue', {path: {id: body.external_id}}]};
    return {
      made: {created},
      shown: {read: ['getIssue', {path}], list: ['listIssues', {query: {query: body.name}}]},
      lists: {
        // The conversion may be over soon.
        converting: ['listIssues', {query: {query: 'converting'}}, MOST_PAGES],
        byName: ['listIssues', {query: {query: body.name}}],
        byNumber: ['listIssues', {query: {query: text(issueIdOf(created))}}],
        everything: ['listIssues', {}, MOST_PAGES],
        read: ['getIssue', {path}],
      },
      reads: isReadServed(s) ? byReference : undefined,
      writes: {
        update: ['updateIssue', {path, body: updateOf(s, body, {name, free: true})}],
        deletion: ['deleteIssue', {path}],
      },
      another: {
        creation: ['createIssue', {body: other}],
        found: ['listIssues', {query: {query: other.name}}],
      },
    };
  },
  rowsIn: (pages, created) => {
    // Ids may be numbered per store, so that a read may find other content.
    const rows = pages.flatMap((page) =>
      page.op === 'getIssue' ? [issueIn(page)] : issuesIn(page),
    );
    const names = created.map(({requestBody}) => requestBody?.name as unknown);
    return rows.filter(({name}) => names.includes(name));
  },
  expectAsBefore: (before, after, {created}) =>
    all(
      () =>
        expectStill(before.read, after.read, (read) =>
          expectRead(read, created, 'the issue is gone', (issue) =>
            expectAsBefore(issueIn(before.read), issue, read, 'the issue changed'),
          ),
        ),
      () =>
        expectAsBefore(
          rowOf(before.list, created),
          rowOf(after.list, created),
          after.list,
          'the issue changed in the list',
        ),
    ),
};

/** A token only gives access to the content of its own store. */
export const tenancy: Check[] = apartFromOthers(content, {
  shown: 'store.access.list-shows-own-only @ content',
  written: 'store.access.foreign-write-has-no-effect @ on content',
});
