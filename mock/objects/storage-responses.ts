import {notesOf} from '../faults/ordered-fault.ts';
import {recordedRequest} from '../http/recorded.ts';
import type {AddressedRequest} from '../http/request-context.ts';
import type {Why} from '../operation.ts';
import {TODO_NOT_KEPT, NotKept} from '../persistence/not-kept.ts';
import type {SentMessage} from '../world/kept-messages.ts';
import type {Ports} from '../world/ports.ts';
import type {Worlds} from '../world/worlds.ts';
import {REFUSALS, StorageRefusal} from './storage-refusal.ts';

const XML = {'content-type': 'application/xml'};

/** Sends the responses of storage, and adds them to the journal. */
export class StorageResponses {
  readonly #worlds: Worlds;
  readonly #ports: Ports;

  constructor(worlds: Worlds, ports: Ports) {
    this.#worlds = worlds;
    this.#ports = ports;
  }

  /** Sends a success without a body. */
  send(context: AddressedRequest, status: number, headers: Record<string, string>): void {
    const {response} = context;
    response.writeHead(status, status === 304 ? headers : {...headers, 'content-length': 0});
    response.end();
    this.note(context, status, {headers});
  }

  /** Sends a refusal in the form of S3: XML with a code. */
  refuse(context: AddressedRequest, {code, why, headers}: StorageRefusal): void {
    const {response, method} = context;
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const {status, message} = REFUSALS[code];
    const body = Buffer.from(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`,
    );
    response.writeHead(status, {
      ...headers,
      ...XML,
      'content-length': body.length,
    });
    response.end(method === 'HEAD' ? undefined : body);
    this.note(context, status, {headers: {...headers, ...XML}, body}, why);
  }

  /** Responds to an error of a step: its refusal, a file that cannot be stored, or an error in the mock. */
  fail(context: AddressedRequest, error: unknown): void {
    if (error instanceof StorageRefusal) return this.refuse(context, error);
    if (error instanceof NotKept) {
      const why = {expected: 'bytes that can be kept', got: error.message, todo: TODO_NOT_KEPT};
      return this.refuse(context, new StorageRefusal('ServiceUnavailable', why));
    }
    const {request, response} = context;
    const brokeOff = !request.complete && request.destroyed;
    if (brokeOff) {
      response.destroy();
      return;
    }
    const why = {expected: 'no fault of the mock', got: String(error), todo: 'report it'};
    this.refuse(context, new StorageRefusal('InternalError', why));
  }

  /** Adds an entry to the journal. */
  note(context: AddressedRequest, status: number, response: SentMessage, why?: Why): void {
    const {request, world, worldId, method, path, begun} = context;
    this.#worlds.journal({
      at: world?.now() ?? this.#ports.now(),
      world: worldId,
      method,
      path,
      status,
      operation: 'storage',
      why,
      notes: notesOf(context.request),
      duration_ms: this.#worlds.since(begun),
      messages: {request: recordedRequest(request), response},
    });
  }
}
