import type {Exchange} from '../../../../spec/exchange.ts';
import {quantity} from '../../../../spec/quantity.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {expectThat, judgeEach, notApplicable, notExercised} from '../../../language/judge.ts';
import {lastOf, missing} from '../../../language/rows.ts';
import {seconds, type Args, type Handle, type Script} from '../../../language/script.ts';
import {listFiles, readUntilEnded, start} from '../../running.ts';
import {publishBeforeTools} from '../../versions.ts';
import {allSucceed} from './tool-sequences.ts';
import {stateOf} from '../run-states.ts';
import {REFUSED_AGAIN} from '../start/tool-samples.ts';
import {expectNoneGone, idsOf} from './version-reads.ts';

/** Runs a tool to its end, and reads the versions a moment later. */
function runTool(s: Script, registration: Handle, tool: string, args: Args = {}) {
  const started = start(s, registration, tool, args);
  readUntilEnded(s, started, {optional: true});
  s.advance(seconds(5));
  return {started, list: listFiles(s, registration)};
}

/** A second run of a tool on a publication, and the lists before and after it. */
interface Again {
  started: Exchange;
  before: Exchange;
  after: Exchange;
}

/** Earlier versions remain when tools ran again: each of them may be refused (NS-WS-19). */
export function expectEarlierKept(runs: Again[]): Judgement {
  const accepted = runs.filter(({started}) => started.status < 400);
  return accepted.length
    ? judgeEach(accepted, ({before, after}) => expectNoneGone(before, after))
    : notExercised(REFUSED_AGAIN);
}

/** Each run that succeeded has added a version. */
function expectOneEach(before: Exchange, polls: Exchange[][], lists: Exchange[]): Judgement {
  const after = lastOf(lists);
  const added = missing(idsOf(after), idsOf(before)).length;
  const succeeded = polls.filter((reads) => stateOf(reads) === 'succeeded').length;
  return succeeded < 2
    ? notApplicable('two runs of a publication do not succeed at the same time')
    : expectThat(added >= succeeded, {
        branch: 'a-version-lost',
        expected: `${quantity(succeeded, 'new version')}, one of each run that succeeded`,
        got: String(added),
        at: after,
      });
}

/**
 * The versions when a tool runs on a publication for the second time, and when several tools run on
 * one at the same time (Resources / File version).
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
      expectEarlierKept([
        {started: derivation, before: derived, after: derivedAgain},
        {started: repair, before: derivedAgain, after: repairedAgain},
      ]),
  }),
  check({
    rule: 'workspace.runs.derived-is-listed',
    place: 'runs of one publication at the same time',
    onlyOnTestTargets: true,
    given: allSucceed,
    act: (s) => {
      const {registration} = publishBeforeTools(s);
      const before = listFiles(s, registration);
      // A deployment may refuse a run beside another one (NS-WS-19).
      const startBeside = (tool: string) => start(s, registration, tool, {optional: true});
      const repair = startBeside('replacing_tool');
      const derivation = startBeside('deriving_tool');
      const otherRepair = startBeside('other_replacing_tool');
      const endOf = (run: Handle) => readUntilEnded(s, run, {optional: true});
      return {
        before,
        repaired: endOf(repair),
        derived: endOf(derivation),
        otherRepaired: endOf(otherRepair),
        // Three reads: a list may lag a moment behind the end of a run.
        lists: s.repeat(3, (each) => void listFiles(each, registration), {every: seconds(5)}),
      };
    },
    judge: ({before, repaired, derived, otherRepaired, lists}) =>
      expectOneEach(before, [repaired, derived, otherRepaired], lists),
  }),
];
