import type {RequestListener} from 'node:http';
import {listen, type Listening, type RawRefusal} from './http/listen.ts';
import {PATHS, type Origins} from './http/origins.ts';
import type {OriginName} from './http/public-url.ts';

/** Answers `GET /ready`, for whoever waits for the mock: below each origin, without a credential. */
const READY = new Set(['/ready', `${PATHS.control}/ready`, `${PATHS.objects}/ready`]);

/** The HTTP servers of one mock: one for each origin, or one for all. */
export class Servers {
  readonly #host: string | undefined;
  readonly #ports: Partial<Record<OriginName, number>>;
  readonly #origins: Origins;
  readonly #report: (line: string) => void;
  readonly #listening: Listening[] = [];
  #areReady = false;

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
    const served: RequestListener = (request, response) =>
      READY.has(request.url ?? '') ? this.#tellReady(request, response) : app(request, response);
    const port = this.#ports[name] ?? 0;
    const server = await listen(served, this.#host, port, refusal, this.#report);
    this.#listening.push(server);
    this.#origins.ports[name] = server.port;
  }

  /** Says that all servers have been started: from now on they tell that they are ready. */
  allStarted(): void {
    this.#areReady = true;
  }

  readonly #tellReady: RequestListener = ({method}, response) => {
    const isRead = method === 'GET' || method === 'HEAD';
    const status = isRead ? (this.#areReady ? 200 : 503) : 405;
    const body = `{"ready": ${this.#areReady}}\n`;
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...(!isRead && {allow: 'GET, HEAD'}),
    });
    response.end(method === 'HEAD' ? undefined : body);
  };

  /** Stops all servers and closes their connections. */
  async close(): Promise<void> {
    await Promise.all(this.#listening.map((server) => server.close()));
  }
}
