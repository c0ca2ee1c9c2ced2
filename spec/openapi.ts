import {escapeToken} from './json.ts';
import type {Api, OpenId, RuleId} from './rule.ts';
import type {Schema, XRule} from './schema.ts';
import type {NewestFirst, Selection} from './selection.ts';
import type {FlaggedRow, ShownReference} from './shown-reference.ts';

/** An OpenAPI 3.1 document with presscheck's extensions (`x-...`), as `contract.yaml` holds it. */
export interface OpenApiDocument {
  info: {'x-api': Api; [name: string]: unknown};
  servers: {url: string}[];
  paths: Record<string, Partial<Record<keyof typeof METHODS, OperationNode>>>;
  components: {schemas: Record<string, Schema>; [kind: string]: Record<string, unknown>};
  /** Open points about the names of members; the others are about values. */
  'x-open-names'?: OpenId[];
  /** Open points that only leave open whether members are absent or null: their values have the documented form. */
  'x-open-presence'?: OpenId[];
  /** The situation of every operation under a condition. */
  'x-conditions'?: Record<string, ConditionNode>;
  /** Headers of groups of responses. */
  'x-headers'?: Partial<Record<ResponseGroup, Record<string, Schema>>>;
  /** Statuses of refusals whose bodies the document does not show: they may have any type. */
  'x-bodies-not-shown'?: number[];
  /** Headers that are absent while the header in `while` is greater than 0. */
  'x-absent-headers'?: Record<string, {while: string; 'x-rule': RuleId}>;
  /** Statuses of every response, and those that an open point adds for operations. */
  'x-statuses'?: {listed: number[]; open: Record<string, number[]>; 'x-rule': RuleId};
  /** The location of the wrong field's name in the body of a refusal. */
  'x-errors-by-field'?: {at: string; 'x-rule': RuleId};
}

/** Groups of responses that have headers in common: all, by status, with a valid credential, rate-limited. */
export const RESPONSE_GROUPS = ['every', 'success', 'failure', 'authenticated', 'limited'] as const;

/** One of the groups of responses. */
export type ResponseGroup = (typeof RESPONSE_GROUPS)[number];

