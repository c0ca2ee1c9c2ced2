/** Names of the samples for tools of a target: two that repair, and others. */
export const TOOLS = [
  'replacing_tool',
  'other_replacing_tool',
  'deriving_tool',
  'non_replacing_tool',
] as const;

/** The tools whose runs replace the working file (Resources / Tool). */
export const REPAIRS: readonly string[] = TOOLS.slice(0, 2);
