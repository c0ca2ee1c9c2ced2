import {defined} from '../../spec/defined.ts';
import {quantity} from '../../spec/quantity.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import type {FaultRule, FaultTally, OrderedFault} from './fault-rule.ts';
import {orderedFaults} from './ordered-faults.ts';

/** A rule of a world, with how often it acted. */
export type ShownFault = Required<Pick<FaultRule, 'id' | 'enabled' | 'match' | 'act'>> &
  Pick<FaultRule, 'name'> &
  FaultTally;

/** The rules of a world, in the order in which they are asked. */
export const faultsOf = (world: World): ShownFault[] =>
  (world.settings.faults ?? []).map((rule) => shownFault(world, rule));

/** The same without settings of workspaces. */
const ordered = (world: World): ShownFault[] =>
  (world.settings.faults ?? [])
    .filter(({setting}) => !setting)
    .map((rule) => shownFault(world, rule));

/** A rule with how often it acted. */
export const shownFault = (
  {faultTallies}: World,
  {id, name, enabled = true, match = {}, act}: OrderedFault,
): ShownFault => ({
  id,
  ...(name !== undefined && {name}),
  enabled,
  match,
  act,
  ...(faultTallies.get(id) ?? {matched: 0, fired: 0}),
});

/**
 * Orders faults for a world in place of all that it has but settings of workspaces; they count from 0.
 * @returns as `World.commit`
 */
export function replaceFaults(
  world: World,
  rules: readonly FaultRule[],
): Promise<void> | undefined {
  world.faultTallies.clear();
  const settings = (world.settings.faults ?? []).filter(({setting}) => setting);
  const taken = settings.map(({id}) => id);
  return world.setFaults([...settings, ...orderedFaults(rules, world.now(), taken)]);
}

/** Orders one more fault, after the others. @returns the rule, once it is kept */
export async function addFault(world: World, rule: FaultRule): Promise<OrderedFault> {
  const others = world.settings.faults ?? [];
  const [ordered] = orderedFaults(
    [rule],
    world.now(),
    others.map(({id}) => id),
  );
  const added = defined(ordered, 'the rule');
  await world.setFaults([...others, added]);
  return added;
}

/** Replaces a rule, or removes it. Another rule in its place counts from 0. @returns as `World.commit` */
export function changeFault(
  world: World,
  id: string,
  rule: OrderedFault | undefined,
): Promise<void> | undefined {
  if (!rule) world.faultTallies.delete(id);
  const faults = world.settings.faults ?? [];
  return world.setFaults(faults.flatMap((each) => (each.id === id ? (rule ?? []) : each)));
}

/** Rules that never acted, of all worlds, as lines for the terminal: a fault that nobody met proves nothing. */
export const unfiredFaults = (worlds: Pick<Worlds, 'list'>): string[] =>
  worlds.list().flatMap((world) =>
    ordered(world)
      .filter(({enabled, fired}) => enabled && !fired)
      .map(
        ({id, name, matched}) =>
          `fault ${id}${name === undefined ? '' : ` (${name})`} of world ${world.id} never fired: ` +
          (matched
            ? `it matched ${quantity(matched, 'request')}, none of them in its turn (nth, probability); ` +
              'requests on which an earlier rule acted are not counted'
            : 'no request matched it'),
      ),
  );
