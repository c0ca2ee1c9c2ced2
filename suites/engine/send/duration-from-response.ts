import type {Advance, ToldDuration} from '../../../spec/step.ts';
import {instantOf, localInstant, zonedInstant} from '../../values/datetimes.ts';
import type {Position} from './attempt-context.ts';
import type {ScriptContext} from './script-context.ts';
import {millisecondsUntil} from './wall-time.ts';

/** The milliseconds that a step lets pass. */
export function durationOf(
  {ms, until, told}: Advance,
  position: Position,
  script: ScriptContext,
): number {
  if (told) return millisecondsToWait(ms, told, secondsTold(told, position, script));
  if (!until) return ms;
  const now = script.bindings.fill<string>(until.now, position);
  return Math.min(ms, millisecondsUntil(String(now), until));
}

/** The duration that a response gives; undefined if it gives none. */
function secondsTold(
  {seconds, end}: ToldDuration,
  position: Position,
  {bindings, attempt: {environment}}: ScriptContext,
): unknown {
  const told = seconds === undefined ? undefined : bindings.fillIfShown(seconds, position);
  if (told !== undefined || end === undefined) return told;
  const clock = position.lastByStep.get(end.clock.$from);
  return secondsUntil(bindings.fillIfShown(end.at, position), {
    now: environment.targetTime?.() ?? environment.now(),
    shown: bindings.fillIfShown(end.clock, position),
    at: clock && (clock.targetTime ?? clock.sentAt),
  });
}

/**
 * The length of a wait that depends on a duration in a response.
 * @param ms the milliseconds for the expected duration
 * @param told the seconds in the response; anything but a number is ignored
 */
export function millisecondsToWait(
  ms: number,
  {foreseen, atMost}: ToldDuration,
  told: unknown,
): number {
  if (typeof told !== 'number' || !Number.isFinite(told)) return ms;
  const wanted = ms + (told - foreseen) * 1000;
  return Math.round(Math.min(Math.max(wanted, 0), atMost));
}

/** How the clock of a deployment is compared with that of the run. */
interface Clocks {
  /** The run's time, in milliseconds since 1970. */
  now: number;
  /** A time that a response shows: seconds since 1970, or a text with its zone. */
  shown: unknown;
  /** The run's time of that response. */
  at: number | undefined;
}

/**
 * The seconds until an instant by the clock of a deployment; undefined where they cannot be known. Two times
 * without zones are compared with each other: both are local times of the deployment.
 */
export function secondsUntil(end: unknown, {now, shown, at}: Clocks): number | undefined {
  if (at === undefined) return undefined;
  const seconds = Math.round((lengthBetween(shown, end) - (now - at)) / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** The milliseconds from one shown time to another; NaN where their zones may differ. */
function lengthBetween(shown: unknown, end: unknown): number {
  const local = localInstant(end) - localInstant(shown);
  if (!Number.isNaN(local)) return local;
  const clock = typeof shown === 'number' ? instantOf(shown) : zonedInstant(shown);
  return zonedInstant(end) - clock;
}
