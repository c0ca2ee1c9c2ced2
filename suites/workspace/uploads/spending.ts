import {check, type Check} from '../../language/check.ts';
import {all} from '../../language/judge.ts';
import {
  readAccount,
  publish,
  publishAudiobook,
  whenAllowanceLimited,
  leftIn,
  expectLeft,
} from '../publishing.ts';

/** Each registration uses one publication of the allowance (States / Upload and registration). */
export const spending: Check[] = [
  check({
    rule: 'workspace.uploads.registration-spends-one',
    act: (s) => {
      const before = readAccount(s);
      publish(s);
      const between = readAccount(s);
      const later = s.repeat(3, (each) => {
        publish(each);
        readAccount(each);
      });
      return {before, between, later};
    },
    judge: ({before, between, later}) =>
      whenAllowanceLimited(before, () =>
        all(
          expectLeft(between, leftIn(before) - 1, 'first-not-one'),
          ...later
            .filter(({op}) => op === 'getAccount')
            .map((read, index) =>
              expectLeft(read, leftIn(before) - 2 - index, 'later-not-one-each'),
            ),
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.registration-spends-one',
    place: 'an audiobook',
    onlyOnTestTargets: true,
    act: (s) => {
      const before = readAccount(s);
      publishAudiobook(s);
      return {before, after: readAccount(s)};
    },
    judge: ({before, after}) =>
      whenAllowanceLimited(before, () => expectLeft(after, leftIn(before) - 1, 'not-one')),
  }),
];
