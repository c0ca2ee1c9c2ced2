import {expect, test} from 'vitest';
import {HOUR_MS} from '../../../spec/durations.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {instantsIn, expectCreatedMeanwhile} from './creation-time.ts';

const NOW = Date.UTC(2026, 2, 2, 9, 30);
const iso = (time: number): string => new Date(time).toISOString();

const seen = (wire: object, more: Partial<Exchange> = {}): Exchange =>
  ({
    step: 's1',
    op: 'createUpload',
    status: 201,
    sentAt: NOW,
    gotAt: NOW,
    situations: [],
    headers: {date: new Date(NOW).toUTCString()},
    wire,
    body: wire,
    sent: {method: 'POST', url: 'http://localhost/', headers: {}},
    ...more,
  }) as unknown as Exchange;

/** The judgement of a creation time that is so many milliseconds from now. */
const judged = (off: number, link = iso(NOW + HOUR_MS / 2), more: object = {}) =>
  expectCreatedMeanwhile(seen({link}), seen({created_at: iso(NOW + off), ...more}));

test('a creation time hours from the registration is none', () => {
  expect(judged(-2 * HOUR_MS).violations).toMatchObject([{pointer: '/created_at'}]);
  expect(judged(2 * HOUR_MS).violations).toHaveLength(1);
  expect(judged(-60_000)).toMatchObject({violations: [], witnesses: [{}]});
});

test('a deployment with a time of its own is not accused', () => {
  const theirs = iso(NOW - 2 * HOUR_MS + HOUR_MS / 2);
  expect(judged(-2 * HOUR_MS, theirs).violations).toEqual([]);
  expect(judged(-2 * HOUR_MS, 'https://storage/?token=abc').violations).toEqual([]);
  expect(judged(-2 * HOUR_MS, iso(NOW + 9 * HOUR_MS)).violations).toEqual([]);
});

test('a line of the profile that names another instant accuses nobody', () => {
  const {violations, inconclusive} = judged(-2 * HOUR_MS, undefined, {registered: iso(NOW)});
  expect(violations).toEqual([]);
  expect(inconclusive).toContain('another member');
});

test('an instant without its zone says nothing', () => {
  const registration = seen({created_at: '2026-03-02 07:30:00'});
  expect(
    expectCreatedMeanwhile(seen({link: iso(NOW + HOUR_MS / 2)}), registration).violations,
  ).toEqual([]);
});

test('instants are read in the forms of links, too', () => {
  expect(
    instantsIn([
      'https://storage/?X-Amz-Date=20260302T093000Z',
      {until: NOW, links: [`https://storage/?expires=${NOW / 1000}`]},
      '2026-03-02T11%3A30%3A00%2B02%3A00',
      '2026-03-02t09:30:00z',
      'no instant: 2026-03-02 09:30',
    ]),
  ).toEqual([NOW, NOW, NOW, NOW, NOW].toSorted());
});
