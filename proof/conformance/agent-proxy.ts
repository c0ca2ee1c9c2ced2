import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';

export interface AgentProxy {
  url: string;
  close(): Promise<void>;
}

/**
 * Hands everything on to `target` as it came, Host and Origin too, with an agent's token: the
 * runner cannot send one.
 */
export async function agentProxy(target: string, token: string): Promise<AgentProxy> {
  const {hostname, port} = new URL(target);
  const server = createServer((asked, answer) => {
    const {method, url: path, headers} = asked;
    const onward = request(
      {hostname, port, method, path, headers: {...headers, authorization: `Bearer ${token}`}},
      (reply) => {
        answer.writeHead(reply.statusCode!, reply.headers);
        // A stream has a head long before it has events.
        answer.flushHeaders();
        reply.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
