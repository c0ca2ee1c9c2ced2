/**
 * Measures the overhead of Fastify alone: `node fastify-peer.js <port> <file>` answers requests with the prepared
 * bytes of a JSON file, without authentication.
 */
import {fastify} from 'fastify';
import {peerArguments} from './prepared-response.ts';

const {port, responses} = peerArguments(process.argv);
const app = fastify({exposeHeadRoutes: false});
for (const {method, path, status, text} of responses) {
  const body = Buffer.from(text);
  app[method](path, (_request, reply) => {
    void reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
  });
}
await app.listen({port, host: '127.0.0.1'});