/** The methods in the documents: as written in OpenAPI, and in HTTP. */
const METHODS = {get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE'} as const;

/** Kinds of texts that a response may return in another form. */
export type TextKind = 'address' | 'language';

/** A condition that is the same for every operation, for example `no-key`. */
export interface ConditionNode {
  /** A named situation, or `success` or `not-found` for those of the operation. */
  situation: string;
  'x-rule': RuleId;
  /** Whether every operation is a place of its own. Otherwise all of them are one place. */
  each?: boolean;
}

/** The methods that the documents use. */
export type HttpMethod = (typeof METHODS)[keyof typeof METHODS];

/** Rows of a list that belong to another resource: whoever may change that one may change them. */
export interface BelongingRows {
  /** JSON Pointers of the rows, and in a row of its id and of that of the other resource. */
  rows: string;
  id: string;
  owner: string;
  /** What the ids name (`x-names`). */
  kind: string;
  ownerKind: string;
}

/** An operation, as the document writes it. */
export interface OperationNode {
  operationId: string;
  tags: string[];
  parameters?: ParameterNode[];
  requestBody?: {required?: boolean; content: JsonContent};
  responses: Record<string, ResponseNode>;
  'x-ability'?: string;
  'x-ability-open'?: OpenId;
  /** Servers of this operation, instead of those of the document. */
  servers?: {url: string}[];
  'x-open'?: OpenId;
  'x-path-may-differ'?: OpenId;
  'x-parent'?: ParentResource;
  'x-wrap-open'?: OpenId;
  'x-absent'?: Record<OpenId, string>;
  'x-demands'?: Record<OpenId, string>;
  'x-success'?: string;
  'x-creates'?: Creates;
  'x-mails'?: MailedRequests;
  'x-repeats'?: RepeatedMember[];
  'x-shows'?: ShownRows;
  'x-belongs'?: BelongingRows;
  'x-refused-changes-nothing'?: RuleId;
  'x-leaves-others'?: RuleId;
  'x-page-numbers'?: {at: string; rule: RuleId; links: RuleId};
  'x-pager'?: Pager;
  'x-selected-together'?: RuleId;
  'x-newest-first'?: NewestFirst;
  'x-invalid'?: string;
  'x-references'?: ShownReference[];
  'x-flagged-row'?: FlaggedRow;
  'x-unsettles'?: string;
}

/**
 * How to read all pages of a list. `cursor`: `next` contains the value of `param` for the next page while `more` is
 * true. `page`: `param` counts pages from 1 until one has no rows. `next-link`: `next` contains the next page's URL.
 */
export interface Pager {
  kind: 'cursor' | 'page' | 'next-link';
  param: string;
  next: string;
  more: string;
  rows: string;
  /** The rule that no row occurs twice on the pages of a walk. */
  once?: RuleId;
  /** The same rule for pages between which resources were created. Default: `once`. */
  stable?: RuleId;
  /** The rule that what was created is listed. */
  lists?: RuleId;
}

/** A member of a request that its response repeats, and that lists of the resource show. */
export interface RepeatedMember {
  /** JSON Pointer into the request's body. */
  member: string;
  /** JSON Pointer into the response's body; absent if only lists show it. */
  at?: string;
  rule: RuleId;
  /** The kind of text, if that permits another form: the case of an address, a language's region. */
  as?: TextKind;
}

/** Where a list shows resources of a kind, with the members that requests write. */
export interface ShownRows {
  /** JSON Pointer of the rows into the response's body. */
  rows: string;
  /** JSON Pointer of the id into a row. */
  id: string;
}

/** Requests for which the service sends a mail to a person. */
export interface MailedRequests {
  /** JSON Pointer into the request's body. */
  member: string;
  /** The value of the member in these requests. */
  is: string;
}

/**
 * The resource below which a deployment may serve another one: a template of the profile may name
 * these path parameters of the operation that created it, too.
 */
export interface ParentResource {
  /** The operation that creates the resource, such as `startRun`. */
  of: string;
  /** Its path parameters, such as `publication`. */
  parameters: string[];
}

/** What the success of an operation creates. */
export interface Creates {
  kind: string;
  /** The kind of resource that will have the same id, and that nobody else has. */
  reserves?: string;
  /** JSON Pointer of its id in the response; absent if the document does not show the response. */
  id?: string;
  /** How to find the id, if the response does not contain it or does not come. */
  lookup?: Lookup;
  /** Another resource that a success may create with it. */
  also?: {
    /** The operation that creates such resources. */
    like: string;
    /** JSON Pointer in the body of the request: the value by which its `lookup` finds it. */
    member: string;
  };
  /** What remains, a noun in the plural. */
  residue: string;
  /** How to clean it up. */
  undo?: {
    /** The operation that cleans up. */
    by: string;
    /** Additional query parameters. */
    query?: Record<string, string>;
    /** The operation that shows it by its id, if no `lookup` finds it. */
    shownBy?: string;
    /** Situations with which that operation responds when nothing is left to clean up. */
    idle: string[];
    /** What remains after that, a noun in the plural. */
    residue: string;
  };
}

/** A list that finds a created resource by a member of the request, for example a name. */
export interface Lookup {
  /** The operation that lists. */
  by: string;
  /** Its parameter for the value. */
  query: string;
  /** JSON Pointer of the member in the body of the creation, and in a row of the list. */
  member: string;
}

/** A parameter, or a reference to one. */
export interface ParameterNode {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
  /** The kind of resource that a path parameter identifies. */
  'x-names'?: string;
  'x-selects'?: Selection[];
}

/** A response, or a reference to one. */
export interface ResponseNode {
  $ref?: string;
  headers?: Record<string, {schema: Schema}>;
  content?: JsonContent;
  'x-situations'?: Record<string, SituationNode>;
}

/** The particulars of one of the situations that share a response. */
export interface SituationNode {
  statuses?: number[];
  reason?: string;
  anyReason?: boolean;
  /** A short phrase, where the name alone would be unclear. */
  description?: string;
  'x-open'?: OpenId;
  /** One rule, or one for each condition of the situation. */
  'x-rule'?: XRule;
}

interface JsonContent {
  'application/json': {schema: Schema};
}

/** An operation of a document, with its location. */
export interface PlacedOperation {
  path: string;
  method: HttpMethod;
  /** JSON Pointer of the node, for example `/paths/~1account/get`. */
  pointer: string;
  node: OperationNode;
}

/** All operations of a document, in its order. */
export function* operationNodes(document: OpenApiDocument): Generator<PlacedOperation> {
  for (const [path, item] of Object.entries(document.paths))
    for (const [word, method] of Object.entries(METHODS)) {
      const node = item[word as keyof typeof METHODS];
      if (!node) continue;
      yield {path, method, pointer: `/paths/${escapeToken(path)}/${word}`, node};
    }
}
