import {expect, test} from 'vitest';
import {isObject, at, toText} from '../../../spec/json.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Call, Step} from '../../../spec/step.ts';
import {allChecks} from '../../all-checks.ts';
import {prepare} from '../../engine/plan/prepare.ts';
import {everyStep} from '../../engine/plan/steps.ts';

const specifications = loadSpecifications();
const contracts = {
  workspace: specifications.workspace.contract,
  store: specifications.store.contract,
};
const {checks} = allChecks(specifications);
const scenes = [...new Map(checks.map(({scene}) => [scene.id, scene])).values()];

/** The tools of two small catalogues, by the samples that name them; `free` is not metered. */
const CATALOGS: Record<string, Record<string, string>> = {
  'a metered tool derives': {
    metered_tool: 'copy',
    deriving_tool: 'copy',
    non_replacing_tool: 'copy',
    other_metered_tool: 'rewrite',
    other_replacing_tool: 'rewrite',
    unmetered_tool: 'free',
    replacing_tool: 'free',
  },
  'a metered tool replaces': {
    metered_tool: 'rewrite',
    replacing_tool: 'rewrite',
    other_metered_tool: 'copy',
    deriving_tool: 'copy',
    non_replacing_tool: 'free',
    unmetered_tool: 'free',
    other_replacing_tool: 'other',
  },
};

const isRequiredStart = (step: Step): step is Call =>
  step.step === 'call' && step.op === 'startRun' && step.expects === 'accepted';

/** The run that a start makes: a retry with the same `Idempotency-Key` makes none. */
interface Run {
  /** Its publication and tool. */
  of: string;
  /** Its key, or the step without one. */
  key: string;
}

const runOf = ({id, path, body, headers}: Call, tools: Record<string, string>): Run[] => {
  const sample = isObject(body) ? toText(at(body, '/tool/$sample')) : '';
  const tool = tools[sample] ?? sample;
  const key = headers?.['Idempotency-Key'];
  return tool === 'free'
    ? []
    : [{of: JSON.stringify([path, tool]), key: JSON.stringify(key ?? id)}];
};

/** Whether two of the runs are of one tool on one publication. */
const hasRepetition = (runs: Run[]): boolean =>
  runs.some(({of, key}, index) =>
    runs.slice(0, index).some((earlier) => earlier.of === of && earlier.key !== key),
  );

test.each(Object.keys(CATALOGS))(
  'no scene needs a second run of a metered tool on a publication, where %s',
  (catalog) => {
    const tools = CATALOGS[catalog] ?? {};
    const isSameSample = (one: string, other: string): boolean =>
      one === other || (tools[one] !== undefined && tools[one] === tools[other]);
    const repeating = scenes.filter((scene) => {
      const {given, act} = prepare(scene, {lacks: () => undefined, isSameSample}, contracts);
      const starts = [...everyStep([...given, ...act])].filter(isRequiredStart);
      return hasRepetition(starts.flatMap((step) => runOf(step, tools)));
    });
    expect(repeating.map(({id}) => id)).toEqual([]);
  },
);
