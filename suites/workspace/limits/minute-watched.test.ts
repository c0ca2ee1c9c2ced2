import {expect, test} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {Script} from '../../language/script.ts';
import {response} from '../../testing/response.ts';
import {minuteWatched} from './minute-watched.ts';

const LIMIT = 60;
const [check] = minuteWatched;
const {scene, judge} = defined(check, 'the check');

/** Whether the limit of a deployment lets a request pass that it decides at an instant. */
type Limit = (now: number) => boolean;

/** Fixed windows of so many seconds: of some clock, or from the first request on. */
function windows(span: number, phase?: number): Limit {
  let [began, count] = [-Infinity, 0];
  return (now) => {
    const current =
      phase === undefined
        ? now >= began + span
          ? now
          : began
        : Math.floor((now - phase) / span) * span + phase;
    if (current !== began) [began, count] = [current, 0];
    count += 1;
    return count <= LIMIT;
  };
}

function sliding(span: number, countsRefusals = false): Limit {
  let counted: number[] = [];
  return (now) => {
    counted = counted.filter((at) => at > now - span);
    const isFree = counted.length < LIMIT;
    if (isFree || countsRefusals) counted.push(now);
    return isFree;
  };
}

function bucket(): Limit {
  let [tokens, before] = [LIMIT, 0];
  return (now) => {
    tokens = Math.min(LIMIT, tokens + (now - before) / 1000);
    before = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** A limit that reads a clock of whole seconds. */
const inSeconds =
  (limit: Limit): Limit =>
  (now) =>
    limit(Math.floor(now / 1000) * 1000);

/**
 * What the judge says of a limit, where each response takes so many milliseconds.
 * @param hookTook milliseconds that pass in addition whenever a hook moves the clock
 */
function judged(limit: Limit, took: number, begin = 0, hookTook = 0) {
  let now = begin;
  const send = (): Exchange => {
    const isServed = limit(now + took / 2);
    const times = {op: 'getAccount', sentAt: now, gotAt: now + took};
    now += took;
    return isServed ? response(200, ['account'], times) : response(429, [], times);
  };
  const script = new Script('workspace');
  const handles = scene.act(script, undefined) as Record<string, {id: string}>;
  const sent = new Map<string, Exchange[]>();
  for (const step of script.steps) {
    if (step.step === 'advance') now += step.ms + hookTook;
    if (step.step !== 'repeat') continue;
    const exchanges: Exchange[] = [];
    while (exchanges.length < step.times && exchanges.at(-1)?.status !== 429)
      exchanges.push(send());
    sent.set(step.id, exchanges);
  }
  const seen = Object.entries(handles).map(([name, {id}]) => [name, sent.get(id)]);
  return judge(Object.fromEntries(seen) as never);
}

const BEGINNINGS = [0, 400, 7300, 19_950, 33_333, 46_000, 58_800, 59_990];
const SLOW = [1, 8, 25, 40];

test('every right way to count sixty a minute passes', () => {
  const right: Record<string, () => Limit> = {
    'from the first': () => windows(60_000),
    aligned: () => windows(60_000, 0),
    sliding: () => sliding(60_000),
    'sliding, with refusals': () => sliding(60_000, true),
    bucket,
    'from the first, in seconds': () => inSeconds(windows(60_000)),
    'sliding, in seconds': () => inSeconds(sliding(60_000)),
  };
  const wrong = Object.entries(right).flatMap(([name, limit]) =>
    BEGINNINGS.flatMap((begin) =>
      SLOW.filter((took) => judged(limit(), took, begin).violations.length).map(
        (took) => `${name}, ${took} ms, from ${begin}`,
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

test.each([0, 100, 260])('it is decided where a look takes %i ms more', (hookTook) => {
  const undecided = BEGINNINGS.filter((begin) => {
    const {violations, inconclusive} = judged(sliding(60_000), 8, begin, hookTook);
    return violations.length > 0 || inconclusive !== undefined;
  });
  expect(undecided).toEqual([]);
});

test('a minute that is ten seconds shorter or six longer is seen', () => {
  const spans = [35, 40, 45, 50, 66, 75].map((span) => span * 1000);
  const unseen = spans.flatMap((span) =>
    Object.entries({windows: windows(span), sliding: sliding(span)})
      .filter(([, limit]) => !judged(limit, 8).violations.length)
      .map(([name]) => `${name} of ${span / 1000} s`),
  );
  expect(unseen).toEqual([]);
});
