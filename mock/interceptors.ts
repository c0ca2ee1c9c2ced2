import {pipelineOf, type PipelineOf, type PipelineParts} from './http/pipeline.ts';
import type {McpSteps} from './mcp/mcp-steps.ts';
import type {StorageSteps} from './objects/storage-steps.ts';
import type {SiteOperationOf} from './site/site-operations.ts';
import {noOverrides, type WorldOverrides} from './world/settings.ts';
import type {World} from './world/world.ts';

/**
 * Puts other parts in the place of the mock's own, in worlds that are made with a name for it (the setting
 * `defects`). Each function gets the documented parts and gives those that serve.
 */
export interface Wrapping {
  /** Numbers and counters. */
  overrides: WorldOverrides;
  /** The steps of an API. */
  pipelines(parts: PipelineParts): PipelineOf;
  /** The steps of object storage. */
  storage(world: World, documented: StorageSteps): StorageSteps;
  /** The steps of the MCP server. */
  mcp(world: World, documented: McpSteps): McpSteps;
  /** The operations of a store's pages. */
  site: SiteOperationOf;
}

/** The mock's own parts in every world. */
export const unwrapped: Wrapping = {
  overrides: noOverrides,
  pipelines(parts) {
    const pipeline = pipelineOf(parts);
    return () => pipeline;
  },
  storage: (_world, documented) => documented,
  mcp: (_world, documented) => documented,
  site: (_world, _id, documented) => documented,
};
