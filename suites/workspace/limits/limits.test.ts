import {expect, test} from 'vitest';
import {MINUTE_MS} from '../../../spec/durations.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {defined} from '../../../spec/defined.ts';
import {response} from '../../testing/response.ts';
import {limits} from './limits.ts';

/** The answers to requests of every kind before a limit is reached. */
const ANSWERS: [op: string, status: number, situation: string][] = [
  ['listPublications', 200, 'page'],
  ['getPublication', 404, 'publication-not-found'],
  ['createPublication', 422, 'body-refused'],
  ['listTools', 200, 'catalog'],
  ['getAccountUsage', 200, 'usage'],
  ['listPublicationFiles', 404, 'publication-not-found'],
  ['getCurrentPublicationFile', 404, 'publication-not-found'],
  ['getPublicationReader', 404, 'publication-not-found'],
  ['downloadFile', 404, 'file-not-found'],
  ['createUpload', 422, 'body-refused'],
  ['getAccount', 200, 'account'],
];

const ACCOUNT = 10;
const LIMIT = 60;

/** A deployment: whether it refuses the request of this kind that is the `count`th of the minute. */
interface Deployment {
  refuses(op: string, count: {all: number; ofKind: number}): boolean;
  /** The answer to the unknown publication, if it is not the documented one. */
  unknown?: [status: number, situation: string];
}

/** The exchanges of the scene: bursts 95 seconds apart, and single requests of each kind. */
function exchangesOf({refuses, unknown}: Deployment) {
  let now = 0;
  let began = 0;
  let counts: Record<string, number> = {};
  const send = (kind: number): Exchange => {
    const [op, status, situation] = defined(ANSWERS[kind % ANSWERS.length], 'a kind');
    const isOtherwise = unknown && situation === 'publication-not-found';
    if (now >= began + MINUTE_MS) [began, counts] = [now, {}];
    const [usual, shown] = isOtherwise ? unknown : [status, situation];
    counts = {...counts, all: (counts.all ?? 0) + 1, [op]: (counts[op] ?? 0) + 1};
    const isRefused = refuses(op, {all: counts.all ?? 0, ofKind: counts[op] ?? 0});
    now += 5;
    const more = {op, sentAt: now - 5, gotAt: now};
    return isRefused ? response(429, [], more) : response(usual, [shown], more);
  };
  const burst = (most: number, kindOf: (index: number) => number): Exchange[] => {
    const sent: Exchange[] = [];
    while (sent.length < most && sent.at(-1)?.status !== 429) sent.push(send(kindOf(sent.length)));
    return sent;
  };
  const ofAll = (index: number): number => index;
  const ofOne = (): number => ACCOUNT;
  const later = (ms: number): void => {
    now += ms;
  };
  const first = burst(126, ofAll);
  const seen = {first, round: ANSWERS.map((_, kind) => send(kind)), during: [send(2)]};
  later(5000);
  const refilled = [send(ACCOUNT)];
  later(26_000);
  const half = burst(LIMIT + 2, ofOne);
  later(31_000);
  const passed = [send(ACCOUNT)];
  later(33_000);
  const second = burst(126, ofAll);
  const roundAgain = ANSWERS.map((_, kind) => send(kind));
  later(MINUTE_MS);
  return {...seen, refilled, half, passed, second, roundAgain, other: burst(126, ofAll)};
}

const verdictOf = (rule: string, deployment: Deployment) => {
  const id = `workspace.limits.${rule}`;
  const check = limits.checks.find((one) => one.rule === id && one.place === '*');
  return defined(check, rule).judge(exchangesOf(deployment) as never);
};

const rightLimit: Deployment['refuses'] = (_op, {all}) => all > LIMIT;

test('what an unknown publication is answered is no refusal by the limit', () => {
  const deployment: Deployment = {refuses: rightLimit, unknown: [200, 'files']};
  expect(verdictOf('sixty-a-minute', deployment)).toMatchObject({
    violations: [],
    witnesses: [{of: 'limit'}, {of: 'limit'}],
  });
});

test('a limit of each kind breaks one rule: kinds count together', () => {
  const refuses: Deployment['refuses'] = (_op, {ofKind}) => ofKind > LIMIT;
  expect(verdictOf('sixty-a-minute', {refuses}).violations).toEqual([]);
  expect(verdictOf('operations-count-together', {refuses}).violations).toHaveLength(1);
  expect(verdictOf('sixty-a-minute', {refuses: () => false}).violations).not.toEqual([]);
});
