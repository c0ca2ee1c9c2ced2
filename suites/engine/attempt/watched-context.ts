import type {Environment} from '../../target/target.ts';
import {Unreachable} from '../../target/unreachable.ts';
import {isOddLimit} from '../../target/gateway.ts';
import type {AttemptContext} from '../send/attempt-context.ts';
import type {DeferredObservations} from './deferred-observations.ts';
import type {SceneRun} from '../send/scene-run.ts';
import {isLongWait} from '../send/pacing/rate-limit-retry.ts';
import {type RunServices} from '../judge/run-services.ts';
import {contextFor} from '../send/send-services.ts';
import type {Exchange} from '../../../spec/exchange.ts';

/** Whether a limit refused for longer than a minute: a daily quota. */
const isQuotaSpent = (exchange: Exchange): boolean =>
  exchange.status === 429 && isLongWait(exchange);

/**
 * The context of an attempt that records every exchange in `run` and runs the passive checks of each
 * response.
 * @param label part of every fresh value
 */
export function watchedContext(
  environment: Environment,
  label: string,
  run: SceneRun,
  observations: DeferredObservations,
  services: RunServices,
): AttemptContext {
  const {breaker, target, sharedTarget} = services;
  const {exhausts, consecutive} = run.scene;
  const canDayPass = sharedTarget && !exhausts && !target.lacks('control:advance');
  return {
    ...contextFor(services, environment, label),
    ...((exhausts || consecutive) && {rateLimitRetry: undefined}),
    onLimited: (exchange) => {
      services.onExchange?.(exchange);
      if (!isOddLimit(exchange)) observations.note(exchange);
    },
    onReused: (exchange, fresh) => {
      run.exchanges.push(exchange);
      run.reused.add(exchange.step);
      for (const [n, value] of fresh) run.taken.set(n, value);
    },
    onControl: (exchange) => {
      run.hookCalls.push(exchange);
      sharedTarget?.made.note(exchange, run.scene);
      services.hooks.noteAnswer(exchange);
      services.onHook?.(exchange);
    },
    onBrokenHook: (error) => services.hooks.noteBroken(error),
    onExchange: (exchange) => {
      run.exchanges.push(exchange);
      sharedTarget?.made.note(exchange, run.scene);
      services.onExchange?.(exchange);
      services.hooks.noteResponse(exchange);
      observations.note(exchange);
      // A spent daily quota is renewed by the hook `advance`; it is no silence of the deployment.
      if (canDayPass && isQuotaSpent(exchange)) return sharedTarget.rateLimitRetry.endDay();
      breaker.note(exchange, exhausts === true);
      if (target.shared && breaker.whyTripped) throw new Unreachable(breaker.whyTripped);
    },
  };
}
