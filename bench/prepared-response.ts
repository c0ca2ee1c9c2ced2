import {readFileSync} from 'node:fs';

/** A response that is prepared for a method and path. */
export interface PreparedResponse {
  method: 'get' | 'post';
  path: string;
  status: number;
  text: string;
}

/** The input of a server that answers with prepared bytes: its port, and a JSON file of responses. */
export function peerArguments([, , port, file = '']: string[]): {
  port: number;
  responses: PreparedResponse[];
} {
  return {port: Number(port), responses: JSON.parse(readFileSync(file, 'utf8'))};
}
