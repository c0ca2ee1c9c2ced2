import type {Seam} from '../../../defect.ts';
import {lacking, refusedAs, shifted, shown} from '../../families/seams.ts';
import {defects, overMcp, type Phrases} from '../../table.ts';
import type {Defect} from '../../../defect.ts';

/** The documented operations, which the MCP server offers as tools (What the service does, 4). */
export const OPERATIONS = [
  'getAccount',
  'getAccountUsage',
  'listTools',
  'createUpload',
  'listPublications',
  'createPublication',
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
  'downloadFile',
];

/**
 * Defects of the MCP server only: the REST API behaves as documented.
 * @param rows by the key of a rule of `workspace/mcp`, or by `key @ place`
 */
export const atTools = (rows: Record<string, Phrases>): Defect[] =>
  overMcp(
    defects(
      Object.fromEntries(
        Object.entries(rows).map(([key, phrases]) => [`workspace.mcp.${key}`, phrases]),
      ),
    ),
  );

/**
 * The rows of a rule that holds at several places. Each name begins with the place, because the names of a rule's
 * defects must differ.
 * @param places the defects by place, for example `{getAccount: {'no plan': ...}}`
 */
export const atPlaces = (rule: string, places: Record<string, Phrases>): Record<string, Phrases> =>
  Object.fromEntries(
    Object.entries(places).map(([place, phrases]) => [
      `${rule} @ ${place}`,
      Object.fromEntries(Object.entries(phrases).map(([how, seam]) => [`${place}: ${how}`, seam])),
    ]),
  );

const inSuccess = (operation: string) => ({in: [operation]});

/** Shows another value, a number with something added, or nothing, in the success of an operation. */
export const setTo = (operation: string, pointer: string, value: unknown): Seam =>
  shown('success', pointer, value, inSuccess(operation));
export const more = (operation: string, pointer: string, by = 1): Seam =>
  shifted('success', pointer, by, inSuccess(operation));
export const without = (operation: string, pointer: string, edit?: 'drop' | 'null'): Seam =>
  lacking('success', pointer, edit, inSuccess(operation));

/** Lets operations refuse as documented, but with another `reason`. */
export const otherReason = (situation: string, ...operations: string[]): Seam =>
  refusedAs(situation, {reason: 'quota'}, {in: operations});
