/** What holds of the good file holds of every other: audiobooks, and endings in capitals. */

import type {Exchange} from '../../../spec/exchange.ts';
import {AFTER_AN_END_MS, BEFORE_AN_END_MS} from '../../values/ages.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  notApplicable,
  expectRefused,
  summaryOf,
  undecided,
  when,
} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {
  DOWNLOAD_LINK_LIFETIME_MS,
  expectDownloadLifetime,
  expectUploadLifetime,
  UPLOAD_LINK_LIFETIME_MS,
} from '../link-age.ts';
import {
  publish,
  publishAudiobook,
  register,
  registrationOf,
  reservationOf,
  reserve,
  reserveAndUpload,
  reserveAudiobook,
} from '../publishing.ts';
import {toText} from '../../../spec/json.ts';

/** The name of the unsupported sample with its ending in capitals. */
const inCapitals = (s: Script) => ({
  original_filename: {...s.sample('unsupported', '/filename'), capitals: true as const},
});

/** The reasons by which a registration is refused for what the file or the allowance is. */
const OTHER_REASONS = ['not-landed', 'incomplete', 'format-unsupported', 'allowance-spent'];

/**
 * The key is called foreign. A deployment may refuse a key that is not the reserved one for that
 * (NS-WS-33), but not say that bytes are missing which are there.
 */
function expectCalledForeign(registration: Exchange): Judgement {
  const {situations} = registration;
  const isOtherReason = OTHER_REASONS.some((one) => situations.includes(one));
  if (registration.status >= 400 && !isOtherReason && !situations.includes('key-outside'))
    return undecided(`answered ${summaryOf(registration)} (NS-WS-33)`);
  return expectOutcome(registration, 'key-outside', 'a-foreign-key-is-called-otherwise');
}

/** A file of another size than the declared one was stored, and is no file. */
const expectIncomplete = (put: Exchange, registered: Exchange): Judgement =>
  put.situations.includes('stored')
    ? expectOutcome(registered, 'incomplete', 'registered-all-the-same')
    : notApplicable('the storage takes no upload of another size than the declared one');

/** Audiobooks, empty files, endings in capitals, keys of uploads that landed elsewhere. */
export const otherFiles: Check[] = [
  check({
    rule: 'workspace.uploads.link-lives-30-minutes',
    place: 'of an audiobook',
    consecutive: true,
    onlyOnTestTargets: true,
    act: (s) => {
      // The one that is used last comes first: a pause between the two makes it only older.
      const [late, early] = [reserveAudiobook(s), reserveAudiobook(s)];
      s.advance(UPLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
      const within = s.upload(early, {sample: 'audiobook'});
      s.advance(BEFORE_AN_END_MS + AFTER_AN_END_MS);
      return {late, early, within, after: s.upload(late, {sample: 'audiobook'})};
    },
    judge: ({late, early, within, after}) =>
      all(expectUploadLifetime(early, within), expectUploadLifetime(late, after)),
  }),
  check({
    rule: 'workspace.downloads.link-lives-10-minutes',
    place: 'of an audiobook',
    consecutive: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const working = s.call('getCurrentPublicationFile', {
        path: {publication: publishAudiobook(s).at('/id')},
        until: {other: 404},
        expects: 'current',
      });
      const link = (): Handle =>
        s.call('downloadFile', {path: {file: working.at('/id')}, expects: 'redirect'});
      const [late, early] = [link(), link()];
      s.advance(DOWNLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
      const within = s.download(early.at('header:location'));
      s.advance(BEFORE_AN_END_MS + AFTER_AN_END_MS);
      return {late, early, within, after: s.download(late.at('header:location'))};
    },
    judge: ({late, early, within, after}) =>
      all(expectDownloadLifetime(early, within), expectDownloadLifetime(late, after)),
  }),
  check({
    rule: 'workspace.uploads.registration-needs-every-byte',
    place: 'of an audiobook',
    onlyOnTestTargets: true,
    act: (s) => {
      const short = reserveAudiobook(s);
      const put = s.upload(short, {sample: 'audiobook', resize: -1});
      const body = registrationOf(s, short, 'audiobook');
      return {put, registered: register(s, short, {body})};
    },
    judge: ({put, registered}) => expectIncomplete(put, registered),
  }),
  check({
    rule: 'workspace.uploads.registration-needs-every-byte',
    place: 'an empty file',
    onlyOnTestTargets: true,
    act: (s) => {
      const empty = reserve(s);
      const put = s.upload(empty, {size: 0});
      return {put, registered: register(s, empty)};
    },
    judge: ({put, registered}) => expectIncomplete(put, registered),
  }),
  check({
    rule: 'workspace.uploads.reservation-refuses-format',
    place: 'an ending in capitals',
    onlyOnTestTargets: true,
    act: (s) => ({
      lower: s.call('createUpload', {body: reservationOf(s, 'unsupported')}),
      upper: s.call('createUpload', {
        body: {...reservationOf(s, 'unsupported'), ...inCapitals(s)},
      }),
    }),
    judge: ({lower, upper}) =>
      when(
        lower.situations.includes('format-unsupported'),
        `the same name in small letters was answered ${summaryOf(lower)}`,
        () => expectRefused(upper, 'reserved-in-capitals'),
      ),
  }),
  check({
    rule: 'workspace.uploads.registration-refuses-format',
    place: 'an ending in capitals',
    onlyOnTestTargets: true,
    act: (s) => {
      const registerAs = (name: object): Handle => {
        const landed = reserveAndUpload(s);
        return register(s, landed, {body: {...registrationOf(s, landed), ...name}});
      };
      return {
        lower: registerAs({original_filename: s.sample('unsupported', '/filename')}),
        upper: registerAs(inCapitals(s)),
      };
    },
    // A deployment may leave the name of the reservation in effect (NS-WS-08).
    judge: ({lower, upper}) =>
      lower.status < 400
        ? notApplicable('the name of a registration does not decide its format (NS-WS-08)')
        : when(
            lower.status < 500 && upper.status < 500,
            `the registrations were answered ${summaryOf(lower)} and ${summaryOf(upper)}`,
            () =>
              expectThat(upper.status >= 400, {
                branch: 'registered-in-capitals',
                expected: `a refusal, as for ${toText(lower.requestBody.original_filename)}`,
                got: summaryOf(upper),
                at: upper,
              }),
          ),
  }),
  check({
    rule: 'workspace.uploads.registration-refuses-foreign-key',
    place: 'of an upload that landed',
    onlyOnTestTargets: true,
    act: (s) => {
      const landed = reserveAndUpload(s);
      const theirs = reserveAndUpload(s, 'second-workspace');
      const body = {...registrationOf(s, landed), key: theirs.at('/key')};
      return {foreign: register(s, landed, {body}), control: publish(s)};
    },
    judge: ({foreign, control}) =>
      when(control.situations.includes('registered'), 'no upload is registered at all', () =>
        expectCalledForeign(foreign),
      ),
  }),
];
