import type {ServerResponse} from 'node:http';
import {PassThrough} from 'node:stream';

/** A response between an app and its client. */
export interface Diverted {
  /** What the app writes. It fails when the connection closes first. */
  body: AsyncIterable<Buffer>;
  /** Sends status and headers. */
  begin(): void;
  /** Sends bytes; resolves when the system has them. */
  write(bytes: Buffer): Promise<void>;
  end(): void;
}

/** Takes over what an app writes into a response: nothing is sent but through the result. */
export function divert(response: ServerResponse): Diverted {
  const body = new PassThrough();
  const write = response.write.bind(response) as (bytes: Buffer, done: () => void) => boolean;
  const end = response.end.bind(response) as () => void;
  const flush = response.flushHeaders.bind(response);
  response.write = body.write.bind(body) as typeof response.write;
  response.end = ((...given: Parameters<PassThrough['end']>) => {
    body.end(...given);
    return response;
  }) as typeof response.end;
  response.flushHeaders = () => {};
  body.on('drain', () => response.emit('drain'));
  body.on('error', () => {});
  response.once('close', () => body.destroy());
  return {
    body,
    begin: flush,
    write: (bytes) => new Promise((done) => void write(bytes, done)),
    end,
  };
}
