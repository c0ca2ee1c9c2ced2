/**
 * What a bare Fastify handler costs: `node fastify-peer.js <port> <file>` answers requests with the
 * values of a JSON file, without authentication. Like any such handler it returns a value, and
 * Fastify writes it: the bytes are those of the mock.
 */
import {peerArguments} from './prepared-response.ts';

/** What the peer needs of Fastify, which only `npm run bench` installs. */
interface Fastify {
  fastify(options: {
    exposeHeadRoutes: boolean;
  }): Record<
    'get' | 'post',
    (
      path: string,
      handler: (request: unknown, reply: {code(status: number): unknown}) => unknown,
    ) => void
  > & {listen(options: {port: number; host: string}): Promise<unknown>};
}

const PACKAGE: string = 'fastify';
const {fastify} = (await import(PACKAGE)) as Fastify;
const {port, responses} = peerArguments(process.argv);
const app = fastify({exposeHeadRoutes: false});
for (const {method, path, status, text} of responses) {
  const value: unknown = JSON.parse(text);
  app[method](path, (_request, reply) => {
    void reply.code(status);
    return value;
  });
}
await app.listen({port, host: '127.0.0.1'});
