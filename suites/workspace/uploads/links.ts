import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectMember,
  notApplicable,
  expectRefused,
  summaryOf,
  undecided,
  when,
} from '../../language/judge.ts';
import {UPLOAD_LINK_LIFETIME_MS, expectUploadLifetime} from '../link-age.ts';
import {minutes, type Handle} from '../../language/script.ts';
import {alteredLink} from '../../language/sent-values.ts';
import {AFTER_AN_END_MS, BEFORE_AN_END_MS, hasExpired} from '../../values/ages.ts';
import {BY_TOOL} from '../mcp/by-tool.ts';
import {reserveAndUpload, publish, register, reservationOf, reserve} from '../publishing.ts';
import {publishBeforeTools} from '../versions.ts';
import {toText} from '../../../spec/json.ts';

/**
 * "File bytes never pass through the API" (Rule 3): the upload URL is on another host, or on the
 * same host outside the API.
 */
export function expectBesideTheApi(reservation: Exchange, put: Exchange): Judgement {
  const [api] = /^.*\/api\/v1\//.exec(reservation.sent.url) ?? [];
  if (api === undefined) return undecided('the path of the API is not /api/v1');
  return expectThat(!put.sent.url.startsWith(api), {
    branch: 'bytes-pass-through-the-api',
    expected: `an upload URL that is not below ${api}`,
    got: 'an upload URL below it',
    at: put,
  });
}

