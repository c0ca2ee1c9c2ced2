/** Starts that somebody else was refused, with the same key (Endpoints / start run). */

import {check, type Check} from '../../../language/check.ts';
import {expectOutcome, notApplicable, summaryOf, when} from '../../../language/judge.ts';
import type {Args} from '../../../language/script.ts';
import {isClientError, isSuccessStatus} from '../../../../spec/status.ts';
import {limited} from '../../../rate-limits/limited.ts';
import {keyed, publishWithFile, start} from '../../running.ts';

/** Who is refused a start at first. */
const REFUSED: Readonly<Record<string, Args>> = {
  'by another workspace': {as: 'second-workspace'},
  'without the ability': {as: 'read-only'},
};

/**
 * A key is for the retry of a run, and a start that somebody else was refused has made none. Whether a refusal is kept
 * for whoever sent it is open (NS-WS-17): other services keep some.
 */
export const keysOfRefusedStarts: Check[] = Object.entries(REFUSED).map(([name, other]) =>
  check({
    rule: 'workspace.runs.start-answers-202',
    place: `with the key of a start that was refused ${name}`,
    onlyOnTestTargets: true,
    act: (s) => {
      const key = keyed(s);
      const registration = publishWithFile(s);
      return {
        refused: start(s, registration, 'unmetered_tool', {...key, ...other}),
        later: start(s, registration, 'unmetered_tool', key),
      };
    },
    // Which ability a start needs is open (NS-WS-15).
    judge: ({refused, later}) =>
      isSuccessStatus(refused.status)
        ? notApplicable('the first start was not refused')
        : when(
            isClientError(refused.status) && !limited(refused),
            `the first start was answered ${summaryOf(refused)}`,
            () => expectOutcome(later, 'accepted', 'refused-for-good'),
          ),
  }),
);
