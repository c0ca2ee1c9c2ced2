import type {RuleId} from '../../spec/rule.ts';

/** The ids of rules of a chapter of the workspace API, by their keys in its catalogue. */
export const within = (chapter: string, keys: readonly string[]): RuleId[] =>
  keys.map((key) => `workspace.${chapter}.${key}`);
