import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {disturbedSteps} from './deferred-observations.ts';
import type {SceneRun} from '../scene-run.ts';

const exchange = (status: number, ...situations: string[]): Exchange =>
  ({step: 's', op: 'startRun', status, situations, headers: {}}) as unknown as Exchange;

const isDisturbed = (one: Exchange, exhausts?: true): boolean =>
  disturbedSteps({
    exchanges: [one],
    scene: {given: [], act: [], ...(exhausts && {exhausts})},
  } as unknown as SceneRun).size > 0;

test('a limit on requests disturbs a scene that does not exhaust it', () => {
  expect(isDisturbed(exchange(429, 'rate-limited'))).toBe(true);
  expect(isDisturbed(exchange(429, 'rate-limited'), true)).toBe(false);
  expect(isDisturbed(exchange(429))).toBe(true);
});

test('a limit on runs disturbs none, whatever its status', () => {
  expect(isDisturbed(exchange(429, 'daily-limit'))).toBe(false);
  expect(isDisturbed(exchange(422, 'daily-limit'))).toBe(false);
  expect(isDisturbed(exchange(429, 'rate-limited', 'tool-limit'))).toBe(true);
});
