import {pipelineOf, type PipelineOf, type PipelineParts} from './http/pipeline.ts';
import type {McpSteps} from './mcp/mcp-steps.ts';
import type {StorageSteps} from './objects/storage-steps.ts';
import type {SiteOperationOf} from './site/site-operations.ts';
import {noOverrides, type WorldOverrides} from './world/settings.ts';
import type {World} from './world/world.ts';

/**
 * Functions that may replace parts of the mock. Each receives a part that works as documented and returns the part that
 * is used. They act only on worlds whose setting `defects` names something.
 */
export interface Interceptors {
  /** Numbers and counters of a world. */
  overrides: WorldOverrides;
  /** The steps that serve requests to an API. */
  pipelines(parts: PipelineParts): PipelineOf;
  /** The steps that serve requests to object storage. */
  storage(world: World, documented: StorageSteps): StorageSteps;
  /** The steps that serve requests to the MCP server. */
  mcp(world: World, documented: McpSteps): McpSteps;
  /** The operations behind a store's pages. */
  site: SiteOperationOf;
}

/** Replaces nothing. */
export const noInterceptors: Interceptors = {
  overrides: noOverrides,
  pipelines(parts) {
    const pipeline = pipelineOf(parts);
    return () => pipeline;
  },
  storage: (_world, documented) => documented,
  mcp: (_world, documented) => documented,
  site: (_world, _id, documented) => documented,
};
