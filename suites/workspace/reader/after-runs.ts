import {check, type Check, type Setup} from '../../language/check.ts';
import {expectThat, judgeEach, notApplicable, when} from '../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {reserve} from '../publishing.ts';
import {publishWithFile, readUntilEnded, start} from '../running.ts';
import {namesOf, readMirrors, expectNoMirrors, expectNoneTwice} from './mirrors.ts';
import {expectNoStoreUrl} from './store-urls.ts';

/** Records a run to its end. It may fail: what is judged holds in any case. */
function run(s: Script, registration: Handle, tool: string): void {
  readUntilEnded(s, start(s, registration, tool, {expects: 'accepted'}), {optional: true});
  // A read may lag a moment behind the end of a run.
  s.advance(seconds(5));
}

/** Only a hook can push a publication of the run's own, on which tools may then run. */
const pushedBeforeRuns: Setup<{registration: Handle}> = {
  id: 'workspace: a publication with a file that was pushed',
  ways: [
    (s) => {
      const registration = publishWithFile(s);
      s.control('push-mirrors', {role: 'full', publication: registration.at('/id')});
      return {registration};
    },
  ],
};

/** What runs mean for the mirrors of their publication: no run pushes it (Resources / Reader mirror). */
export const afterRuns: Check[] = [
  check({
    rule: 'workspace.reader.mirrors-differ',
    place: 'after runs',
    onlyOnTestTargets: true,
    given: pushedBeforeRuns,
    act: (s, {registration}) => {
      const publication = registration.at('/id');
      run(s, registration, 'replacing_tool');
      const replaced = readMirrors(s, publication);
      s.control('push-mirrors', {role: 'full', publication});
      const pushedAgain = readMirrors(s, publication);
      run(s, registration, 'deriving_tool');
      return {replaced, pushedAgain, derived: readMirrors(s, publication)};
    },
    judge: (seen) => judgeEach(Object.values(seen), (mirrors) => expectNoneTwice(mirrors)),
  }),
  check({
    rule: 'workspace.reader.no-store-url',
    place: 'of a modified version',
    onlyOnTestTargets: true,
    given: pushedBeforeRuns,
    act: (s, {registration}) => {
      const publication = registration.at('/id');
      run(s, registration, 'replacing_tool');
      s.control('push-mirrors', {role: 'full', publication});
      return {reservation: reserve(s), rows: readMirrors(s, publication)};
    },
    judge: ({reservation, rows}) =>
      when(namesOf(rows).length > 0, 'the publication has no mirrors', () =>
        expectNoStoreUrl(rows, reservation.body.upload_url),
      ),
  }),
  check({
    rule: 'workspace.reader.one-row-a-mirror',
    place: 'of the original, after a repair',
    onlyOnTestTargets: true,
    given: pushedBeforeRuns,
    act: (s, {registration}) => {
      const publication = registration.at('/id');
      const before = readMirrors(s, publication);
      run(s, registration, 'replacing_tool');
      return {before, after: readMirrors(s, publication)};
    },
    judge: ({before, after}) =>
      namesOf(before).includes('original')
        ? expectThat(namesOf(after).includes('original'), {
            branch: 'original-gone',
            expected: 'the mirror of the original to be there after a repair, too',
            got: namesOf(after).join(', ') || 'no mirror',
            at: after,
          })
        : notApplicable('the original has no mirror'),
  }),
  check({
    rule: 'workspace.reader.never-pushed-has-none',
    place: 'after runs',
    onlyOnTestTargets: true,
    act: (s) => {
      const registration = publishWithFile(s);
      const publication = registration.at('/id');
      run(s, registration, 'unmetered_tool');
      const read = readMirrors(s, publication);
      run(s, registration, 'replacing_tool');
      return {read, replaced: readMirrors(s, publication)};
    },
    judge: (seen) => judgeEach(Object.values(seen), (mirrors) => expectNoMirrors(mirrors)),
  }),
];
