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
 * Defects of the MCP server alone: the REST API stays as documented.
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

/** Puts the place before each name, since the names of a rule's defects have to differ. */
export const namedByPlace = (place: string, seams: Record<string, Seam>): Record<string, Seam> =>
  Object.fromEntries(Object.entries(seams).map(([name, seam]) => [`${place}: ${name}`, seam]));

/** The success of an operation has another value at a pointer. */
export const editing = (
  operation: string,
  pointer: string,
  edit: Extract<Seam, {seam: 'member'}>['edit'],
): Seam => ({seam: 'member', situation: 'success', in: [operation], pointer, edit});

/** The response is right, but the changes of a table are lost. */
export const losing = (operation: string, table: string): Seam => ({
  seam: 'change',
  in: [operation],
  table,
  drop: true,
});

/** Operations refuse as documented, but with another `reason`. */
export const otherReason = (situation: string, ...operations: string[]): Seam => ({
  seam: 'refusal',
  situation,
  in: operations,
  as: {reason: 'quota'},
});
