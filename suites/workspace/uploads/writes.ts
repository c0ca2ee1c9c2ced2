import type {Write} from '../../language/chapter.ts';
import {nothing} from '../../language/judge.ts';
import {
  readAccount,
  registrationOf,
  reserveAndUpload,
  whenAllowanceLimited,
  leftIn,
  expectLeft,
} from '../publishing.ts';

/** The writes of uploads, with the reads of the allowance that show what they did. */
export const writes: Write[] = [
  {
    api: 'workspace',
    op: 'createPublication',
    rules: {refused: 'workspace.uploads.refusal-spends-nothing'},
    // On a shared target the check of the same rule covers this: its requests also decide other
    // rules.
    maxDrawsOnShared: 0,
    act: (s) => {
      const landed = reserveAndUpload(s);
      const before = readAccount(s);
      return {args: {body: registrationOf(s, landed)}, before, read: () => readAccount(s)};
    },
    untouched: ({before, read}) =>
      before
        ? whenAllowanceLimited(before, () => expectLeft(read, leftIn(before), 'refusal-spent'))
        : nothing(),
  },
];
