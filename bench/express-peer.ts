/**
 * What Express costs by itself: `node express-peer.js <port> <file>` answers requests with the
 * prepared bytes of a JSON file, without authentication.
 */
import {readFileSync} from 'node:fs';
import express from 'express';

/** A response that is prepared for a method and path. */
export interface PreparedResponse {
  method: 'get' | 'post';
  path: string;
  status: number;
  text: string;
}

const [, , port, file = ''] = process.argv;
const prepared = JSON.parse(readFileSync(file, 'utf8')) as PreparedResponse[];
const app = express();
app.disable('x-powered-by');
app.disable('etag');
for (const {method, path, status, text} of prepared) {
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
app.listen(Number(port), '127.0.0.1');
