import {afterAll, beforeAll, expect, inject, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {sendLane} from '../testing/fuzz-lanes.ts';
import type {OriginName} from './public-url.ts';

/** A hundredth of the requests. */
const UNIT = inject('all') ? 1000 : 100;
/** Requests of each lane; 100 units altogether. */
const LANES: [origin: OriginName, limits: boolean, count: number][] = [
  ['workspace', false, 30 * UNIT],
  ['workspace', true, 5 * UNIT],
  ['store', false, 30 * UNIT],
  ['store', true, 5 * UNIT],
  ['objects', false, 15 * UNIT],
  ['control', false, 15 * UNIT],
];
/** The first `Prefer` loads prism, which takes seconds on a busy machine. */
const DRAWING = {seed: 20_260_301, patience: 30_000 * inject('patience')};

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

test(`${100 * UNIT} requests of any bytes: never 5xx, and a refusal changes nothing`, async () => {
  const tallies = await Promise.all(
    LANES.map(([origin, limits, count], number) =>
      sendLane(mock, {origin, limits, count}, number, DRAWING),
    ),
  );
  for (const [number, {answered, silent}] of tallies.entries()) {
    const [origin, limits, count] = LANES[number]!;
    const total = Object.values(answered).reduce((sum, one) => sum + one, silent);
    expect(total).toBeGreaterThanOrEqual(count);
    // Both kinds must be there, or nothing was tried.
    expect(
      Object.entries(answered)
        .filter(([status]) => Number(status) < 300)
        .reduce((sum, [, one]) => sum + one, 0),
      origin,
    ).toBeGreaterThan(limits ? UNIT / 25 : count / 150);
    expect(
      Object.keys(answered).filter((status) => Number(status) >= 400).length,
      origin,
    ).toBeGreaterThan(3);
  }
  const journals = [
    mock.worlds.unroutedJournal,
    ...mock.worlds.list().map((world) => world.journal),
  ];
  expect(
    journals.flatMap((journal) => journal.after(0, 5000)).filter((entry) => entry.status >= 500),
  ).toEqual([]);
});
