import type {Contract, Operation} from '../../spec/contract.ts';
import type {OpenApiDocument, Pager} from '../../spec/openapi.ts';
import type {Profile, ToolChoice} from '../../spec/profile.ts';
import type {SuspectLine} from '../../spec/exchange.ts';
import {isServerError, isSuccessStatus} from '../../spec/status.ts';
import type {Decoded, DecodedTool} from './codec/decoded.ts';
import type {EffectiveContract} from './codec/effective-contract.ts';
import {ErrorShapes} from './codec/error-shapes.ts';
import {Paths} from './codec/paths.ts';
import {encodeBody} from './codec/requests.ts';
import {decodeResponse} from './codec/responses.ts';
import {LineEvidence} from './codec/line-evidence.ts';
import {MemberValues} from './codec/member-values.ts';
import {
  borrowedLine,
  requestLines,
  type Borrowed,
  type WrittenRequest,
} from './codec/request-lines.ts';
import type {RefusedRequest} from './codec/refused-values.ts';
import {argumentsOf, toolFor, type ToolRequest} from './codec/tool-arguments.ts';
import {decodeToolRefusal} from './codec/tool-refusals.ts';
import {decodeToolSuccess} from './codec/tool-successes.ts';
import type {ListedTool} from './tool-client.ts';

/**
 * Translates between canonical names and the names of one deployment. Nothing else knows the
 * deployment's names; its choices at open points are read by judges too. A response is decoded to a set
 * of situations, because the documents leave statuses and reasons open.
 */
export class Codec {
  readonly #effective: EffectiveContract;
  readonly #paths: Paths;
  readonly #errors: ErrorShapes;

  /**
   * @param lines collects what the run shows about the lines of the profile
   * @param judged the members whose lines responses may make suspect; by default all
   */
  constructor(
    contract: Contract,
    profile: Profile,
    lines = new LineEvidence(),
    judged?: ReadonlySet<string>,
  ) {
    const values = new MemberValues(contract.document);
    this.#effective = {contract, profile, lines, values, ...(judged && {judged})};
    this.#paths = new Paths(this.#effective);
    this.#errors = new ErrorShapes(this.#effective);
  }

  get operations(): Operation[] {
    return Object.values(this.#effective.contract.operations);
  }

  /** The prefix of the API's paths. */
  get prefix(): string {
    return this.#effective.contract.prefix;
  }

  has(id: string): boolean {
    return id in this.#effective.contract.operations;
  }

  /** @throws Error for an operation that the contract does not have */
  operation(id: string): Operation {
    const {api, operations} = this.#effective.contract;
    const operation = operations[id];
    if (!operation) throw new Error(`${id} is no operation of the ${api} API`);
    return operation;
  }

  /**
   * The path below the base address.
   * @returns undefined when only an earlier response could tell the URL, and none has done so yet
   */
  path(id: string, parameters: Record<string, string>): string | undefined {
    return this.#paths.of(this.operation(id), parameters);
  }

  /**
   * Remembers with which path parameters a resource was created.
   * @param body the body of the response, in canonical names
   */
  rememberParent(id: string, parameters: Record<string, string>, body: unknown): void {
    this.#paths.rememberParent(this.operation(id), parameters, body);
  }

  /** The request body in the deployment's names. */
  encode(id: string, body: unknown): unknown {
    return encodeBody(this.#effective.profile, id, body);
  }

  /** Notes that a response has shown a line of the profile to be right. */
  confirm(line: string): void {
    this.#effective.lines.confirm(line);
  }

  /** Notes a request that was refused for a reason of its own operation. */
  noteRefusal(request: RefusedRequest): void {
    this.#effective.lines.noteRefusal(request);
  }

  /** The lines of the profile by which a request was written. */
  requestLines(id: string, request: WrittenRequest): SuspectLine[] {
    return requestLines(this.#effective, this.operation(id), request);
  }

  /** The lines of the profile that locate the values which a request takes from responses. */
  borrowedLines(borrowed: Borrowed[]): SuspectLine[] {
    return borrowed.flatMap((one) => borrowedLine(this.#effective, one));
  }

  /**
   * How the pages of a list are read from this deployment. The rows have the location of the document,
   * since a decoded page has them there.
   * @throws Error for an operation that is no list
   */
  pager(id: string): Pager {
    const {pager} = this.operation(id);
    if (!pager) throw new Error(`${id} is no list: its contract has no x-pager`);
    return {...pager, ...this.#effective.profile.pager[id], rows: pager.rows};
  }

  /** Whether the document or the profile gives one of an operation's situations a reason. */
  namesReason(id: string, situations: readonly string[]): boolean {
    const {outcomes} = this.operation(id);
    const chosen = this.#effective.profile.outcomes;
    return outcomes.some(
      ({situation, reason}) =>
        situations.includes(situation) &&
        (reason ?? chosen[`${id}.${situation}`]?.reason) !== undefined,
    );
  }

  /** The document of the API. */
  get document(): OpenApiDocument {
    return this.#effective.contract.document;
  }

  /**
   * Decodes a response to canonical names, and remembers its URLs, the form of its error, and what it
   * shows about the lines of the profile. Call it once per response, in their order: later requests and
   * responses depend on it.
   * @param path the path parameters of the request
   * @param requestedPath the path of its URL, if it is known
   */
  decode(
    id: string,
    status: number,
    headers: Record<string, string>,
    wire: unknown,
    path: Record<string, string> = {},
    requestedPath?: string,
  ): Decoded {
    const operation = this.operation(id);
    const response = {status, headers, wire};
    const read = decodeResponse(this.#effective, operation, response, requestedPath);
    const decoded = isSuccessStatus(status)
      ? {...read, body: this.#paths.nested(operation, path, read.body)}
      : read;
    this.#paths.remember(operation, headers, decoded.body);
    this.#errors.remember(status, decoded, wire);
    const isOwnError = isServerError(status) && this.#errors.isOwn(operation, wire);
    return isOwnError ? {...decoded, ownError: true} : decoded;
  }

  /**
   * Decodes a tool's result to canonical names, with the status that the document gives the situation.
   * @param refused whether the result is an error
   * @param path the path parameters of the request
   */
  decodeTool(
    id: string,
    refused: boolean,
    wire: unknown,
    path: Record<string, string> = {},
  ): DecodedTool {
    const operation = this.operation(id);
    if (refused) return decodeToolRefusal(this.#effective, operation, wire);
    const decoded = decodeToolSuccess(this.#effective, operation, wire);
    return {...decoded, body: this.#paths.nested(operation, path, decoded.body)};
  }

  /** The tool of an operation according to the profile; undefined if the profile names none. */
  tool(id: string): ToolChoice | undefined {
    return this.#effective.profile.tools[id];
  }

  /** The tool of an operation among those that the deployment lists. */
  toolFor(id: string, listed: readonly ListedTool[]): ListedTool | undefined {
    return toolFor(this.#effective.profile, id, listed);
  }

  /**
   * The arguments of an operation's tool.
   * @returns a sentence for the user if the name of an argument is open and the profile does not settle it
   */
  toolArguments(
    id: string,
    tool: ListedTool,
    request: ToolRequest,
  ): Record<string, unknown> | string {
    const operation = this.operation(id);
    const parent = this.#paths.parentOf(operation, request.path);
    const path = this.#paths.alone(operation, request.path);
    return argumentsOf(this.#effective.profile, operation, tool, {...request, path, parent});
  }
}
