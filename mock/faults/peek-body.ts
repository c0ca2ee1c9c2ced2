import type {IncomingMessage} from 'node:http';

/** Longer bodies are no messages of MCP. */
const MAX_PEEKED_BYTES = 1_000_000;

/** Reads the body of a request and puts it back, so that an app can read it as if nobody had. */
export function peekBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const done = (): void => {
      request.off('readable', read);
      request.off('close', done);
      const body = Buffer.concat(chunks);
      if (size && !request.destroyed) request.unshift(body);
      // Node decides on the next tick that nobody reads any more.
      process.nextTick(resolve, request.complete ? body : undefined);
    };
    const read = (): void => {
      for (
        let chunk = request.read() as Buffer | null;
        chunk;
        chunk = request.read() as Buffer | null
      ) {
        chunks.push(chunk);
        size += chunk.length;
      }
      if (request.complete || size > MAX_PEEKED_BYTES) done();
    };
    request.on('readable', read);
    request.once('close', done);
  });
}
