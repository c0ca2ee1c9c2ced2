/**
 * Measures the overhead of Express alone: `node express-peer.js <port> <file>` answers requests with the prepared
 * bytes of a JSON file, without authentication.
 */
import express from 'express';
import {peerArguments} from './prepared-response.ts';

const {port, responses} = peerArguments(process.argv);
const app = express();
app.disable('x-powered-by');
app.disable('etag');
for (const {method, path, status, text} of responses) {
  const body = Buffer.from(text);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  };
  app[method](path, (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
}
app.listen(port, '127.0.0.1');
