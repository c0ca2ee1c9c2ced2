import type {PrismHttp} from '@stoplight/prism-http/dist/client.js';
import type {Operation} from '../../spec/contract.ts';

/**
 * An answer that a client orders for itself: `Prefer: code=422, example=oversize, dynamic=true`.
 */
export interface Preference {
  code: string;
  /** One of several examples of the status: a situation's name. */
  example?: string;
  /** Made up from the schema rather than taken from an example. */
  dynamic: boolean;
}

/** What a preference asks for that the document does not have. */
export interface Unknown {
  asked: string;
  documented: string[];
}

/**
 * @returns undefined when no answer is ordered: other preferences are none of the mock's business
 * (RFC 7240, 2)
 */
export function preferenceOf(header: string | string[] | undefined): Preference | undefined {
  if (header === undefined) return undefined;
  const said = (name: string): string | undefined =>
    new RegExp(`(?:^|[,;])\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s",;]*))`, 'i')
      .exec(String(header))
      ?.slice(1)
      .find((value) => value !== undefined);
  const code = said('code');
  const example = said('example');
  return code === undefined
    ? undefined
    : {code, ...(example !== undefined && {example}), dynamic: said('dynamic') === 'true'};
}

interface Documented {
  responses: Record<string, {content?: Record<string, {examples?: Record<string, unknown>}>}>;
}

/**
 * Documented answers by order, through prism and the published document; prism is loaded with the
 * first order.
 */
export class PreferredAnswers {
  readonly #document: () => object;
  #prism: Promise<PrismHttp> | undefined;

  /** @param document the published OpenAPI document */
  constructor(document: () => object) {
    this.#document = document;
  }

  /** What is wrong with a preference, if anything. */
  unknown({path, method}: Operation, {code, example}: Preference): Unknown | undefined {
    const {paths} = this.#document() as {paths: Record<string, Record<string, Documented>>};
    const {responses} = paths[path]![method.toLowerCase()]!;
    if (!Object.hasOwn(responses, code))
      return {
        asked: `code=${code}`,
        documented: Object.keys(responses).map((status) => `code=${status}`),
      };
    const examples = Object.keys(responses[code]!.content?.['application/json']?.examples ?? {});
    if (example === undefined || examples.includes(example)) return undefined;
    return {asked: `example=${example}`, documented: examples.map((name) => `example=${name}`)};
  }

  /**
   * @returns the answer as prism makes it, whatever id the request's path names; the body is JSON
   * or absent
   */
  async answer(
    {method, path}: Operation,
    {code, example, dynamic}: Preference,
  ): Promise<{status: number; headers: Record<string, string>; body: unknown}> {
    const prism = await (this.#prism ??= load(this.#document()));
    const mock = {dynamic, code: Number(code), ...(example !== undefined && {exampleKey: example})};
    const {status, headers, data} = await prism.request(
      path.replaceAll(/\{\w+\}/g, '1'),
      {method: method.toLowerCase() as 'get'},
      {mock},
    );
    return {
      status,
      headers: Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      body: data,
    };
  }
}

async function load(document: object): Promise<PrismHttp> {
  const [{getHttpOperationsFromSpec}, {createClientFromOperations}] = await Promise.all([
    import('@stoplight/prism-http'),
    import('@stoplight/prism-http/dist/client.js'),
  ]);
  const operations = await getHttpOperationsFromSpec(document);
  return createClientFromOperations(operations, {
    mock: {dynamic: false},
    isProxy: false,
    validateRequest: false,
    validateResponse: false,
    checkSecurity: false,
    errors: false,
    upstreamProxy: undefined,
    logger: silent as never,
  });
}

/** What prism tells about its choices is of no use here. */
const silent = {
  info() {},
  success() {},
  warn() {},
  error() {},
  debug() {},
  trace() {},
  fatal() {},
  child: () => silent,
};
