import {at, escapeToken, isObject, tokens} from './json.ts';
import type {OpenId, RuleId} from './rule.ts';

/** `x-rule` is one id, or a map from keyword (or condition) to id if one node has several rules. */
export type XRule = RuleId | Record<string, RuleId>;

/** Another member whose values are written alike. */
export interface SameForm {
  /** As a profile calls it, for example `FileVersion#/id`. */
  member: string;
  /** JSON Pointer to its values in the same body, with `*` for every row. */
  at: string;
}

/** A JSON Schema node of a contract, with presscheck's own `x-` keywords. */
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
  /** For a header: operations that may tell a lower number than the documented one. */
  'x-lower-at'?: string[];
  /** For a member of a request: words that the document has elsewhere, and that are not allowed here. */
  'x-not'?: string[];
  /** The section of the document that says that the member is optional. */
  'x-optional'?: string;
  /**
   * The member has the form of this one, whose encoding in a profile holds for it, too: the document
   * names the member and does not say how its value is written.
   */
  'x-same-form'?: SameForm;
  /** The list of the same object without whose rows the member has nothing to say: it may be absent. */
  'x-absent-while-empty'?: string;
  /** The member is usually null: a run may never see another value. */
  'x-mostly-null'?: true;
  /** The value is a word of the deployment, for example a state or the slug of a tool: never a text of a client. */
  'x-word'?: true;
  /** The object is a map of HTTP headers: at least one of its names looks like a header. */
  'x-http-headers'?: true;
  /** For a member of a request: the kind of resource of which it must contain an id, for example a plan. */
  'x-names'?: string;
  /** For a member of a request: the other member without which it has no meaning. */
  'x-with'?: string;
  /** The object represents a resource: objects with the same id represent the same one. */
  'x-resource'?: Resource;
  /** For a text in a request: the kind of value, for which there are special value classes. */
  'x-value'?:
    | 'email'
    | 'external-id'
    | 'password'
    | 'idempotency-key'
    | 'file-name'
    | 'plan-name'
    | 'title'
    | 'content-id';
}

/** Members that all representations of a resource have in common, by JSON Pointer, with the rule that says so. */
export type SharedMembers = Record<string, RuleId>;

/** What all representations of a resource have in common. */
export interface Resource {
  /** A noun: each kind of resource has ids of its own. */
  kind: string;
  /** The name of the component schema, as in profile entries. */
  component: string;
  /** JSON Pointer of the id. */
  id: string;
  /** Members that never change. */
  lasting?: SharedMembers;
  /** Members that change only by requests, or by events outside of the API. */
  kept?: SharedMembers;
  /** Times that never change; their form is open. */
  instants?: SharedMembers;
  /** A member that never changes again once it has one of these values, with the rule for each value. */
  final?: {
    at: string;
    values: SharedMembers;
    /** The values with which nothing else of the resource has changed. */
    vain?: string[];
  };
  /** Members that a refused request leaves unchanged; other changes are not specified. */
  untouched?: string[];
  /** Like `untouched`, and a request about another resource of the kind also leaves them unchanged. */
  own?: string[];
  /** A list within the resource. */
  entries?: {
    /** JSON Pointer of the list. */
    at: string;
    /** Members that together identify an entry. */
    by: string[];
    /** The member that contains the kind of an entry. */
    kind: string;
    /** The rule that the list always has entries of the same kinds. */
    rule: RuleId;
    lasting?: SharedMembers;
    kept?: SharedMembers;
  };
  /** The rule that a representation in the result of an MCP tool breaks. */
  byTool?: RuleId;
}

/** A node of an OpenAPI document that may be a reference: a schema, a response, a parameter. */
interface Referable {
  $ref?: string;
}

/** A schema inside another one, with the location of its values. */
export interface SchemaNode {
  /**
   * JSON Pointer of the values that the schema describes; `*` stands for every item of an array.
   */
  pointer: string;
  /** The schema itself, with its reference resolved. */
  schema: Schema;
  /** Whether the object around it requires it. */
  required: boolean;
}

