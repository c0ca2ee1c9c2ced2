import type {
  Creates,
  HttpMethod,
  MailedRequests,
  OpenApiDocument,
  Pager,
  RepeatedMember,
  ShownRows,
  ParentResource,
} from './openapi.ts';
import type {Api, OpenId, RuleId} from './rule.ts';
import type {Resource, Schema} from './schema.ts';
import type {NewestFirst, Selection} from './selection.ts';
import type {FlaggedRow, ShownReference} from './shown-reference.ts';

/**
 * A response that a document allows an operation to give, under the name of its situation. For
 * example `getAccount` has the outcome `account` with status 200 and `unauthenticated` with 401.
 */
export interface Outcome {
  situation: string;
  /** Several where the document allows several. */
  statuses: number[];
  /** The documented reason; undefined when the document does not show one. */
  reason?: string;
  /** Even a reason that is documented for another situation may stand here. */
  anyReason?: true;
  /** The open point that leaves open whether or how the operation answers so. */
  open?: OpenId;
  /** Absent when the document shows no body. */
  schema?: Schema;
  /** JSON Pointer of the schema in the contract document. */
  schemaAt?: string;
  /** Schemas of the response's own headers, by names in lower case. */
  headers: Record<string, Schema>;
}

/** A documented parameter. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  /** The kind of resource, where a path parameter names one of a tenant's. */
  names?: string;
  /** What its value says about the rows of a list. */
  selects?: Selection[];
}

/** Where a part of a request stands; named as in the arguments of a call. */
export type PartPlace = 'body' | 'query' | 'headers' | 'path';

/** One member of a request's body, or one parameter, as the document describes it. */
export interface RequestPart {
  op: string;
  in: PartPlace;
  /** JSON Pointer into the body, or `/` and the name of the parameter. */
  pointer: string;
  /** With its reference followed. */
  schema: Schema;
  required: boolean;
  /** By keyword: the rule that what breaks it is refused. Where there is none, that is open. */
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
  /** Below its prefix. */
  path: string;
  /** Before its path: the API's own prefix, unless the operation has another one. */
  prefix: string;
  /** The ability that a key needs, for example `library:read`. */
  ability?: string;
  /** The open point that leaves open which ability it needs. */
  abilityOpen?: OpenId;
  /** The open point that leaves its path open: the one here is presscheck's choice. */
  pathOpen?: OpenId;
  /** The open point by which a deployment may have it at another path than the document shows. */
  pathMovable?: OpenId;
  /** The resource below which a deployment may serve the one that the path names. */
  parent?: ParentResource;
  /** The choices of a profile that say that the deployment does not have it, by open point. */
  absent?: Record<OpenId, string>;
  /** The choices that say that requests need members which they leave out else, by open point. */
  demands?: Record<OpenId, string>;
  /** The open point that leaves open whether its success stands under `data`. */
  wrapOpen?: OpenId;
  parameters: Parameter[];
  /** Every member of the body and every parameter. */
  parts: RequestPart[];
  /** Schema of the request's body; absent when it has none. */
  request?: Schema;
  /** JSON Pointer of that schema in the contract document. */
  requestAt?: string;
  /** A request may be sent without a body. */
  bodyOptional?: true;
  outcomes: Outcome[];
  /** The first situation that is no refusal, or the one that the contract names (`x-success`). */
  success: string;
  /** What a success makes: the ledger's source. */
  creates?: Creates;
  /** The requests whose success is mailed to a person. */
  mails?: MailedRequests;
  /** Members of the request that its success, or the list of what it wrote, repeats. */
  repeats?: RepeatedMember[];
  /** Of a list: the resources whose members it shows. */
  shows?: ShownRows;
  /** Where its success shows resources. */
  represents: Represented[];
  /** The rule that a refused request leaves what it names as it was. */
  refusedChangesNothing?: RuleId;
  /** The rule that its success leaves all resources alone but the one of its path, or the new one. */
  leavesOthers?: RuleId;
  /** Of a list: how one walks from page to page. */
  pager?: Pager;
  /** Of a list: the rule that a row breaks which does not fit one of several filters. */
  selectedTogether?: RuleId;
  /** Of a list: where its pages have their numbers, and the rule that these agree. */
  pageNumbers?: {at: string; rule: RuleId};
  /** Of a list: that its rows are in the order of a time. */
  newestFirst?: NewestFirst;
  /** The situation that it answers when the request breaks its own schema. */
  invalid?: string;
  /** The references to other resources that its success shows. */
  references: ShownReference[];
  /** Of a list: the one row that has a flag. */
  flaggedRow?: FlaggedRow;
  /** The kind of the resource in its path that its success may change until what it made has ended. */
  unsettles?: string;
}

/** Where a success shows a resource. */
export interface Represented {
  /** JSON Pointer into the response's body; `*` stands for every item of a list. */
  pointer: string;
  resource: Resource;
}

/** Under a condition the operation answers a situation. Place: `createUser no-key`. */
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
 * A keyword of a member of the request's body or of a query parameter: breaking it is refused, the
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
 * A (rule, place) of a contract with what the rule is about there: the unit of witness and of
 * defect. Several marks share a place when a rule is about several keywords.
 */
export type Mark = OutcomeMark | BodyMark | HeaderMark | RequestMark;

/** What a document says about any response, whichever operation gave it. */
export interface AnyResponse {
  /**
   * Statuses that are listed for all (`x-statuses`), and more that an open point allows, by
   * operation.
   */
  statuses?: {rule: RuleId; listed: number[]; open: Record<string, number[]>};
  /**
   * Headers that are absent from every response in which the header `while` still counts more than
   * 0 (`x-absent-headers`).
   */
  absent: {rule: RuleId; header: string; while: string}[];
  /** Where the body of a refusal names the field that is wrong (`x-errors-by-field`). */
  errorsByField?: {rule: RuleId; at: string};
}

/** One document, as data. */
export interface Contract {
  api: Api;
  /** Before every path, but for operations with their own: `/api/v1`, `/integration-api/v1`. */
  prefix: string;
  /** The OpenAPI 3.1 document itself: what references lead into. */
  document: OpenApiDocument;
  operations: Record<string, Operation>;
  marks: Mark[];
  anyResponse: AnyResponse;
}
