import {timingSafeEqual} from 'node:crypto';
import {countedMarks, leavePlaces} from './account.ts';
import {bearer} from './auth.ts';
import {isObject} from './http.ts';
import type {Answer, Incoming, Json} from './http.ts';
import {addPublication} from './library.ts';
import type {Ending, Workspace} from './model.ts';
import {pushMirrors} from './reader.ts';
import {ceilings} from './variants/allowance.ts';
import {furnish} from './variants/before.ts';
import {DEFAULT_ABILITIES, PLANS} from './world.ts';
import type {World} from './world.ts';

class HookError extends Error {}

function amount(body: Json, name: string): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new HookError(`${name} has to be a number`);
  }
  return value;
}

function amountOrNull(body: Json, name: string): number | null {
  return body[name] === null ? null : amount(body, name);
}

function flag(body: Json, name: string): boolean {
  return body[name] !== false;
}

function spaceOf(w: World, body: Json): Workspace {
  const role = body['role'];
  const space = typeof role === 'string' ? w.spaceOfRole(role) : undefined;
  if (space === undefined) throw new HookError('there is no such role');
  return space;
}

function seed(w: World, space: Workspace, count: number): Json {
  for (let index = 0; index < Math.min(count, 10_000); index += 1) {
    const id = w.publicationId();
    addPublication(w, {
      id,
      space: space.id,
      name: `seed-${index + 1}.epub`,
      title: `Seeded ${index + 1}`,
      type: 'book',
      bytes: Buffer.from(`seeded publication ${id}`),
    });
  }
  return {};
}

function seedEmpty(w: World, space: Workspace): Json {
  const id = w.publicationId();
  addPublication(w, {
    id,
    space: space.id,
    name: 'none',
    title: 'Without a file',
    type: 'book',
    bytes: null,
  });
  return {publications: [id]};
}

function leaveRuns(w: World, space: Workspace, runs: number | null): Json {
  space.marks = space.marks.filter((mark) => !mark.filler);
  if (runs === null) return {};
  const missing = ceilings(w).daily - countedMarks(w, space).length - runs;
  for (let index = 0; index < missing; index += 1) {
    space.marks.push({at: w.now(), tool: '', publication: '', by: '', filler: true, run: ''});
  }
  return {};
}

function endRuns(space: Workspace, as: unknown): Json {
  const list: unknown[] = Array.isArray(as) ? as : [as];
  const endings: Ending[] = [];
  for (const one of list) {
    if (one !== 'succeeded' && one !== 'failed' && one !== 'rejected') {
      throw new HookError('as has to be a list of terminal states');
    }
    endings.push(one);
  }
  space.endings = endings;
  return {};
}

function push(w: World, space: Workspace, id: unknown): Json {
  const publication = typeof id === 'string' ? w.publications.get(id) : undefined;
  if (publication === undefined || publication.space !== space.id) {
    throw new HookError('there is no such publication');
  }
  pushMirrors(w, publication);
  return {};
}

function mint(w: World, space: Workspace): Json {
  let abilities = DEFAULT_ABILITIES;
  space.minted += 1;
  if (w.faults.has('new-key-without-tools')) abilities = ['library:read', 'library:write'];
  if (w.faults.has('new-key-without-reading')) abilities = ['library:write', 'tools:run'];
  if (w.faults.has('new-key-reads-only')) abilities = ['library:read'];
  if (w.faults.has('second-new-key-without-writing') && space.minted > 1) {
    abilities = ['library:read', 'tools:run'];
  }
  return {key: w.mintKey(space.id, abilities)};
}

function voidToken(w: World, id: unknown, how: 'expire' | 'revoke'): Json {
  const token = [...w.tokens.values()].find((one) => one.id === id);
  if (token === undefined) throw new HookError('there is no such token');
  if (how === 'expire') token.until = w.now();
  else token.revoked = true;
  return {};
}

function setPlan(space: Workspace, plan: unknown): Json {
  if (plan !== undefined) {
    if (typeof plan !== 'string' || !Object.hasOwn(PLANS, plan)) {
      throw new HookError('there is no such plan');
    }
    space.plan = plan;
  }
  return {plans: Object.keys(PLANS), plan: space.plan};
}

type Verb = (w: World, body: Json) => Json;

const VERBS: Readonly<Record<string, Verb>> = {
  advance: (w, body) => {
    w.advance(Math.min(amount(body, 'ms'), 1e12));
    return {};
  },
  reset: (w) => {
    w.reset();
    furnish(w);
    return {};
  },
  'leave-places': (w, body) => {
    leavePlaces(w, spaceOf(w, body), amountOrNull(body, 'places'));
    return {};
  },
  'seed-publications': (w, body) => seed(w, spaceOf(w, body), amount(body, 'count')),
  'seed-empty-publication': (w, body) => seedEmpty(w, spaceOf(w, body)),
  'leave-runs': (w, body) => leaveRuns(w, spaceOf(w, body), amountOrNull(body, 'runs')),
  'end-runs': (w, body) => endRuns(spaceOf(w, body), body['as']),
  'withhold-downloads': (w, body) => {
    spaceOf(w, body).withheld = flag(body, 'withheld');
    return {};
  },
  'push-mirrors': (w, body) => push(w, spaceOf(w, body), body['publication']),
  'mint-key': (w, body) => mint(w, spaceOf(w, body)),
  'issue-token': (w, body) => {
    const issued = w.issueToken(spaceOf(w, body).id, ['mcp:use'], null);
    return {token: issued.token, id: issued.id};
  },
  'expire-token': (w, body) => voidToken(w, body['id'], 'expire'),
  'revoke-token': (w, body) => voidToken(w, body['id'], 'revoke'),
  'unresolve-plan': (w, body) => {
    spaceOf(w, body).unresolved = flag(body, 'unresolved');
    return {};
  },
  'set-plan': (w, body) => setPlan(spaceOf(w, body), body['plan']),
};

function admitted(w: World, req: Incoming): boolean {
  const given = Buffer.from(bearer(req) ?? '');
  const wanted = Buffer.from(w.hookToken);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Whether a hook has nothing to act on in a variant. */
function isRefusedHook(w: World, body: Json): boolean {
  return w.variants.has('reader-not-configured') && body['verb'] === 'push-mirrors';
}

/** Serves the hook endpoint; `settle` is called after the verb. */
export function serveHooks(w: World, req: Incoming, settle: () => void): Answer {
  if (!admitted(w, req)) return {status: 401, body: {error: 'the hook token is missing'}};
  if (req.method !== 'POST') return {status: 405, body: {error: 'POST only'}};
  try {
    const body: unknown = JSON.parse(req.body.toString('utf8'));
    const verb = isObject(body) ? body['verb'] : undefined;
    const run = typeof verb === 'string' && Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!isObject(body) || run === undefined) {
      return {status: 404, body: {error: 'there is no such verb'}};
    }
    if (isRefusedHook(w, body)) return {status: 409, body: {error: 'this cannot be done here'}};
    const answer = run(w, body);
    settle();
    return {status: 200, body: answer};
  } catch (error) {
    const text = error instanceof HookError ? error.message : 'the body cannot be read';
    return {status: 400, body: {error: text}};
  }
}
