/** Contents of one name, of which one is changed or deleted: names need not be unique. */

import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {all, judgeEach, when} from '../../../language/judge.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, readIssue, upload} from '../../issuing.ts';
import {remove, update} from '../issue-steps.ts';
import {expectAsBefore, expectListed, expectRead, whenUpdateAccepted} from '../shown.ts';

const namesakes = sharedScene({
  id: 'store: contents of one name',
  onlyOnTestTargets: true,
  act: (s) => {
    const alike = {name: s.fresh('title'), description: 'Of harbours.', author: [s.fresh('text')]};
    const [earlier, one, later] = [upload(s, alike), upload(s, alike), upload(s, alike)];
    const read = ({created}: typeof one) => readIssue(s, created);
    const [earlierBefore, laterBefore] = [read(earlier), read(later)];
    const updated = update(s, one, {lang: 'es', free: true, description: 'Of tides.'});
    const [earlierMeanwhile, laterMeanwhile] = [read(earlier), read(later)];
    const deletion = remove(s, one.created);
    return {
      earlier: earlier.created,
      later: later.created,
      earlierBefore,
      laterBefore,
      updated,
      earlierMeanwhile,
      laterMeanwhile,
      deletion,
      earlierAfter: read(earlier),
      laterAfter: read(later),
      listed: findIssues(s, alike.name),
    };
  },
});

/** The contents of the name that are not changed. */
const OTHERS = ['earlier', 'later'] as const;

/** What happens to one content does not happen to others of its name. */
export const contentsOfOneName: Check[] = checksOf(namesakes, {
  'store.content.update-changes-what-it-names-only @ contents of the same name': ({
    updated,
    ...seen
  }) =>
    whenUpdateAccepted(updated, () =>
      judgeEach(OTHERS, (which) => {
        const read = seen[`${which}Meanwhile`];
        const branch = `the ${which} one of its name changed`;
        return all(expectRead(read, seen[which], `the ${which} one of its name is gone`), () =>
          expectAsBefore(issueIn(seen[`${which}Before`]), issueIn(read), read, branch),
        );
      }),
    ),
  'store.content.deletion-keeps-the-others @ contents of the same name': ({
    deletion,
    listed,
    ...seen
  }) =>
    when(deletion.situations.includes('deleted'), 'the content was not deleted', () =>
      judgeEach(OTHERS, (which) => {
        const a = which === 'earlier' ? 'an earlier' : 'a later';
        return all(
          expectRead(seen[`${which}After`], seen[which], `${a} one of its name is gone`),
          () => expectListed(listed, seen[which], `${a} one of its name is not listed`),
        );
      }),
    ),
});
