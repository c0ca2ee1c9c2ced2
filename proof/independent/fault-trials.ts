import {defined} from '../../spec/defined.ts';
import type {Api, Rule, RuleId} from '../../spec/rule.ts';
import type {Specification} from '../../spec/specification.ts';
import {failedIn, judged, type Judged} from './attribution.ts';
import type {Trial} from './certification.ts';
import type {Fault} from './faults.ts';
import {playTrials} from './workers.ts';

/** How servers with faults are certified. */
export interface FaultChoice {
  api: Api;
  hooks: boolean;
  effort: 'standard' | 'deep';
  /** Only the rules of the chapters that a fault's row belongs to are checked. */
  ownChapter: boolean;
}

/** What a run found of a fault, and how it was run. */
export interface FaultRun extends Judged, FaultChoice {}

/** Identifies a run among those of several files. */
export const nameOfRun = ({fault, hooks, effort, ownChapter}: FaultRun): string =>
  [fault.api, fault.name, hooks, effort, ownChapter].join(' ');

/**
 * Certifies a server of each fault.
 * @param processes how many certify at the same time
 * @param finished is told what was found of one fault after the other
 */
export async function playFaults(
  faults: Fault[],
  choice: FaultChoice,
  {rules}: Specification,
  processes: number,
  finished: (run: FaultRun) => void,
): Promise<void> {
  const falsely = await failedOnCorrectServer(choice);
  const named = new Map(faults.map((fault) => [fault.name, fault]));
  const trials = faults.map((fault) => trialOf(fault, choice, rules));
  await playTrials(trials, processes, ([certification], trial) => {
    const fault = defined(named.get(trial.fault ?? ''), 'the fault of a trial');
    const run = judged(fault, defined(certification, 'the run of a trial'), rules, falsely);
    finished({...run, ...choice});
  });
}

/** What fails on the correct server, too, finds no fault. */
async function failedOnCorrectServer(choice: FaultChoice): Promise<ReadonlySet<RuleId>> {
  const [certification] = (await playTrials([correctTrial(choice)], 1)).flat();
  return new Set(failedIn(defined(certification, 'the run on the correct server')));
}

const correctTrial = ({api, hooks, effort}: FaultChoice): Trial => ({
  api,
  seed: 1,
  credentials: 'all',
  hooks,
  runs: 1,
  ...(effort === 'deep' && {effort}),
});

/** A trial of a fault; a row without a rule belongs to no chapter, and all of them are checked. */
function trialOf(fault: Fault, choice: FaultChoice, rules: Rule[]): Trial {
  const trial = {...correctTrial(choice), fault: fault.name};
  const covering = rules.filter(({covers}) => covers.includes(fault.row));
  const chapters = [...new Set(covering.map(({id}) => id.split('.')[1] ?? ''))];
  return choice.ownChapter && chapters.length ? {...trial, chapters} : trial;
}
