import {single, type Defect} from '../../defect.ts';
import {pipelineOf, type Pipeline} from '../../http/pipeline.ts';
import type {Transition} from '../../operation.ts';
import type {World} from '../../world/world.ts';
import type {Interceptors} from '../../interceptors.ts';
import {defectiveMcpSteps} from './mcp-steps.ts';
import {overridesBy} from './overrides.ts';
import {defectivePipeline} from './pipeline.ts';
import {defectiveSiteOperation} from './site-operations.ts';
import {defectiveStorageSteps} from './storage-steps.ts';

/**
 * Makes interceptors for a mock whose worlds can have defects: `createMock({defects: withDefects(DEFECTS)})`. A world
 * has the defects whose names it was created with; by default none.
 */
export function withDefects(known: readonly Defect[]): Interceptors {
  const defectsOf = ({defects}: {defects: readonly string[]}): Defect[] =>
    defects.flatMap((name) => {
      const defect = known.find((one) => one.name === name);
      if (!defect) throw new RangeError(`no defect \`${name}\` is known to this mock`);
      return single(defect);
    });
  return {
    overrides: overridesBy(defectsOf),
    pipelines: pipelinesBy(defectsOf),
    storage: (world, documented) => defectiveStorageSteps(defectsOf(world.settings), documented),
    mcp: mcpStepsBy(defectsOf),
    site: siteBy(defectsOf),
  };
}

/** The pipelines of both interfaces by world: a defect may remember earlier requests. */
const pipelinesBy =
  (defectsOf: (settings: World['settings']) => Defect[]): Interceptors['pipelines'] =>
  (parts) => {
    const plain = pipelineOf(parts);
    const made = {api: new WeakMap<World, Pipeline>(), mcp: new WeakMap<World, Pipeline>()};
    return (world, via) => {
      if (!world.settings.defects.length) return plain;
      const ofInterface = via === 'mcp' ? made.mcp : made.api;
      const all = defectsOf(world.settings);
      const defects = via === 'mcp' ? all : all.filter((defect) => defect.interface !== 'mcp');
      const pipeline = ofInterface.get(world) ?? defectivePipeline(parts, defects);
      ofInterface.set(world, pipeline);
      return pipeline;
    };
  };

/** The steps of the MCP server by world: they remember which tokens they have accepted. */
function mcpStepsBy(defectsOf: (settings: World['settings']) => Defect[]): Interceptors['mcp'] {
  const made = new WeakMap<World, ReturnType<typeof defectiveMcpSteps>>();
  return (world, documented) => {
    if (!world.settings.defects.length) return documented;
    const steps = made.get(world) ?? defectiveMcpSteps(defectsOf(world.settings), documented);
    made.set(world, steps);
    return steps;
  };
}

/** The operations of a store's pages by world: a defect may remember earlier requests. */
function siteBy(defectsOf: (settings: World['settings']) => Defect[]): Interceptors['site'] {
  const made = new WeakMap<World, Map<string, Transition>>();
  return (world, id, documented) => {
    if (!world.settings.defects.length) return documented;
    const ofWorld = made.get(world) ?? new Map<string, Transition>();
    made.set(world, ofWorld);
    const operation =
      ofWorld.get(id) ?? defectiveSiteOperation(defectsOf(world.settings), world, id, documented);
    ofWorld.set(id, operation);
    return operation;
  };
}
