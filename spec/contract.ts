import type {Api, OpenId, RuleId} from './rule.ts';

/**
 * `x-rule` is one id, or a map from keyword (or condition) to id where one node carries several.
 */
export type XRule = RuleId | Record<string, RuleId>;

/** A JSON Schema node of a contract, with presscheck's two marks. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  not?: Schema;
  additionalProperties?: boolean | Schema;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  examples?: unknown[];
  description?: string;
  'x-rule'?: XRule;
  'x-open'?: OpenId;
}

/**
 * A named situation: what a document allows an operation to answer there. Several statuses =
 * documented freedom.
 */
export interface Outcome {
  situation: string;
  statuses: number[];
  /** The documented reason; undefined when the document does not show one. */
  reason?: string;
  /** Even a reason that is documented for another situation may stand here. */
  anyReason?: true;
  open?: OpenId;
  /** Absent when the document shows no body. */
  schema?: Schema;
  /** JSON Pointer of the schema in the contract document. */
  schemaAt?: string;
  headers: Record<string, Schema>;
}

/** A documented parameter. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  /** Path parameters that name a tenant's resource say its kind. */
  names?: string;
}

/**
 * How a list is walked. `cursor`: `next` leads to the value of `param` for the next page while
 * `more` is true. `page`: `param` counts pages from 1 until one has no rows. `next-link`: `next`
 * leads to the next page's URL.
 */
export interface Pager {
  kind: 'cursor' | 'page' | 'next-link';
  param: string;
  next: string;
  more: string;
  rows: string;
}

/** One documented operation. */
export interface Operation {
  id: string;
  api: Api;
  chapter: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API's prefix. */
  path: string;
  ability?: string;
  /** The open point that leaves open which ability it needs. */
  abilityOpen?: OpenId;
  /** The open point that leaves its path open: the one here is presscheck's choice. */
  pathOpen?: OpenId;
  /** The open point that leaves open whether its success stands under `data`. */
  wrapOpen?: OpenId;
  parameters: Parameter[];
  request?: Schema;
  requestAt?: string;
  outcomes: Outcome[];
  /** The first situation that is no refusal, or the one that the contract names (`x-success`). */
  success: string;
  /** What a success makes, with the pointer of its id in the reply: the ledger's source. */
  creates?: {
    kind: string;
    id: string;
    /** What stays, in words. */
    residue: string;
    /**
     * The operation that puts it out of use, its answers that say it is out already, and what stays
     * then, in words.
     */
    undo?: {by: string; idle: string[]; residue: string};
  };
  pager?: Pager;
  /** Situation answered when the request itself is not valid. */
  invalid?: string;
}

/**
 * A (rule, place): the unit of witness and of defect. `outcome`: under a condition the operation
 * answers a situation. `body`, `header`: a keyword on a member of the answer. `request`: a keyword
 * on a member of the request; breaking it is refused, the boundary twin is accepted.
 */
export type Mark =
  | {kind: 'outcome'; rule: RuleId; place: string; op: string; condition: string; situation: string}
  | {
      kind: 'body';
      rule: RuleId;
      place: string;
      op: string;
      situation: string;
      pointer: string;
      keyword: string;
    }
  | {
      kind: 'header';
      rule: RuleId;
      place: string;
      op: string;
      situation: string;
      header: string;
      keyword: string;
    }
  | {
      kind: 'request';
      rule: RuleId;
      place: string;
      op: string;
      in: 'body' | 'query';
      pointer: string;
      keyword: string;
    };

/** What is said of any answer, whichever operation gave it. */
export interface AnyAnswer {
  /**
   * Statuses that are listed for all (`x-statuses`), and more that an open point allows, by
   * operation.
   */
  statuses?: {rule: RuleId; listed: number[]; open: Record<string, number[]>};
  /**
   * Headers that are absent from every answer of which another still counts more than 0
   * (`x-absent-headers`).
   */
  absent: {rule: RuleId; header: string; while: string}[];
  /** Where a refusal names the field that fails (`x-errors-by-field`). */
  errorsByField?: {rule: RuleId; at: string};
}

/** One document, as data. */
export interface Contract {
  api: Api;
  /** Before every path: `/api/v1`, `/integration-api/v1`. */
  prefix: string;
  /** The OpenAPI 3.1 document itself. */
  document: Record<string, unknown>;
  operations: Record<string, Operation>;
  marks: Mark[];
  anyAnswer: AnyAnswer;
}
