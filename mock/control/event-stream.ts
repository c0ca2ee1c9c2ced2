import {createSession, type Session} from 'better-sse';
import type {Request, RequestHandler, Response} from 'express';
import {withoutSecrets} from '../world/journal.ts';
import type {EventLog, WorldEvent} from '../world/events.ts';
import type {Ports} from '../world/ports.ts';
import type {Worlds} from '../world/worlds.ts';
import {Problem} from './problem.ts';

/** Milliseconds after a write within which events are waited for, to be written together. */
const TOGETHER_MS = 25;

/** The maximum number of events in one write. */
const MAX_EVENTS_AT_ONCE = 200;

/** The number of bytes that a reader may have left unread: the next events wait until it has read them. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** The parts of an event stream. */
export interface StreamParts {
  worlds: Worlds;
  ports: Pick<Ports, 'later' | 'now'>;
}

/**
 * Streams what happens in a world, or in all worlds, as server-sent events. A reader that comes back with
 * `Last-Event-ID` gets what it missed. A slow one is sent the next events when it has read the ones before; those that
 * are no longer kept then are counted by an event `missed`.
 */
export const streamEvents =
  ({worlds, ports}: StreamParts): RequestHandler =>
  async (request, response) => {
    const world = request.params['world'];
    if (typeof world === 'string' && !worlds.get(world))
      throw new Problem(404, `there is no world \`${world}\``, '`GET /worlds` lists them');
    const session = await createSession(request, response, {retry: 1000, keepAlive: 15_000});
    new Stream(session, response, worlds.events, ports, world as string | undefined).begin(
      startOf(worlds.events, request),
    );
  };

/** After which event a reader begins: the one that it saw last, or the newest. */
function startOf({run, last}: EventLog, request: Request): number {
  const seen = request.headers['last-event-id'];
  if (typeof seen !== 'string' || seen === '') return last;
  const [, of, n] = /^([a-z0-9]+)-([0-9]{1,15})$/.exec(seen) ?? [];
  // An id of an earlier mock: everything since is new.
  return of === run && Number(n) <= last ? Number(n) : -1;
}

/** What one reader is sent. It holds a position, not events: a slow reader takes no memory. */
class Stream {
  readonly #session: Session;
  readonly #response: Response;
  readonly #log: EventLog;
  readonly #ports: StreamParts['ports'];
  readonly #world: string | undefined;
  #position = 0;
  /** The instant of the last write, in epoch milliseconds of the machine. */
  #sentAt = 0;
  #isPlanned = false;

  constructor(
    session: Session,
    response: Response,
    log: EventLog,
    ports: StreamParts['ports'],
    world: string | undefined,
  ) {
    this.#session = session;
    this.#response = response;
    this.#log = log;
    this.#ports = ports;
    this.#world = world;
  }

  /** @param position the number of the last event that the reader has seen; -1: of another mock */
  begin(position: number): void {
    this.#position = position;
    const end = this.#log.listen(() => this.#plan());
    this.#response.once('close', end);
    this.#response.on('drain', () => this.#plan());
    this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    const since = this.#ports.now() - this.#sentAt;
    // The machine's clock may have been put back.
    const isBusy = since >= 0 && since < TOGETHER_MS;
    this.#ports.later(isBusy ? TOGETHER_MS : 0, () => {
      this.#isPlanned = false;
      this.#send();
    });
  }

  #send(): void {
    const {writableLength, destroyed, writableEnded} = this.#response;
    if (destroyed || writableEnded || writableLength > MAX_UNREAD_BYTES) return;
    const {first, run} = this.#log;
    const missed = Math.max(0, first - this.#position);
    const events = this.#log.after(this.#position, MAX_EVENTS_AT_ONCE);
    const isOfAnother = this.#position < 0;
    this.#position = events.at(-1)?.n ?? Math.max(this.#position, 0);
    const wanted = events.filter(({world}) => this.#world === undefined || world === this.#world);
    if (wanted.length || missed) {
      this.#sentAt = this.#ports.now();
      void this.#session.batch((buffer) => {
        if (missed) buffer.push({count: isOfAnother ? null : missed}, 'missed', `${run}-${first}`);
        for (const event of wanted) buffer.push(shown(event), event.kind, `${run}-${event.n}`);
      });
    }
    if (this.#position < this.#log.last) this.#plan();
  }
}

/** An event as readers see it: without secrets, with instants in ISO 8601. */
function shown({world, kind, data}: WorldEvent): object {
  if (kind === 'request') {
    const {at, ...entry} = withoutSecrets(data as WorldEvent<'request'>['data']);
    return {at: new Date(at).toISOString(), ...entry};
  }
  if (kind !== 'clock') return {world, ...data};
  const {now, frozen} = data as WorldEvent<'clock'>['data'];
  return {world, now: new Date(now).toISOString(), frozen};
}
