import {expect, test} from 'vitest';
import {openProfile, type PathChoice} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {prepare} from '../../engine/plan/prepare.ts';
import {everyStep} from '../../engine/plan/steps.ts';
import {quotas} from './quotas.ts';

const specifications = loadSpecifications();
const contracts = {
  workspace: specifications.workspace.contract,
  store: specifications.store.contract,
};

/** The interface through which the run of a tool is read, if the profile gives the path of runs. */
function readsThrough(readRun: PathChoice): (string | undefined)[] {
  const scene = quotas.find(({rule}) => rule === 'workspace.mcp.runs-count-in-one-usage')?.scene;
  const target = {
    lacks: () => undefined,
    profile: () => ({...openProfile(), paths: {readRun}}),
  };
  const {act} = prepare(scene!, target, contracts);
  return [...everyStep(act)].flatMap((step) =>
    step.step === 'call' && step.op === 'readRun' ? [step.interface] : [],
  );
}

test('the run of a tool is read through a tool where only headers tell the URLs of runs', () => {
  expect(readsThrough({followed: {kind: 'run', from: 'startRun', header: 'Location'}})).toEqual([
    'mcp',
  ]);
  expect(readsThrough({template: '/runs/{run}'})).toEqual([undefined]);
});
