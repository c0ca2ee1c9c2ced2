import type {Defect, Seam} from '../../../defect.ts';
import {breaking} from '../../breaking.ts';

export const START = ['startRun'];
export const REGISTER = ['createPublication'];

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
 * @param rule the key of a rule of `workspace/mcp`
 */
export const atTools = (rule: string, seams: Record<string, Seam>): Defect[] =>
  breaking(`workspace.mcp.${rule}`, seams).map((defect) => ({...defect, interface: 'mcp'}));

/**
 * The same for a rule that holds at several places.
 * @param places the defects by place, for example `{getAccount: {'no plan': ...}}`
 */
export const atPlaces = (rule: string, places: Record<string, Record<string, Seam>>): Defect[] =>
  Object.entries(places).flatMap(([place, seams]) =>
    atTools(rule, namedByPlace(place, seams)).map((defect) => ({...defect, place})),
  );

/** Prefixes each name with the place, because the names of a rule's defects must differ. */
export const namedByPlace = (place: string, seams: Record<string, Seam>): Record<string, Seam> =>
  Object.fromEntries(Object.entries(seams).map(([name, seam]) => [`${place}: ${name}`, seam]));

/** Changes the value at a pointer in the success of an operation. */
export const editing = (
  operation: string,
  pointer: string,
  edit: Extract<Seam, {seam: 'member'}>['edit'],
): Seam => ({seam: 'member', situation: 'success', in: [operation], pointer, edit});

/** Loses the changes of a table, although the response is correct. */
export const losing = (operation: string, table: string): Seam => ({
  seam: 'change',
  in: [operation],
  table,
  drop: true,
});

/** Lets operations refuse as documented, but with another `reason`. */
export const otherReason = (situation: string, ...operations: string[]): Seam => ({
  seam: 'refusal',
  situation,
  in: operations,
  as: {reason: 'quota'},
});
