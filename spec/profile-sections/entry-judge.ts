import type {Contract, Operation} from '../contract.ts';
import {knownNames} from '../likeliest.ts';

/** The data with which an entry of a profile is validated. */
export interface JudgedBy {
  contract: Contract;
  /** Ids of the document's open points; undefined when they are not known. */
  points: string[] | undefined;
}

/**
 * Validates one entry of a section of a profile.
 * @param key for example `Account#/plan` in `members`
 * @returns undefined when the entry is valid; otherwise a sentence that says what is wrong and what is allowed
 */
export type EntryJudge = (key: string, value: unknown, by: JudgedBy) => string | undefined;

/** The consequence of moving something that the document names, for messages. */
export const ONLY_OPEN = 'a profile settles only what the document leaves open';

/** The operation with an id, or a sentence that says that there is none. */
export function operationNamed({operations}: Contract, key: string): Operation | string {
  const operation = Object.hasOwn(operations, key) ? operations[key] : undefined;
  if (operation) return operation;
  const names = Object.keys(operations);
  return `there is no such operation; ${knownNames(key, names, '`presscheck rules API --profile`')}`;
}
