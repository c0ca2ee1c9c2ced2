import {FaultChecker} from '../faults/check-rule.ts';
import type {FaultRule, OrderedFault} from '../faults/fault-rule.ts';
import {orderedFaults} from '../faults/ordered-faults.ts';
import {MAX_FAULTS} from '../faults/rule-schema.ts';
import {addFault, changeFault, faultsOf, shownFault} from '../faults/world-faults.ts';
import type {World} from '../world/world.ts';
import {pointerTo, WrongValue} from '../wrong-value.ts';
import {idOf, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

/** Its schema is compiled on first use. */
const checker: FaultChecker = new FaultChecker();

/** Faults that a user orders. */
export const faultOperations: Record<string, Handler> = {
  listFaults: (request) => ({status: 200, body: {faults: faultsOf(worldOf(request))}}),

  getFault(request) {
    const world = worldOf(request);
    return {status: 200, body: shownFault(world, faultIn(world, idOf(request)))};
  },

  async addFault(request: ControlRequest<FaultRule>) {
    const world = worldOf(request);
    const rule = checked(request.body);
    requireRoom(world);
    if (rule.id !== undefined && has(world, rule.id))
      throw new Problem(
        409,
        `body/id: there is a fault \`${rule.id}\` already`,
        'choose another id, or PUT to the path with this one to replace it',
      );
    return {status: 201, body: shownFault(world, await addFault(world, rule))};
  },

  async putFault(request: ControlRequest<FaultRule>) {
    const world = worldOf(request);
    const id = idOf(request);
    const rule = checked({...request.body, id: requireSameId(request.body, id)});
    world.faultTallies.delete(id);
    const [ordered] = orderedFaults([rule], world.now());
    if (has(world, id)) await changeFault(world, id, ordered);
    else {
      requireRoom(world);
      await addFault(world, rule);
    }
    return {status: 200, body: shownFault(world, faultIn(world, id))};
  },

  async changeFault(request: ControlRequest<Partial<FaultRule>>) {
    const world = worldOf(request);
    const id = idOf(request);
    const old = faultIn(world, id);
    requireSameId(request.body, id);
    const {since, setting: _setting, ...rule} = old;
    const changed = checked({...rule, ...request.body, id});
    await changeFault(world, id, {...changed, id, since});
    return {status: 200, body: shownFault(world, faultIn(world, id))};
  },

  async removeFault(request) {
    const world = worldOf(request);
    const {id} = faultIn(world, idOf(request));
    await changeFault(world, id, undefined);
    return {status: 204};
  },
};

/** @throws Problem 422 that names the member */
function checked(rule: unknown): FaultRule {
  naming(() => checker.check(rule));
  return rule as FaultRule;
}

/** Checks the rules of a new world. @throws Problem 422 that names the member */
export const requireFaults = (rules: unknown): void =>
  naming(() => checker.checkAll(rules, ['faults']));

function naming(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw new Problem(422, `body${pointerTo(error.path)}: ${error.message}`, error.todo);
  }
}

const has = (world: World, id: string): boolean => find(world, id) !== undefined;

const find = ({settings}: World, id: string): OrderedFault | undefined =>
  settings.faults?.find((rule) => rule.id === id);

/** @throws Problem 404 */
function faultIn(world: World, id: string): OrderedFault {
  const rule = find(world, id);
  if (rule) return rule;
  const known = (world.settings.faults ?? []).slice(0, 10).map((each) => each.id);
  throw new Problem(
    404,
    `world \`${world.id}\` has no fault \`${id}\``,
    known.length ? `there are ${known.join(', ')}` : 'it has none: `POST .../faults` orders one',
  );
}

function requireSameId({id}: Partial<FaultRule>, inPath: string): string {
  if (id === undefined || id === inPath) return inPath;
  throw new Problem(422, `body/id: is \`${id}\`, and the path names \`${inPath}\``, 'leave it out');
}

function requireRoom({settings}: World): void {
  if ((settings.faults?.length ?? 0) < MAX_FAULTS) return;
  throw new Problem(422, `a world has at most ${MAX_FAULTS} faults`, 'remove some of them');
}
