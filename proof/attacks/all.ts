import type {Attack, Outcome, Scale} from './attack.ts';
import {day} from './day.ts';
import {folders} from './folders.ts';
import {kills} from './kills.ts';
import {requests} from './requests.ts';
import {sockets} from './sockets.ts';
import {targets} from './targets.ts';

/** Every attack. */
export const ATTACKS: readonly Attack[] = [requests, sockets, kills, folders, targets, day];

/** An attack with its outcome. */
export interface AttackRow extends Outcome {
  name: string;
  unit: string;
  /** The shard, for example `1/4`. */
  shard: string;
  seconds: number;
}

/**
 * The size of a shard's part of an attack.
 * @param part the shard: each uses other seeds
 */
export const scaleOf = (attack: Attack, share: number, seed: number, part: number): Scale => {
  const times = Math.max(1, Math.round(attack.full * share));
  return {times, seed: seed + (part - 1) * times};
};

/** A row of the table. */
export const attackRow = ({name, unit, tried, seconds, figure, findings}: AttackRow): string =>
  [
    name.padEnd(9),
    `${tried} ${unit}`.padEnd(22),
    `${Math.round(seconds)} s`.padStart(7),
    `${findings.length} found`.padStart(9),
    ` ${figure}`,
  ].join(' ');
