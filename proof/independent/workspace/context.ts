import type {Json} from './http.ts';
import type {Workspace} from './model.ts';
import type {World} from './world.ts';

/** What an operation gets. */
export type Context = {
  w: World;
  space: Workspace;
  by: string;
  mcp: boolean;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Json;
  retryKey: string | undefined;
};
