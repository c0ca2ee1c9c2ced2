/** Contents of one name, of which one is changed or deleted: names need not be unique. */

import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import {all, when, judgeEach} from '../../../language/judge.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, readIssue, upload} from '../../issuing.ts';
import {remove, update} from '../issue-steps.ts';
import {expectAsBefore, expectListed, expectRead, whenUpdateAccepted} from '../shown.ts';

const namesakes = sharedScene({
  id: 'store: contents of one name',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const alike = {name: s.fresh('title'), description: 'Of harbours.', author: [s.fresh('text')]};
    const [earlier, one, later] = [upload(s, alike), upload(s, alike), upload(s, alike)];
    const before = {earlier: readIssue(s, earlier.created), later: readIssue(s, later.created)};
    const updated = update(s, one, {lang: 'es', free: true, description: 'Of tides.'});
    const meanwhile = {earlier: readIssue(s, earlier.created), later: readIssue(s, later.created)};
    const deletion = remove(s, one.created);
    return {
      earlier: earlier.created,
      later: later.created,
      earlierBefore: before.earlier,
      laterBefore: before.later,
      updated,
      earlierMeanwhile: meanwhile.earlier,
      laterMeanwhile: meanwhile.later,
      deletion,
      earlierAfter: readIssue(s, earlier.created),
      laterAfter: readIssue(s, later.created),
      listed: findIssues(s, alike.name),
    };
  },
});

/** What happens to one content does not happen to others of its name. */
export const contentsOfOneName: Check[] = [
  ...checksAt(namesakes, 'store.content.update-changes-what-it-names-only', {
    'contents of the same name': ({updated, ...seen}) =>
      whenUpdateAccepted(updated, () =>
        judgeEach(['earlier', 'later'] as const, (which) => {
          const read = seen[`${which}Meanwhile`];
          const branch = `the ${which} one of its name changed`;
          return all(expectRead(read, seen[which], `the ${which} one of its name is gone`), () =>
            expectAsBefore(issueIn(seen[`${which}Before`]), issueIn(read), read, branch),
          );
        }),
      ),
  }),
  ...checksAt(namesakes, 'store.content.deletion-keeps-the-others', {
    'contents of the same name': ({earlier, later, deletion, earlierAfter, laterAfter, listed}) =>
      when(deletion.situations.includes('deleted'), 'the content was not deleted', () =>
        all(
          expectRead(earlierAfter, earlier, 'an earlier one of its name is gone'),
          expectRead(laterAfter, later, 'a later one of its name is gone'),
          () => expectListed(listed, earlier, 'an earlier one of its name is not listed'),
          () => expectListed(listed, later, 'a later one of its name is not listed'),
        ),
      ),
  }),
];
