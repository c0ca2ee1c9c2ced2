import {type Running, start} from './server.ts';

/** Some JSON value, to be looked into. */
export type Value = Record<string, unknown>;

/** What a call answered. */
export interface Seen {
  status: number;
  text: string;
  json: Value;
  data: Value;
  headers: Headers;
}

/** Variations of a call. */
export interface How {
  token?: string | null;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
  root?: boolean;
}

/** A probe: whether the fault shows on this site. */
export type Probe = (site: Site) => Promise<boolean>;

/** Probes by the name of the fault. */
export type Probes = Record<string, Probe>;

/** A value as an object ({} when it is none). */
export function asObject(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? {...value} : {};
}

/** A value as a list of objects. */
export function asList(value: unknown): Value[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function parse(text: string): Value {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

let serial = 0;

/** A running server with a settable clock, and shorthands to call it. */
export class Site {
  readonly server: Running;
  readonly clock: {time: number};

  constructor(server: Running, clock: {time: number}) {
    this.server = server;
    this.clock = clock;
  }

  key(role: string): string {
    return this.server.credentials[role] ?? '';
  }

  async call(method: string, path: string, how: How = {}): Promise<Seen> {
    const token = how.token === undefined ? this.key('admin') : how.token;
    const headers: Record<string, string> = {'Content-Type': 'application/json', ...how.headers};
    if (token !== null) headers['X-User-Token'] = token;
    const base = how.root === true ? '' : '/integration-api/v1';
    const body = how.raw ?? (how.body === undefined ? undefined : JSON.stringify(how.body));
    const init: RequestInit = {method, headers, redirect: 'manual'};
    if (body !== undefined) init.body = body;
    const answer = await fetch(`${this.server.url}${base}${path}`, init);
    const text = await answer.text();
    const json = parse(text);
    const {status} = answer;
    return {status, text, json, data: asObject(json.data), headers: answer.headers};
  }

  async hook(verb: string, args: Value = {}): Promise<Value> {
    const answer = await fetch(`${this.server.url}/__hooks`, {
      method: 'POST',
      headers: {Authorization: `Bearer ${this.server.hookToken}`},
      body: JSON.stringify({verb, ...args}),
    });
    return {...parse(await answer.text()), status: answer.status};
  }

  /** A valid body of a create, with changes (undefined removes a member). */
  body(changes: Value = {}): Value {
    serial += 1;
    return {
      email: `reader.${serial}@probe.example`,
      external_id: `probe-${serial}-x`,
      new_password: 'long enough 1',
      ...changes,
    };
  }

  create(changes: Value = {}, how: How = {}): Promise<Seen> {
    return this.call('POST', '/dashboard/users', {body: this.body(changes), ...how});
  }

  async made(changes: Value = {}, how: How = {}): Promise<Value> {
    return (await this.create(changes, how)).data;
  }

  list(query: string | null, how: How = {}): Promise<Seen> {
    const tail = query === null ? '' : `?query=${encodeURIComponent(query)}`;
    return this.call('GET', `/dashboard/users${tail}`, how);
  }

  async rows(query: string | null, how: How = {}): Promise<Value[]> {
    const {data} = await this.list(query, how);
    return asList(asObject(data.paginator).data);
  }

  /** The row of a user in a list. */
  async row(user: Value, query: string | null = null, how: How = {}): Promise<Value | undefined> {
    return (await this.rows(query, how)).find((one) => one.id === user.id);
  }

  update(user: Value, changes: Value = {}, how: How = {}): Promise<Seen> {
    const {email, external_id} = user;
    const body = {email, external_id, only_sees_readable: false, ...changes};
    return this.call('PUT', `/dashboard/users/${String(user.id)}`, {body, ...how});
  }

  remove(user: Value, tail = '', how: How = {}): Promise<Seen> {
    return this.call('DELETE', `/dashboard/users/${String(user.id)}${tail}`, how);
  }

  back(user: Value, how: How = {}): Promise<Seen> {
    return this.call('PUT', `/dashboard/users/${String(user.id)}/re-activate`, how);
  }

  logout(id: unknown, how: How = {}): Promise<Seen> {
    const path = encodeURIComponent(String(id));
    return this.call('POST', `/users/${path}/force-logout`, how);
  }

  signIn(user: Value, type = 'web'): Promise<Value> {
    return this.hook('sign-in', {role: 'admin', user: user.id, type});
  }

  async admitted(user: Value, password = 'long enough 1'): Promise<boolean> {
    const {admitted} = await this.hook('try-login', {role: 'admin', user: user.id, password});
    return admitted === true;
  }

  /** The number of live sessions that the list shows for a user. */
  async sessions(user: Value): Promise<number> {
    return asList((await this.row(user))?.sessions).length;
  }
}

/** Tries a race some times: on a busy machine requests at once may come one after the other. */
export function sometimes(probe: Probe): Probe {
  return async (site) => {
    for (let tries = 0; tries < 5; tries += 1) {
      if (await probe(site)) return true;
    }
    return false;
  };
}

/** The time at which probes begin: 2026-03-17 15:04:05 UTC. */
export const BEGIN = Date.UTC(2026, 2, 17, 15, 4, 5);

/** Starts a server with faults for a probe. */
export async function openSite(faults: string[]): Promise<Site> {
  const clock = {time: BEGIN};
  const server = await start({faults, now: () => clock.time});
  return new Site(server, clock);
}

/** Shows when a create with these changes is not answered so. */
export function creates(changes: Value, status: number): Probe {
  return async (site) => (await site.create(changes)).status !== status;
}

/** Shows when the answer of a create does not pass the test. */
export function created(test: (user: Value) => boolean, changes: Value = {}): Probe {
  return async (site) => !test(await site.made(changes));
}

/** Shows when the list item of a new user does not pass the test. */
export function listed(test: (row: Value) => boolean, changes: Value = {}): Probe {
  return async (site) => {
    const row = await site.row(await site.made(changes));
    return row === undefined || !test(row);
  };
}

/** Shows when an update with these changes is not answered so (true: with success). */
export function updates(changes: Value, want: number | true, first: Value = {}): Probe {
  return async (site) => {
    const {status} = await site.update(await site.made(first), changes);
    return want === true ? status !== 200 && status !== 204 : status !== want;
  };
}

/** Shows when the list item after an update does not pass the test. */
export function updated(changes: Value, test: (row: Value) => boolean, first: Value = {}): Probe {
  return async (site) => {
    const user = await site.made(first);
    await site.update(user, changes);
    const row = await site.row(user);
    return row === undefined || !test(row);
  };
}

/** Shows when a refusal does not pass the test. */
export function refused(test: (answer: Seen) => boolean, changes: Value): Probe {
  return async (site) => !test(await site.create(changes));
}