/**
 * Resolves a node's `$ref`, and the `$ref` of its target, inside one document.
 *
 * For example `resolve(document, {$ref: '#/components/schemas/Account'})` is the schema of an account. A node without
 * a reference is returned as it is, not as a copy.
 * @throws Error for a reference to nothing
 */
export function resolve<Node extends Referable>(document: object, node: Node): Node {
  let here = node;
  while (typeof here.$ref === 'string') {
    const target = at(document, here.$ref.slice(1));
    if (!isObject(target)) throw new Error(`${here.$ref} leads nowhere`);
    here = target as Node;
  }
  return here;
}

/** A schema with its reference resolved, followed by all parts of its `allOf`. */
export function partsOf(document: object, schema: Schema): Schema[] {
  const node = resolve(document, schema);
  const parts = node.allOf ?? [];
  return [node, ...parts.flatMap((part) => partsOf(document, part))];
}

/**
 * The schema of one member, as the document writes it: possibly a reference.
 * @returns undefined when the schema describes no such member
 */
export function memberOf(document: object, schema: Schema, name: string): Schema | undefined {
  const parts = partsOf(document, schema);
  const owner = parts.find(({properties = {}}) => Object.hasOwn(properties, name));
  return owner?.properties?.[name];
}

/**
 * The schema one level below a schema, of a member or of the items, as the document writes it: possibly a reference.
 * @param token name of a member, or `*` or a number for the items of an array
 * @returns undefined when the schema describes nothing there
 */
export function childOf(document: object, schema: Schema, token: string): Schema | undefined {
  const member = memberOf(document, schema, token);
  if (member || !/^(\*|\d+)$/.test(token)) return member;
  return partsOf(document, schema).find(({items}) => items !== undefined)?.items;
}

/**
 * The schema of the values at a JSON Pointer, with its reference resolved.
 *
 * For example `/data/*` in the schema of a page is the schema of one publication, and so is `/data/0`.
 * @returns undefined when the schema describes nothing there
 */
export function schemaAt(document: object, schema: Schema, pointer: string): Schema | undefined {
  let node = resolve(document, schema);
  for (const token of tokens(pointer)) {
    const child = childOf(document, node, token);
    if (!child) return undefined;
    node = resolve(document, child);
  }
  return node;
}

/**
 * Walks a schema and everything inside it, depth first: itself, the parts of its `allOf` (which describe the same
 * values), its members, its items.
 *
 * For example the schema of a list of texts yields the pointers `` and `/*`, that of an account yields ``, `/plan` and
 * so on. The contracts contain no recursive schema, for which the walk would not end.
 */
export function* walkSchema(
  document: object,
  schema: Schema,
  pointer = '',
  required = false,
): Generator<SchemaNode> {
  const node = resolve(document, schema);
  yield {pointer, schema: node, required};
  for (const part of node.allOf ?? []) yield* walkSchema(document, part, pointer);
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    const isRequired = node.required?.includes(name) ?? false;
    yield* walkSchema(document, member, `${pointer}/${escapeToken(name)}`, isRequired);
  }
  if (node.items) yield* walkSchema(document, node.items, `${pointer}/*`);
}

/**
 * Copies a schema with the references of members, items and parts (`allOf`) replaced by their targets. All other
 * keywords (`enum`, `not`, ...) are shared with the original.
 */
export function inlineSchema(document: object, schema: Schema): Schema {
  const node = resolve(document, schema);
  const copy: Schema = {...node};
  const inline = (inner: Schema): Schema => inlineSchema(document, inner);
  if (node.properties) {
    const members = Object.entries(node.properties);
    copy.properties = Object.fromEntries(members.map(([name, member]) => [name, inline(member)]));
  }
  if (node.items) copy.items = inline(node.items);
  if (node.allOf) copy.allOf = node.allOf.map(inline);
  return copy;
}
