import fc from 'fast-check';
import {framed} from './framed-requests.ts';
import {GARBAGE} from './garbage-data.ts';
import type {Ground, RawRequest} from './raw-request.ts';

/** Bytes that are no request, or one and a half. */
const broken = (ground: Ground): fc.Arbitrary<RawRequest> =>
  fc
    .oneof(
      fc.constantFrom(...GARBAGE).map((text) => Buffer.from(text, 'latin1')),
      fc.uint8Array({minLength: 1, maxLength: 200}).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(framed(ground), fc.nat(), fc.uint8Array({minLength: 1, maxLength: 3}))
        .map(([{bytes}, at, put]) => {
          const position = at % bytes.length;
          return Buffer.concat([bytes.subarray(0, position), put, bytes.subarray(position + 1)]);
        }),
    )
    .map((bytes) => ({bytes, head: false, kind: 'garbage' as const}));

/** The beginning of a request, and no more. */
const cut = (ground: Ground): fc.Arbitrary<RawRequest> =>
  fc.tuple(framed(ground), fc.nat()).map(([{bytes}, at]) => ({
    bytes: bytes.subarray(0, 1 + (at % (bytes.length - 1))),
    head: false,
    kind: 'cut' as const,
  }));

/** Any bytes for one origin: of 26 draws 24 are whole requests, one is cut, one is broken. */
export const requests = (ground: Ground): fc.Arbitrary<RawRequest> =>
  fc.oneof(
    {arbitrary: framed(ground), weight: 24},
    {arbitrary: cut(ground), weight: 1},
    {arbitrary: broken(ground), weight: 1},
  );
