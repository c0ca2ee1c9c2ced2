/** Starts that are refused, and sent again with the same key once they are possible (Endpoints / start run). */

import {check, type Check} from '../../../language/check.ts';
import {expectOutcome, notApplicable, summaryOf, when} from '../../../language/judge.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {isClientError, isSuccessStatus} from '../../../../spec/status.ts';
import {limited} from '../../../rate-limits/limited.ts';
import {publish, readWhenShown, reserveAndUpload} from '../../publishing.ts';
import {keyed, publishWithFile, start} from '../../running.ts';

/** A start that is refused, and the same start when nothing refuses it any more. */
type TwoStarts = Record<'refused' | 'later', Handle>;

/** A publication, and a start of it by somebody who may not start it. */
const byAnother =
  (other: Args) =>
  (s: Script, key: Args): TwoStarts => {
    const registration = publishWithFile(s);
    return {
      refused: start(s, registration, 'unmetered_tool', {...key, ...other}),
      later: start(s, registration, 'unmetered_tool', key),
    };
  };

/** What refuses a start at first, each with the start that nothing refuses. */
const REFUSED: Readonly<Record<string, (s: Script, key: Args) => TwoStarts>> = {
  'before the publication was registered': (s, key) => {
    const landed = reserveAndUpload(s);
    const startIt = (): Handle =>
      s.call('startRun', {
        path: {publication: landed.at('/publication_id')},
        body: {tool: s.sample('unmetered_tool')},
        ...key,
      });
    const refused = startIt();
    const registration = publish(s, 'full', landed);
    readWhenShown(s, registration);
    s.call('getCurrentPublicationFile', {
      path: {publication: registration.at('/id')},
      until: {other: 404},
      expects: 'current',
    });
    return {refused, later: startIt()};
  },
  'by another workspace': byAnother({as: 'second-workspace'}),
  'without the ability': byAnother({as: 'read-only'}),
  'at the daily ceiling': (s, key) => {
    const registration = publishWithFile(s);
    const startIt = (): Handle => start(s, registration, 'metered_tool', key);
    s.control('leave-runs', {role: 'full', runs: 0});
    const refused = startIt();
    s.control('leave-runs', {role: 'full', runs: null});
    return {refused, later: startIt()};
  },
};

/**
 * A key is for the retry of a run. A start that was refused has made none, so its key is as good as a new one: what
 * one that is sent again is answered otherwise is open (NS-WS-17).
 */
export const keysOfRefusedStarts: Check[] = Object.entries(REFUSED).map(([name, startTwice]) =>
  check({
    rule: 'workspace.runs.start-answers-202',
    place: `with the key of a start that was refused ${name}`,
    onlyOnTestTargets: true,
    act: (s) => startTwice(s, keyed(s)),
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
