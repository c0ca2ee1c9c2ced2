import {createRequire} from 'node:module';
import type * as Sampler from 'openapi-sampler';
import type {Operation} from '../../spec/contract.ts';
import {defined} from '../../spec/defined.ts';
import {Link} from '../operation.ts';
import type {World} from '../world/world.ts';
import {withoutExamples} from './without-examples.ts';

/** The response that a client requests with a header such as `Prefer: code=422, example=oversize, dynamic=true`. */
export interface Preference {
  /** The status, as the document writes it. */
  code: string;
  /** The name of one of several examples of the status: a situation. */
  example?: string;
  /** Whether the response is generated from the schema alone, without its examples. */
  dynamic: boolean;
}

/** A preference that the document does not contain, with those that it contains. */
export interface UnknownPreference {
  requested: string;
  documented: string[];
}

/** A documented response, ready to be sent. */
export interface PreferredResponse {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** JSON; undefined for a response without a body. */
  body: unknown;
}

/**
 * Reads the header `Prefer` (RFC 7240).
 * @returns undefined when it requests no response: other preferences are ignored, as section 2 permits
 */
export function preferenceOf(header: string | string[] | undefined): Preference | undefined {
  if (header === undefined) return undefined;
  const text = String(header);
  const code = parameterIn(text, 'code');
  const example = parameterIn(text, 'example');
  if (code === undefined) return undefined;
  return {
    code,
    ...(example !== undefined && {example}),
    dynamic: parameterIn(text, 'dynamic') === 'true',
  };
}

/** The preferences that RFC 7240 and RFC 8144 define. Clients send them for reasons of their own. */
const STANDARD = new Set(['respond-async', 'return', 'wait', 'handling', 'depth-noroot']);

/** Whether a header contains a preference that neither a standard nor the mock knows. */
export const hasUnknownPreference = (header: string): boolean =>
  header
    .split(/[,;]/)
    .map((part) => part.replace(/=.*/s, '').trim().toLowerCase())
    .some((name) => name !== '' && !STANDARD.has(name));

/** The value of a preference by name, with or without quotes. */
function parameterIn(header: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|[,;])\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s",;]*))`, 'i');
  const [, quoted, plain] = pattern.exec(header) ?? [];
  return quoted ?? plain;
}

type Schema = Parameters<typeof Sampler.sample>[0];

interface MediaType {
  schema: Schema;
  examples?: Record<string, {value: unknown}>;
}

interface DocumentedResponse {
  headers?: Record<string, {schema: Schema}>;
  content?: {'application/json'?: MediaType};
}

interface Document {
  paths: Record<string, Record<string, {responses: Record<string, DocumentedResponse>}>>;
}

/** Headers whose schemas are patterns, with a useful value. */
const USABLE_HEADERS: Record<string, (link: () => string) => string> = {
  location: (link) => link(),
  'retry-after': () => '60',
};

/** The responses of the published document: from its examples, or else generated from the schema. */
export class PreferredResponses {
  readonly #describe: (world: World) => object;
  readonly #bare = new WeakMap<Document, Document>();

  /** @param describe returns the published OpenAPI document of a world */
  constructor(describe: (world: World) => object) {
    this.#describe = describe;
  }

  /** The part of a preference that the document does not contain; undefined when it contains everything. */
  unknown(
    world: World,
    operation: Operation,
    {code, example}: Preference,
  ): UnknownPreference | undefined {
    const responses = responsesOf(this.#document(world), operation);
    const response = Object.hasOwn(responses, code) ? responses[code] : undefined;
    if (!response)
      return {
        requested: `code=${code}`,
        documented: Object.keys(responses).map((status) => `code=${status}`),
      };
    const examples = Object.keys(response.content?.['application/json']?.examples ?? {});
    if (example === undefined || examples.includes(example)) return undefined;
    return {
      requested: `example=${example}`,
      documented: examples.map((name) => `example=${name}`),
    };
  }

  /**
   * The response that a preference selects, whatever the request's path and body contain.
   * @param link makes a presigned link, for a `Location`
   * @throws Error for a preference that is `unknown`
   */
  response(
    world: World,
    operation: Operation,
    {code, example, dynamic}: Preference,
    link: () => string,
  ): PreferredResponse {
    const document = dynamic ? this.#withoutExamples(world) : this.#document(world);
    const sampled = (schema: Schema): unknown => sampler().sample(schema, SAMPLING, document);
    const {headers = {}, content} = defined(
      responsesOf(document, operation)[code],
      `the response ${code} of ${operation.id}`,
    );
    const written = Object.entries(headers).map(([header, {schema}]): [string, string] => {
      const name = header.toLowerCase();
      return [name, USABLE_HEADERS[name]?.(link) ?? String(sampled(schema))];
    });
    return {
      status: Number(code),
      headers: Object.fromEntries(written),
      body: bodyOf(content?.['application/json'], example, sampled),
    };
  }

  #document(world: World): Document {
    return this.#describe(world) as Document;
  }

  /** The document without examples in schemas. The named examples of responses remain. */
  #withoutExamples(world: World): Document {
    const document = this.#document(world);
    const bare = this.#bare.get(document) ?? (withoutExamples(document) as Document);
    this.#bare.set(document, bare);
    return bare;
  }
}

const responsesOf = (
  {paths}: Document,
  {id, method, path}: Operation,
): Record<string, DocumentedResponse> =>
  defined(paths[path]?.[method.toLowerCase()], `the operation ${id} of the document`).responses;

/** The named example, or the first one. Without examples it is generated from the schema. */
function bodyOf(
  media: MediaType | undefined,
  example: string | undefined,
  sampled: (schema: Schema) => unknown,
): unknown {
  if (!media) return undefined;
  const {examples = {}} = media;
  const chosen = examples[example ?? Object.keys(examples)[0] ?? ''];
  return chosen ? chosen.value : sampled(media.schema);
}

/** Lifetime of the link in the `Location` of a requested redirect: that of any link (Downloads). */
const LINK_LIVES_MS = 10 * 60_000;

/**
 * A presigned link to any object of a tenant, for a redirect to no particular file. For a tenant without objects,
 * storage responds to the link with 404.
 */
export function linkToAnyObject(world: World, tenant: string): Link {
  const own = world.objects.list().find((object) => object.startsWith(`${tenant}/`));
  return new Link('GET', own ?? `${tenant}/no-object`, world.now() + LINK_LIVES_MS);
}

const SAMPLING: Sampler.Options = {quiet: true};

/** The library that generates values from schemas. It is loaded on first use. */
const sampler = (): typeof Sampler =>
  createRequire(import.meta.url)('openapi-sampler') as typeof Sampler;
