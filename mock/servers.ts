import type {RequestListener} from 'node:http';
import {listen, type Listening, type RawRefusal} from './http/listen.ts';
import type {OriginName, Origins} from './http/origins.ts';

/** The HTTP servers of one mock, one for each origin. */
export class Servers {
  readonly #host: string | undefined;
  readonly #ports: Partial<Record<OriginName, number>>;
  readonly #origins: Origins;
  readonly #report: (line: string) => void;
  readonly #listening: Listening[] = [];

  /**
   * @param ports by origin; without a port any free one is used
   * @param report receives a line for the terminal
   */
  constructor(
    host: string | undefined,
    ports: Partial<Record<OriginName, number>>,
    origins: Origins,
    report: (line: string) => void,
  ) {
    this.#host = host;
    this.#ports = ports;
    this.#origins = origins;
    this.#report = report;
  }

  /**
   * Starts the server of an origin.
   * @param refusal makes the body for requests that Node's HTTP parser refuses
   * @throws Error when the port is in use
   */
  async start(name: OriginName, app: RequestListener, refusal: RawRefusal): Promise<void> {
    const port = this.#ports[name] ?? 0;
    const server = await listen(app, this.#host, port, refusal, this.#report);
    this.#listening.push(server);
    this.#origins.ports[name] = server.port;
  }

  /** Stops all servers and closes their connections. */
  async close(): Promise<void> {
    await Promise.all(this.#listening.map((server) => server.close()));
  }
}