/** Path of the upload URL, decoded where it is encoded. */
function urlPathOf({body}: Exchange): string {
  const {pathname} = new URL(toText(body.upload_url));
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/**
 * Whether the path of an upload URL contains the upload's key, and differs from that of another
 * reservation only by the key: then it contains nothing secret.
 */
export function differOnlyByKey(one: Exchange, other: Exchange): boolean {
  const [key, otherKey] = [toText(one.body.key), toText(other.body.key)];
  const place = urlPathOf(one);
  // A key may contain `$`, which is special in replacement strings.
  return place.includes(key) && place.replace(key, () => otherKey) === urlPathOf(other);
}

/**
 * A registration is refused both before and after a PUT with a link that belongs to another upload.
 */
const expectNotLanded = (forged: Exchange, registered: Exchange): Judgement =>
  when(
    ['not-landed', 'registered', 'incomplete'].some((one) => registered.situations.includes(one)),
    `the registration was answered ${summaryOf(registered)}`,
    () =>
      expectThat(registered.situations.includes('not-landed'), {
        branch: 'stored-for-another-workspace',
        expected: 'the link of another upload to store no bytes for this upload',
        got: `${summaryOf(forged)}, then ${summaryOf(registered)}`,
        at: forged,
      }),
  );

/** A registration finds the bytes of its upload; other rules judge other refusals. */
const expectLanded = (registered: Exchange): Judgement =>
  when(
    ['registered', 'not-landed', 'incomplete'].some((one) => registered.situations.includes(one)),
    `the registration was answered ${summaryOf(registered)}`,
    () =>
      expectThat(registered.situations.includes('registered'), {
        branch: 'did-not-land',
        expected: 'the registration to find the bytes that storage accepted',
        got: summaryOf(registered),
        at: registered,
      }),
  );

/** The presigned PUT: it needs no key, is valid for 30 minutes, and has signed headers. */
export const links: Check[] = [
  check({
    rule: 'workspace.uploads.link-needs-no-key',
    act: (s) => {
      const reservation = reserve(s);
      return {reservation, put: s.upload(reservation), registered: register(s, reservation)};
    },
    judge: ({reservation, put, registered}) =>
      all(
        expectOutcome(put, 'stored', 'bytes-refused'),
        expectLanded(registered),
        expectBesideTheApi(reservation, put),
      ),
  }),
  check({
    rule: 'workspace.uploads.link-lives-30-minutes',
    // The age of the link of an earlier scene's reservation would be unknown.
    consecutive: true,
    act: (s) => {
      // The link that is used last is created first, so that a pause between the two only makes it
      // older.
      const late = reserve(s);
      const early = reserve(s);
      s.advance(UPLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
      const within = s.upload(early);
      s.advance(BEFORE_AN_END_MS + AFTER_AN_END_MS);
      const after = s.upload(late);
      const newer = reserve(s).at('/upload_url');
      const url = late.at('/upload_url');
      const prolonged = alteredLink({place: url, query: url, times: newer});
      return {late, early, within, after, later: s.put(prolonged, late.at('/upload_headers'))};
    },
    judge: ({late, early, within, after, later}) =>
      all(
        expectUploadLifetime(early, within),
        expectUploadLifetime(late, after),
        when(hasExpired(late, later, UPLOAD_LINK_LIFETIME_MS), 'the link had not expired', () =>
          expectOutcome(later, 'storage-refused', 'alive-with-a-later-time-in-it'),
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.link-lives-30-minutes',
    place: 'reserved by a tool',
    consecutive: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const byTool = (): Handle =>
        s.call('createUpload', {body: reservationOf(s), ...BY_TOOL, expects: 'reserved'});
      const [late, early] = [byTool(), byTool()];
      s.advance(UPLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
      const within = s.upload(early);
      s.advance(BEFORE_AN_END_MS + AFTER_AN_END_MS);
      return {late, early, within, after: s.upload(late)};
    },
    judge: ({late, early, within, after}) =>
      all(expectUploadLifetime(early, within), expectUploadLifetime(late, after)),
  }),
  check({
    rule: 'workspace.uploads.expired-link-lands-nothing',
    act: (s) => {
      const late = reserve(s);
      const landed = reserveAndUpload(s);
      s.advance(minutes(31));
      // A second upload, one byte shorter, with an expired link that was used before.
      s.upload(landed, {resize: -1});
      return {
        late,
        put: s.upload(late),
        registered: register(s, late),
        over: register(s, landed),
        control: publish(s),
      };
    },
    // A reservation may expire with its link (NS-WS-35), so any refusal is right.
    judge: ({late, put, registered, over}) =>
      all(
        when(hasExpired(late, put, UPLOAD_LINK_LIFETIME_MS), 'the link had not expired', () =>
          expectRefused(registered, 'landed-after-expiry'),
        ),
        // Whether it is registered or not is open, but the shorter bytes must not have been stored.
        expectThat(!over.situations.includes('incomplete'), {
          branch: 'replaced-after-expiry',
          expected: 'the registration to find the bytes that were stored in time',
          got: summaryOf(over),
          at: over,
        }),
      ),
  }),
  check({
    rule: 'workspace.uploads.link-stores-its-own-upload',
    act: (s) => {
      const own = reserve(s);
      const theirs = reserve(s, 'second-workspace');
      register(s, theirs, {as: 'second-workspace', expects: 'not-landed'});
      const url = alteredLink({
        place: theirs.at('/upload_url'),
        query: own.at('/upload_url'),
      });
      const forged = s.put(url, own.at('/upload_headers'));
      return {own, theirs, forged, registered: register(s, theirs, {as: 'second-workspace'})};
    },
    judge: ({own, theirs, forged, registered}) =>
      differOnlyByKey(own, theirs)
        ? expectNotLanded(forged, registered)
        : notApplicable('the links do not show the keys of their uploads'),
  }),
  check({
    rule: 'workspace.uploads.registered-bytes-stay',
    act: (s) => {
      const {reservation, registration, sent, original} = publishBeforeTools(s);
      const path = {file: original.at('/id')};
      // Storage may refuse bytes for a registered upload, or store them elsewhere (NS-WS-36).
      s.upload(reservation, {resize: -1});
      const link = s.call('downloadFile', {path, expects: 'redirect'});
      s.put(link.at('header:location'), {}, {resize: -1});
      return {
        registration,
        sent,
        kept: s.download(link.at('header:location'), {expects: 'fetched'}),
        read: s.call('getPublication', {
          path: {publication: registration.at('/id')},
          expects: 'publication',
        }),
      };
    },
    judge: ({registration, sent, kept, read}) =>
      all(
        expectMember(kept, '/sha256', sent.requestBody.sha256, 'other-bytes'),
        expectMember(
          read,
          '/original_size_bytes',
          registration.body.original_size_bytes,
          'another-size',
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.signed-headers-are-needed',
    act: (s) => {
      const bare = reserve(s);
      return {bare, without: s.upload(bare, {omitHeaders: true}), with: reserveAndUpload(s)};
    },
    judge: ({bare, without}) =>
      Object.keys(Object(bare.body.upload_headers)).length
        ? expectOutcome(without, 'storage-refused', 'stored-without-headers')
        : notApplicable('the reservation tells no header'),
  }),
];
