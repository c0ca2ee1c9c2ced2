import type {Contract, Operation} from '../contract.ts';

/** What an entry of a profile is judged by. */
export interface JudgedBy {
  contract: Contract;
  /** Ids of the document's open points; undefined when they are not known. */
  points: string[] | undefined;
}

/**
 * Judges one entry of a section of a profile.
 * @param key for example `Account#/plan` in `members`
 * @returns undefined when the entry is right; else a sentence that says what is wrong and what
 * would be right
 */
export type EntryJudge = (key: string, value: unknown, by: JudgedBy) => string | undefined;

/** What follows where a profile moves something that the document names. */
export const ONLY_OPEN = 'a profile settles only what the document leaves open';

/** The operation that a key names, or the sentence that says that there is none. */
export function operationNamed({operations}: Contract, key: string): Operation | string {
  const operation = Object.hasOwn(operations, key) ? operations[key] : undefined;
  if (operation) return operation;
  return `there is no such operation; there are ${Object.keys(operations).join(', ')}`;
}
