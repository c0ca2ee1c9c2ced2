import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, notExercised} from '../../judge.ts';
import {seconds, type Args, type Handle, type Script} from '../../script.ts';
import {listFiles, readUntilEnded, start} from '../running.ts';
import {publishBeforeTools} from '../versions.ts';
import {allSucceed} from './tool-sequences.ts';
import {expectNoneGone} from './version-reads.ts';

/** Runs a tool to its end, and reads the versions a moment later. */
function runTool(s: Script, registration: Handle, tool: string, args: Args = {}) {
  const started = start(s, registration, tool, args);
  readUntilEnded(s, started, {optional: true});
  s.advance(seconds(5));
  return {started, list: listFiles(s, registration)};
}

/** Earlier versions remain when a tool ran again, unless it was refused (NS-WS-19). */
const expectEarlierKept = (before: Exchange, again: Exchange, after: Exchange): Judgement =>
  again.status >= 400
    ? notExercised('a second run of a tool on one publication was refused')
    : expectNoneGone(before, after);

/**
 * The versions when a tool runs on a publication for the second time (Resources / File version).
 */
export const toolsAgain: Check[] = [
  check({
    rule: 'workspace.runs.versions-add-up',
    place: 'a tool that runs again',
    onlyOnTestTargets: true,
    given: allSucceed,
    act: (s) => {
      const {registration} = publishBeforeTools(s);
      const accepted: Args = {expects: 'accepted'};
      runTool(s, registration, 'replacing_tool', accepted);
      const derived = runTool(s, registration, 'deriving_tool', accepted);
      const derivedAgain = runTool(s, registration, 'deriving_tool');
      const repairedAgain = runTool(s, registration, 'replacing_tool');
      return {
        derived: derived.list,
        derivation: derivedAgain.started,
        derivedAgain: derivedAgain.list,
        repair: repairedAgain.started,
        repairedAgain: repairedAgain.list,
      };
    },
    judge: ({derived, derivation, derivedAgain, repair, repairedAgain}) =>
      all(
        expectEarlierKept(derived, derivation, derivedAgain),
        expectEarlierKept(derivedAgain, repair, repairedAgain),
      ),
  }),
];
