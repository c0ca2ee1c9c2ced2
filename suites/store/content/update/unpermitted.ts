import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import type {Provocation} from '../../../language/provocation.ts';
import {all, expectStill, nothing, when} from '../../../language/judge.ts';
import {expectNoPage} from '../../access/no-pages.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, isReadServed, readIssue, upload} from '../../issuing.ts';
import {remove, update} from '../issue-steps.ts';
import {expectAsBefore, expectListed, expectRead} from '../shown.ts';

/** An update by an admin who may not manage content, and the same one by one who may. */
const unpermittedUpdate = sharedScene({
  id: 'store: an update by an admin who may not manage content',
  api: 'store',
  act: (s) => {
    const issue = upload(s, {free: false});
    const changes = {name: s.fresh('title'), free: true};
    const readIfServed = () => (isReadServed(s) ? readIssue(s, issue.created) : undefined);
    const before = readIfServed();
    const subject = update(s, issue, changes, {as: 'limited-admin'});
    const after = readIfServed();
    return {
      created: issue.created,
      ...(before && {before}),
      subject,
      ...(after && {after}),
      listed: findIssues(s, issue.body.name),
      control: update(s, issue, changes),
    };
  },
});

/** A deletion by an admin who may not manage content, and one by an admin who may. */
const unpermittedDeletion = sharedScene({
  id: 'store: a deletion by an admin who may not manage content',
  api: 'store',
  act: (s) => {
    const {created, body} = upload(s);
    const other = upload(s);
    const read = () => (isReadServed(s) ? readIssue(s, created) : undefined);
    const list = () => findIssues(s, body.name);
    const [before, listedBefore] = [read(), list()];
    const subject = remove(s, created, {as: 'limited-admin'});
    const after = read();
    return {
      created,
      ...(before && {before}),
      listedBefore,
      subject,
      ...(after && {after}),
      listed: list(),
      // The control uses another issue, because the first one may have been deleted wrongly.
      control: remove(s, other.created),
    };
  },
});

/** The scenarios for the 403 of updates and deletions without permission (Content, Rules). */
export const unpermittedWrites: Provocation[] = [
  {...unpermittedUpdate, op: 'updateIssue', condition: 'not-permitted', scene: unpermittedUpdate},
  {
    ...unpermittedDeletion,
    op: 'deleteIssue',
    condition: 'not-permitted',
    scene: unpermittedDeletion,
  },
];

/** A write without permission changes nothing. */
export const unpermitted: Check[] = [
  ...checksAt(unpermittedUpdate, 'store.content.refused-update-changes-nothing', {
    'without permission': ({created, before, subject, after, listed}) =>
      when(subject.status >= 400, 'the update was accepted', () =>
        all(
          () =>
            before && after
              ? expectAsBefore(
                  issueIn(before),
                  issueIn(after),
                  after,
                  'a refused update changed it',
                )
              : nothing(),
          () => expectListed(listed, created, 'not found by its name any more'),
        ),
      ),
  }),
  ...checksAt(unpermittedUpdate, 'store.access.failure-is-json', {
    'the body of a 403': ({subject}) =>
      when(subject.status === 403, 'the update was not refused with 403', () =>
        expectNoPage(subject),
      ),
  }),
  ...checksAt(unpermittedDeletion, 'store.content.delete-needs-permission', {
    'and leaves the issue': ({created, before, listedBefore, subject, after, listed}) =>
      when(subject.status >= 400, 'the deletion was accepted', () =>
        all(
          before && after
            ? expectStill(before, after, (read) =>
                expectRead(read, created, 'gone after a refused deletion'),
              )
            : nothing(),
          () =>
            expectStill(listedBefore, listed, (list) =>
              expectListed(list, created, 'not listed after a refused deletion'),
            ),
        ),
      ),
  }),
];
