/** Names of the samples that say which tools of a target do what: two that repair, and others. */
export const TOOLS = [
  'replacing_tool',
  'other_replacing_tool',
  'deriving_tool',
  'unmetered_tool',
] as const;

/** Those whose run replaces the working file (Resources / Tool). */
export const REPAIRS: readonly string[] = TOOLS.slice(0, 2);
