import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, holds, is, refused, summaryOf, undecided, when} from '../../judge.ts';
import {minutes, seconds} from '../../script.ts';
import {ageAt, livesFor, TOLERANCE} from '../ages.ts';
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

const LIFETIME = minutes(30);

const lives30Minutes = (minted: Exchange, used: Exchange): Judgement =>
  livesFor(
    {minted, used, lifetime: LIFETIME, works: 'stored'},
    {dead: 'dead-before-30-minutes', alive: 'alive-after-30-minutes'},
  );

const hasExpired = (minted: Exchange, used: Exchange): boolean =>
  ageAt(used, minted).least >= LIFETIME + TOLERANCE;

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
    // Of an earlier scene's reservation nobody knows how old its link will be.
    unbroken: true,
    act: (s) => {
      // The one that is used last comes first: a pause between the two makes it only older.
      const late = reserve(s);
      const early = reserve(s);
      s.advance(minutes(30) - seconds(5));
      const within = s.upload(early);
      s.advance(seconds(10));
      return {late, early, within, after: s.upload(late)};
    },
    judge: ({late, early, within, after}) =>
      all(lives30Minutes(early, within), lives30Minutes(late, after)),
  }),
  check({
    rule: 'workspace.uploads.expired-link-lands-nothing',
    act: (s) => {
      const late = reserve(s);
      const landed = reserveAndUpload(s);
      s.advance(minutes(31));
      // A second upload, one byte shorter, by a link that was used before it expired.
      s.upload(landed, {resize: -1});
      const put = s.upload(late);
      return {
        late,
        put,
        registered: register(s, late),
        over: register(s, landed),
        control: publish(s),
      };
    },
    // A reservation may expire with its link (NS-WS-35), so any refusal will do.
    judge: ({late, put, registered, over}) =>
      all(
        when(hasExpired(late, put), 'the link had not expired', () =>
          refused(registered, 'landed-after-expiry'),
        ),
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
