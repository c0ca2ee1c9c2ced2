import {placesLeft} from '../account.ts';
import type {Context} from '../context.ts';
import {pause, Refusal, type Answer} from '../http.ts';
import type {Reservation, Run} from '../model.ts';
import {memoryOf, timesOf} from '../part-d/memory.ts';
import type {World} from '../world.ts';

const REPLAYS = 2;

/** Below so many places left, registrations wait for each other. */
const FEW = 8;

/** Starts that are under way, by what they start. */
const starts = new WeakMap<World, Map<string, Promise<Answer>>>();

/** Uploads whose registration is under way. */
const registering = new WeakSet<Reservation>();

type Deed = (c: Context) => Answer | Promise<Answer>;

/** Some turns of the event loop, in which requests of the same moment come in. */
async function aMoment(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await pause();
}

/** Runs an operation, together with others that are asked at the same time. */
export function together(c: Context, operation: string, run: Deed): Answer | Promise<Answer> {
  const f = c.w.faults;
  if (operation === 'list' && f.has('list-of-request-beside')) return listedBeside(c, run);
  if (operation === 'start' && f.has('starts-joined-in-flight')) return joined(c, run);
  return run(c);
}

async function listedBeside(c: Context, run: Deed): Promise<Answer> {
  const memory = memoryOf(c.w);
  memory.set('space that is listed', c.space.id);
  await aMoment();
  const space = c.w.spaces.get(String(memory.get('space that is listed')));
  return run({...c, space: space ?? c.space});
}

function joined(c: Context, run: Deed): Promise<Answer> {
  const all = starts.get(c.w) ?? new Map<string, Promise<Answer>>();
  starts.set(c.w, all);
  const name = `${c.space.id} ${c.params['publication']} ${String(c.body['tool'])}`;
  const known = all.get(name);
  if (known !== undefined) return known;
  const started = aMoment()
    .then(() => run(c))
    .finally(() => all.delete(name));
  all.set(name, started);
  return started;
}

/** Reads what is spent some time before it is written; undefined: nothing of the kind. */
export function lateSpending({w, space}: Context): Promise<void> | undefined {
  if (!w.faults.has('registrations-at-once-spend-one')) return undefined;
  if (placesLeft(w, space) <= FEW) return undefined;
  const {spent} = space;
  return aMoment().then(() => {
    space.spent = spent;
  });
}

/** Lets uploads in after the size was judged; undefined: nothing of the kind. */
export function lateSeal({w}: Context, one: Reservation): Promise<void> | undefined {
  if (!w.faults.has('register-sealed-late')) return undefined;
  if (registering.has(one)) {
    throw new Refusal(409, 'already_registered', 'This upload was registered before.');
  }
  registering.add(one);
  return aMoment().finally(() => registering.delete(one));
}

/** The bytes that become the original. */
export function sealedBytes(w: World, one: Reservation, judged: Buffer): Buffer {
  return w.faults.has('register-sealed-late') ? (one.stored ?? judged) : judged;
}

/** The run that a key replays, unless the key was used too often to be known. */
export function stillKnown(w: World, run: Run | undefined): Run | undefined {
  if (run === undefined || !w.faults.has('retry-key-for-two-retries')) return run;
  return timesOf(w, `replays of ${run.id}`) > REPLAYS ? undefined : run;
}
