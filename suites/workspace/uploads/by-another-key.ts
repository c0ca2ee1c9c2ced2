/** An upload belongs to its workspace: each of its keys can go on with what another began. */

import {check, type Check} from '../../language/check.ts';
import {all, expectOutcome} from '../../language/judge.ts';
import {register, reserveAndUpload} from '../publishing.ts';

/** A registration needs a key of the workspace, not the one that reserved (States / Upload and registration). */
export const byAnotherKey: Check[] = [
  check({
    rule: 'workspace.uploads.registration-answers-201',
    place: 'by another key of the workspace',
    onlyOnTestTargets: true,
    act: (s) => ({
      byOther: register(s, reserveAndUpload(s), {as: 'other-key'}),
      ofOther: register(s, reserveAndUpload(s, 'other-key')),
    }),
    judge: ({byOther, ofOther}) =>
      all(
        expectOutcome(byOther, 'registered', 'another-key-refused'),
        expectOutcome(ofOther, 'registered', 'upload-of-another-key-refused'),
      ),
  }),
];
