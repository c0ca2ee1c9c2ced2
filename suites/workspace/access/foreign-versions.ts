import {check, type Check} from '../../language/check.ts';
import {all, expectOutcome, when} from '../../language/judge.ts';
import {column} from '../../language/rows.ts';
import type {Handle} from '../../language/script.ts';
import {listFiles} from '../running.ts';
import {versioned} from '../versions.ts';

/** The version list, and the answer to a download of each possible row by another workspace. */
type Downloads = {list: Handle} & Record<`foreign ${number}`, Handle | undefined>;

/** A file of another workspace does not exist, whatever made it (Authentication 3). */
export const foreignVersions: Check[] = [
  check({
    rule: 'workspace.access.foreign-is-not-found',
    place: 'every version of a file',
    given: versioned,
    onlyOnTestTargets: true,
    act: (s, {registration, versions}) => {
      const list = listFiles(s, registration);
      const downloads: Downloads = {list};
      for (let row = 0; row < versions; row += 1) {
        // There are fewer rows if a tool did not succeed.
        const path = {file: list.at(`/data/${row}/id`)};
        downloads[`foreign ${row}`] = s.call('downloadFile', {
          as: 'second-workspace',
          path,
          optional: true,
        });
      }
      return downloads;
    },
    judge: ({list, ...seen}) => {
      const answers = column([list], '/id').flatMap((_id, row) => seen[`foreign ${row}`] ?? []);
      return when(answers.length > 0, 'no version was listed', () =>
        all(...answers.map((one) => expectOutcome(one, 'file-not-found', 'foreign-version'))),
      );
    },
  }),
];
