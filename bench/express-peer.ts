/**
 * What Express costs by itself: `node express-peer.js <port> <Prepared as JSON file>` answers
 * prepared bytes, whoever asks.
 */
import {readFileSync} from 'node:fs';
import express from 'express';

/** Answers by method and path. */
export type Prepared = {method: 'get' | 'post'; path: string; status: number; text: string}[];

const [, , port, file] = process.argv;
const app = express();
app.disable('x-powered-by');
app.disable('etag');
for (const {method, path, status, text} of JSON.parse(readFileSync(file!, 'utf8')) as Prepared) {
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
