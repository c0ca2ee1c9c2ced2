import type {Script} from '../../../language/script.ts';

/** Names of the samples for tools of a target: two that repair, and others. */
export const TOOLS = [
  'replacing_tool',
  'other_replacing_tool',
  'deriving_tool',
  'non_replacing_tool',
] as const;

/** The tools whose runs replace the working file (Resources / Tool). */
export const REPAIRS: readonly string[] = TOOLS.slice(0, 2);

/** Why nothing is decided where a limit allows one run of a tool on a publication. */
export const REFUSED_AGAIN =
  'a second run of a tool on one publication was refused: it takes tools that may run twice on one ' +
  '(samples replacing_tool, deriving_tool)';

/**
 * Each tool once, in its position: samples may name one tool, and a deployment may allow only one
 * run of it on a publication (Limits).
 * @param tools names of samples
 */
export const eachOnce = (s: Script, tools: readonly string[]): (string | undefined)[] =>
  tools.map((tool, index) =>
    tools.slice(0, index).some((earlier) => s.isSameSample(earlier, tool)) ? undefined : tool,
  );
