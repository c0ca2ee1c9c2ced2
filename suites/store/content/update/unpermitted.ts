import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import type {Provocation} from '../../../language/provocation.ts';
import {all, expectStill, nothing, when} from '../../../language/judge.ts';
import {expectNoPage} from '../../access/no-pages.ts';
import {findIssues, isReadServed, readIssue, upload} from '../../issuing.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {remove, update} from '../issue-steps.ts';
import {expectListed, expectRead, expectReadAsBefore} from '../shown.ts';

/** Records a read of an issue, if reads are served still (NS-ST-77). */
const readIfServed = <K extends string>(s: Script, step: K, created: Handle) =>
  (isReadServed(s) ? {[step]: readIssue(s, created)} : {}) as {[P in K]?: Handle};

/** An update by an admin who may not manage content, and the same one by one who may. */
const unpermittedUpdate = sharedScene({
  id: 'store: an update by an admin who may not manage content',
  act: (s) => {
    const issue = upload(s, {free: false});
    const {created, body} = issue;
    const changes = {name: s.fresh('title'), free: true};
    return {
      created,
      ...readIfServed(s, 'before', created),
      subject: update(s, issue, changes, {as: 'limited-admin'}),
      ...readIfServed(s, 'after', created),
      listed: findIssues(s, body.name),
      control: update(s, issue, changes),
    };
  },
});

/** A deletion by an admin who may not manage content, and one of another issue by an admin who may. */
const unpermittedDeletion = sharedScene({
  id: 'store: a deletion by an admin who may not manage content',
  act: (s) => {
    const {created, body} = upload(s);
    const other = upload(s);
    return {
      created,
      ...readIfServed(s, 'before', created),
      listedBefore: findIssues(s, body.name),
      subject: remove(s, created, {as: 'limited-admin'}),
      ...readIfServed(s, 'after', created),
      listed: findIssues(s, body.name),
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
  ...checksOf(unpermittedUpdate, {
    'store.content.refused-update-changes-nothing @ without permission': ({
      created,
      before,
      subject,
      after,
      listed,
    }) =>
      when(subject.status >= 400, 'the update was accepted', () =>
        all(
          () =>
            before && after
              ? expectReadAsBefore(before, after, 'a refused update changed it')
              : nothing(),
          () => expectListed(listed, created, 'not found by its name any more'),
        ),
      ),
    'store.access.failure-is-json @ the body of a 403': ({subject}) =>
      when(subject.status === 403, 'the update was not refused with 403', () =>
        expectNoPage(subject),
      ),
  }),
  ...checksOf(unpermittedDeletion, {
    'store.content.delete-needs-permission @ and leaves the issue': ({
      created,
      before,
      listedBefore,
      subject,
      after,
      listed,
    }) =>
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
