import fc from 'fast-check';
import {BOMBS, HOSTILE_TEXTS, ODD_JSON} from './body-data.ts';
import type {Ground} from './raw-request.ts';

/** Any JSON value, often an odd one. */
export const oddJson = fc.oneof(
  fc.constantFrom(...ODD_JSON),
  fc.string({unit: 'binary', maxLength: 20}),
  fc.jsonValue({maxDepth: 2}),
);

/** A body that a route accepts, with at most two members changed. */
const changedBody = (bodies: object[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...bodies),
      fc.array(fc.tuple(fc.nat(), oddJson, fc.constantFrom('set', 'add', 'drop', 'wrap', 'keep')), {
        maxLength: 2,
      }),
    )
    .map(([body, changes]) => {
      let value: Record<string, unknown> = {...body};
      for (const [at, odd, kind] of changes) {
        const name = Object.keys(value)[at % Math.max(1, Object.keys(value).length)] ?? 'x';
        if (kind === 'set') value[name] = odd;
        else if (kind === 'add') value[['constructor', 'toString', 'x', 'id'][at % 4] ?? 'x'] = odd;
        else if (kind === 'drop') delete value[name];
        else if (kind === 'wrap') value = {data: value};
      }
      return JSON.stringify(value);
    });

/** The body of a request: mostly none, or almost what some route takes. */
export const bodyOf = ({bodies}: Ground): fc.Arbitrary<Buffer> =>
  fc.oneof(
    {arbitrary: fc.constant(Buffer.alloc(0)), weight: 4},
    {arbitrary: changedBody(bodies).map((text) => Buffer.from(text)), weight: 8},
    {arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map((text) => Buffer.from(text)), weight: 3},
    {arbitrary: fc.uint8Array({maxLength: 40}).map((bytes) => Buffer.from(bytes)), weight: 1},
    {arbitrary: fc.nat({max: 399}).map((n) => BOMBS[n] ?? Buffer.from('{}')), weight: 1},
  );
