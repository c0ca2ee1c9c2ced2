import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, holds, is, refused, summaryOf, undecided} from '../../judge.ts';
import {minutes, seconds} from '../../script.ts';
import {reserveAndUpload, publish, register, reserve} from '../publishing.ts';

/**
 * "File bytes never pass through the API" (Rule 3): the upload URL may be on another host, or
 * beside the API on the same one.
 */
export function besideTheApi(reservation: Exchange, put: Exchange): Judgement {
  const [api] = /^.*\/api\/v1\//.exec(reservation.sent.url) ?? [];
  if (api === undefined) return undecided('the path of the API is not /api/v1');
  return holds(!put.sent.url.startsWith(api), {
    branch: 'bytes-pass-through-the-api',
    expected: `an upload URL that is not below ${api}`,
    got: 'one below it',
    at: put,
  });
}

/** The presigned PUT: needs no key, lives 30 minutes, carries its headers. */
export const links: Check[] = [
  check({
    rule: 'workspace.uploads.link-needs-no-key',
    act: (s) => {
      const reservation = reserve(s);
      return {reservation, put: s.upload(reservation), registered: register(s, reservation)};
    },
    judge: ({reservation, put, registered}) =>
      all(
        is(put, 'stored', 'bytes-refused'),
        is(registered, 'registered', 'did-not-land'),
        besideTheApi(reservation, put),
      ),
  }),
  check({
    rule: 'workspace.uploads.link-lives-30-minutes',
    act: (s) => {
      const early = reserve(s);
      const late = reserve(s);
      s.advance(minutes(30) - seconds(5));
      const within = s.upload(early);
      s.advance(seconds(10));
      return {within, after: s.upload(late)};
    },
    judge: ({within, after}) =>
      all(
        is(within, 'stored', 'dead-before-30-minutes'),
        is(after, 'storage-refused', 'alive-after-30-minutes'),
      ),
  }),
  check({
    rule: 'workspace.uploads.expired-link-lands-nothing',
    act: (s) => {
      const late = reserve(s);
      const landed = reserveAndUpload(s);
      s.advance(minutes(31));
      // A second upload, one byte shorter, by a link that was used before it expired.
      s.upload(landed, {resize: -1});
      s.upload(late);
      return {registered: register(s, late), over: register(s, landed), control: publish(s)};
    },
    // A reservation may expire with its link (NS-WS-35), so any refusal will do.
    judge: ({registered, over}) =>
      all(
        refused(registered, 'landed-after-expiry'),
        // Whether it is registered or not is open, but the shorter bytes must not have been stored.
        holds(!over.situations.includes('incomplete'), {
          branch: 'replaced-after-expiry',
          expected: 'the bytes that were stored in time to count',
          got: summaryOf(over),
          at: over,
        }),
      ),
  }),
  check({
    rule: 'workspace.uploads.signed-headers-are-needed',
    act: (s) => {
      const bare = reserve(s);
      return {without: s.upload(bare, {omitHeaders: true}), with: reserveAndUpload(s)};
    },
    judge: ({without}) => is(without, 'storage-refused', 'stored-without-headers'),
  }),
];
