import type {
  Creates,
  HttpMethod,
  MailedRequests,
  OpenApiDocument,
  Pager,
  RepeatedMember,
  BelongingRows,
  ShownRows,
  ParentResource,
} from './openapi.ts';
import type {Api, OpenId, RuleId} from './rule.ts';
import type {Resource, Schema} from './schema.ts';
import type {NewestFirst, Selection} from './selection.ts';
import type {FlaggedRow, ShownReference} from './shown-reference.ts';

/**
 * A response that a document permits for an operation, identified by its situation. For example `getAccount` has the
 * outcome `account` with status 200 and `unauthenticated` with 401.
 */
export interface Outcome {
  situation: string;
  /** Several if the document permits several. */
  statuses: number[];
  /** The documented reason; undefined when the document does not show one. */
  reason?: string;
  /** Whether a reason that is documented for another situation is accepted too. */
  anyReason?: true;
  /** What it is, where the name alone would be unclear. */
  description?: string;
  /** The open point about whether or how the operation responds in this situation. */
  open?: OpenId;
  /** Absent when the document shows no body. */
  schema?: Schema;
  /** JSON Pointer of the schema in the contract document. */
  schemaAt?: string;
  /** Schemas of the response's own headers, by lower-case name. */
  headers: Record<string, Schema>;
}

/** A documented parameter. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  /** For a path parameter that identifies a tenant's resource: the kind of resource. */
  names?: string;
  /** For a parameter of a list: what its value says about the rows. */
  selects?: Selection[];
}

/** The location of a part of a request, as in the arguments of a call. */
export type RequestLocation = 'body' | 'query' | 'headers' | 'path';

/** A member of a request's body, or a parameter, as the document describes it. */
export interface RequestPart {
  op: string;
  in: RequestLocation;
  /** JSON Pointer into the body, or `/` and the name of the parameter. */
  pointer: string;
  /** Its schema, with the reference resolved. */
  schema: Schema;
  required: boolean;
  /** By keyword: the rule that a value which violates the keyword is refused. For other keywords that is open. */
  refusals: Record<string, RuleId>;
}

/** One documented operation. */
export interface Operation {
  /** Its `operationId`, for example `getAccount`. */
  id: string;
  api: Api;
  /** For example `workspace/account`. */
  chapter: string;
  method: HttpMethod;
  /** Relative to its prefix. */
  path: string;
  /** The prefix of its path: the API's, unless the operation has one of its own. */
  prefix: string;
  /** The ability that it requires, for example `library:read`. */
  ability?: string;
  /** The open point about the required ability. */
  abilityOpen?: OpenId;
  /** The open point about its path: the path here is the mock's choice. */
  pathUndocumented?: OpenId;
  /** The open point that permits another path than the one in the document. */
  pathMayDiffer?: OpenId;
  /** The resource below which a deployment may serve the one that the path names. */
  parent?: ParentResource;
  /** The choices of a profile that say that the deployment does not have the operation, by open point. */
  absent?: Record<OpenId, string>;
  /** The choices that make members of requests required that are otherwise optional, by open point. */
  demands?: Record<OpenId, string>;
  /** The open point about whether the body of its success is wrapped in `data`. */
  wrapOpen?: OpenId;
  parameters: Parameter[];
  /** Every member of the body and every parameter. */
  parts: RequestPart[];
  /** Schema of the request's body; absent when it has none. */
  request?: Schema;
  /** JSON Pointer of that schema in the contract document. */
  requestAt?: string;
  /** Whether the body is optional. */
  bodyOptional?: true;
  outcomes: Outcome[];
  /** The first situation that is not a refusal, or the one that the contract names (`x-success`). */
  success: string;
  /** What a success creates. */
  creates?: Creates;
  /** The requests whose success is mailed to a person. */
  mails?: MailedRequests;
  /** Members of the request that the response, or a list of the resource, repeats. */
  repeats?: RepeatedMember[];
  /** For a list: the resources whose members it shows. */
  shows?: ShownRows;
  /** For a list: the rows that belong to another resource. */
  belongs?: BelongingRows;
  /** Where its success shows resources. */
  represents: Represented[];
  /** The rule that a refused request leaves the resource that it names unchanged. */
  refusedChangesNothing?: RuleId;
  /** The rule that a success leaves all resources unchanged except the one in its path, or the new one. */
  leavesOthers?: RuleId;
  /** For a list: how to get from page to page. */
  pager?: Pager;
  /** For a list: the rule that a row breaks which does not match one of several filters. */
  selectedTogether?: RuleId;
  /** For a list: the location of page numbers, and the rule that they agree. */
  pageNumbers?: {at: string; rule: RuleId; links: RuleId};
  /** For a list: the order of its rows by a time. */
  newestFirst?: NewestFirst;
  /** The situation for a request that violates its own schema. */
  invalid?: string;
  /** The references to other resources that its success shows. */
  references: ShownReference[];
  /** For a list: the single row that has a flag. */
  flaggedRow?: FlaggedRow;
  /** The kind of the resource in its path that a success may change until what it created has ended. */
  unsettles?: string;
}

/** Where a success shows a resource. */
export interface Represented {
  /** JSON Pointer into the response's body; `*` stands for every item of a list. */
  pointer: string;
  resource: Resource;
}

/** The situation of an operation under a condition. Place: `createUser no-key`. */
export interface OutcomeMark {
  kind: 'outcome';
  rule: RuleId;
  place: string;
  op: string;
  condition: string;
  situation: string;
}

/** A keyword of a member of a response's body. Place: `getAccount account /plan`. */
export interface BodyMark {
  kind: 'body';
  rule: RuleId;
  place: string;
  op: string;
  situation: string;
  /** JSON Pointer of the member; `*` stands for every row. */
  pointer: string;
  keyword: string;
}

/** A keyword of a response's header. Place: `* failure content-type`. */
export interface HeaderMark {
  kind: 'header';
  rule: RuleId;
  place: string;
  /** `*` when the header belongs to a group of responses. */
  op: string;
  /** A situation of the operation, or the group of responses. */
  situation: string;
  /** In lower case. */
  header: string;
  keyword: string;
}

/**
 * A keyword of a member of the request's body or of a query parameter: a value that violates it is refused, and its
 * boundary twin is accepted. Place: `createUser request /email`.
 */
export interface RequestMark {
  kind: 'request';
  rule: RuleId;
  place: string;
  op: string;
  in: 'body' | 'query';
  pointer: string;
  keyword: string;
}

/**
 * A rule at a place of a contract, with what it is about there: the unit of witnesses and defects. A rule about
 * several keywords has several marks at one place.
 */
export type Mark = OutcomeMark | BodyMark | HeaderMark | RequestMark;

/** What a document says about every response, whatever the operation. */
export interface AnyResponse {
  /** The listed statuses (`x-statuses`), and additional ones that an open point permits, by operation. */
  statuses?: {rule: RuleId; listed: number[]; open: Record<string, number[]>};
  /**
   * Headers that are absent from every response in which the header `while` is greater than 0 (`x-absent-headers`).
   */
  absent: {rule: RuleId; header: string; while: string}[];
  /** The location of the wrong field's name in the body of a refusal (`x-errors-by-field`). */
  errorsByField?: {rule: RuleId; at: string};
}

/** One API document, as data. */
export interface Contract {
  api: Api;
  /** The prefix of every path, except for operations with their own: `/api/v1`, `/integration-api/v1`. */
  prefix: string;
  /** The OpenAPI 3.1 document itself, in which references are resolved. */
  document: OpenApiDocument;
  operations: Record<string, Operation>;
  marks: Mark[];
  anyResponse: AnyResponse;
}
