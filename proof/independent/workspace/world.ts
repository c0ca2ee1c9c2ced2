import {randomBytes, randomUUID} from 'node:crypto';
import type {Sendings} from '../preconditions.ts';
import type {Answer} from './http.ts';
import {DAY} from './time.ts';
import type {
  FileVersion,
  KeyRecord,
  Publication,
  Reservation,
  Run,
  Session,
  TokenRecord,
  Workspace,
} from './model.ts';
import {clockError} from './variants/clock.ts';
import {variedId} from './variants/ids.ts';

/** The length of an allowance cycle. */
export const CYCLE = 30 * DAY;

/** The plans: publications per cycle, and whether paid work may be run. */
export const PLANS: Readonly<Record<string, {places: number; paid: boolean}>> = {
  folio: {places: 10, paid: false},
  quarto: {places: 100, paid: true},
  octavo: {places: 400, paid: true},
};

const ALL = ['library:read', 'library:write', 'tools:run'];
const FIRST = '4107';
const SECOND = '41070';

/** The abilities of a new key. */
export const DEFAULT_ABILITIES: readonly string[] = ALL;

function secret(prefix: string): string {
  return `${prefix}-Q${randomBytes(18).toString('hex')}q`;
}

function workspace(id: string, title: string): Workspace {
  return {
    id,
    title,
    plan: 'quarto',
    unresolved: false,
    spent: 0,
    extra: 0,
    saved: null,
    cycle: 0,
    withheld: false,
    endings: [],
    marks: [],
    replays: new Map(),
    minted: 0,
  };
}

/** Everything the server knows. */
export class World {
  readonly faults: ReadonlySet<string>;
  /** The conforming variations that this server has. */
  readonly variants: ReadonlySet<string>;
  readonly credentials: Record<string, string> = {};
  readonly seal = randomBytes(32);
  readonly hookToken = secret('hook');
  base = '';
  /** Where the object storage is; the same server unless a variant moves it. */
  depot = '';
  spaces = new Map<string, Workspace>();
  keys = new Map<string, KeyRecord>();
  tokens = new Map<string, TokenRecord>();
  reservations = new Map<string, Reservation>();
  publications = new Map<string, Publication>();
  files = new Map<string, FileVersion>();
  runs = new Map<string, Run>();
  links = new Map<string, {url: string; until: number}>();
  /** Sessions of the agent server, where a variant has them. */
  sessions = new Map<string, Session>();
  /** When calls of the agent server came, by token, where a variant counts them. */
  calls = new Map<string, number[]>();
  pages = new Map<string, {at: number; answer: Answer}>();
  /** What was sent, where a variant tells since when it is as it is. */
  sendings: Sendings = new Map();
  /** When each worker of a workspace is free again, where runs wait for one. */
  workers = new Map<string, number[]>();
  /** When a worker takes a run up, by its id. */
  taken = new Map<string, number>();
  born = 0;
  /** How a slow server waits, in milliseconds of its time. */
  wait: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms));
  private readonly source: () => number;
  private offset = 0;
  private counter = 0;
  /** Counters of the variants, by name. */
  readonly counts = new Map<string, number>();

  constructor(
    source: () => number,
    faults: ReadonlySet<string>,
    variants: ReadonlySet<string> = new Set(),
  ) {
    this.source = source;
    this.faults = faults;
    this.variants = variants;
    for (const name of [
      'full',
      'other-key',
      'read-only',
      'write-only',
      'tools-only',
      'second-workspace',
    ]) {
      this.credentials[name] = secret('Wk');
    }
    for (const name of ['agent', 'second-agent', 'scopeless-agent']) {
      this.credentials[name] = secret('Ot');
    }
    this.reset();
  }

  /** The virtual time. */
  now(): number {
    return this.source() + this.offset + clockError(this);
  }

  /** Moves the virtual clock forward. */
  advance(ms: number): void {
    this.offset += ms;
  }

  /** A number that was never given before. */
  next(): number {
    this.counter += 1;
    return this.counter;
  }

  /** A publication id: digits, with leading zeros. */
  publicationId(): string {
    return variedId(this, 'publication') ?? `00${48_213_377_001 + this.next() * 7}`;
  }

  /** A file id: a UUID. */
  fileId(publication?: string): string {
    if (publication !== undefined && this.variants.has('ids-of-files-and-publications-equal')) {
      return publication;
    }
    return variedId(this, 'file') ?? randomUUID();
  }

  /** A run id: nine digits. */
  runId(): string {
    return variedId(this, 'run') ?? String(910_000_000 + this.next());
  }

  /** How often this was called for a name, from 1 on. */
  count(name: string): number {
    const reached = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, reached);
    return reached;
  }

  /** The publication id that comes next. */
  upcomingId(): string {
    return `00${48_213_377_001 + (this.counter + 1) * 7}`;
  }

  /** Puts everything back to the start. */
  reset(): void {
    this.offset = 0;
    this.born = this.source() + clockError(this);
    this.counts.clear();
    this.spaces = new Map([
      [FIRST, workspace(FIRST, 'Harbour Press')],
      [SECOND, workspace(SECOND, 'Hill Audio')],
    ]);
    this.keys = new Map();
    this.tokens = new Map();
    this.reservations = new Map();
    this.publications = new Map();
    this.files = new Map();
    this.runs = new Map();
    this.links = new Map();
    this.pages = new Map();
    this.sendings = new Map();
    this.workers = new Map();
    this.taken = new Map();
    this.addKey('full', FIRST, ALL);
    this.addKey('other-key', FIRST, ALL);
    this.addKey('read-only', FIRST, ['library:read']);
    this.addKey('write-only', FIRST, ['library:write']);
    this.addKey('tools-only', FIRST, ['tools:run']);
    this.addKey('second-workspace', SECOND, ALL);
    this.addToken('agent', FIRST, ['mcp:use']);
    this.addToken('second-agent', SECOND, ['mcp:use']);
    this.addToken('scopeless-agent', FIRST, ['profile', 'mcp:users']);
  }

  private addKey(name: string, space: string, abilities: readonly string[]): void {
    const key = this.credentials[name] ?? secret('Wk');
    this.keys.set(key, {key, space, abilities, hits: []});
  }

  private addToken(name: string, space: string, scopes: readonly string[]): void {
    const token = this.credentials[name] ?? secret('Ot');
    this.tokens.set(token, {id: name, token, space, scopes, until: null, revoked: false});
  }

  /** Mints a workspace key. */
  mintKey(space: string, abilities: readonly string[]): string {
    const key = secret('Wk');
    this.keys.set(key, {key, space, abilities, hits: []});
    return key;
  }

  /** Issues an access token. */
  issueToken(space: string, scopes: readonly string[], until: number | null): TokenRecord {
    const record = {
      id: randomUUID(),
      token: secret('Ot'),
      space,
      scopes,
      until,
      revoked: false,
    };
    this.tokens.set(record.token, record);
    return record;
  }

  /** The workspace that a credential belongs to. */
  spaceOfRole(role: string): Workspace | undefined {
    const credential = this.credentials[role] ?? '';
    const id = this.keys.get(credential)?.space ?? this.tokens.get(credential)?.space;
    return id === undefined ? undefined : this.spaces.get(id);
  }
}
