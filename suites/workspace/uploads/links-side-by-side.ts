import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectThat, summaryOf, when, expectOutcome} from '../../language/judge.ts';
import {type Handle, type Script, type UploadOptions, minutes} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {publish, register, registrationOf, reservationOf, reserve} from '../publishing.ts';
import {hasExpired} from '../../values/ages.ts';
import {UPLOAD_LINK_LIFETIME_MS} from '../link-age.ts';

const OTHER = 'second-workspace';

/** Another file than the good one: an audiobook, or the good file and a byte more. */
function otherFile(s: Script): {sample: string; body: object; options: UploadOptions} {
  if (s.offers('sample:audiobook'))
    return {sample: 'audiobook', body: {}, options: {sample: 'audiobook'}};
  const size = sum(s.sample('good', '/size_bytes'), 1);
  return {sample: 'good', body: {size_bytes: size}, options: {resize: 1}};
}

/** Records the download of what was registered. */
function download(s: Script, registration: Handle, as: Role): Handle<Exchange | undefined> {
  const working = s.call('getCurrentPublicationFile', {
    as,
    path: {publication: registration.at('/id')},
    until: {other: 404},
    optional: true,
  });
  const link = s.call('downloadFile', {as, path: {file: working.at('/id')}, optional: true});
  return s.download(link.at('header:location'), {optional: true});
}

/** Two workspaces upload different files at the same time, and register and download them. */
function uploadSideBySide(s: Script) {
  // An upload alone is registered: otherwise another rule is broken.
  publish(s);
  const {sample, body, options} = otherFile(s);
  const own = reserve(s);
  const theirs = s.call('createUpload', {
    as: OTHER,
    body: {...reservationOf(s, sample), ...body},
    expects: 'reserved',
  });
  const sent = s.upload(own, {expects: 'stored'});
  const theirSent = s.upload(theirs, {...options, expects: 'stored'});
  const registered = register(s, own);
  const theirBody = {...registrationOf(s, theirs, sample), ...body};
  const theirRegistered = register(s, theirs, {as: OTHER, body: theirBody});
  return {
    sent,
    theirSent,
    registered,
    theirRegistered,
    bytes: download(s, registered, 'full'),
    theirBytes: download(s, theirRegistered, OTHER),
  };
}

/** The bytes of an upload are there when it is registered, though another one was stored beside it. */
const expectWhole = (registered: Exchange): Judgement =>
  expectThat(!['not-landed', 'incomplete'].some((one) => registered.situations.includes(one)), {
    branch: 'lost-beside-another-upload',
    expected: 'the bytes that storage took to be there',
    got: summaryOf(registered),
    at: registered,
  });

/** A publication does not have the bytes that were sent by the link of the other workspace. */
const expectNotThose = (bytes: Exchange | undefined, others: Exchange): Judgement =>
  when(bytes?.situations.includes('fetched') === true, 'its file was not downloaded', () =>
    expectThat(bytes?.body.sha256 !== others.requestBody.sha256, {
      branch: 'the-bytes-of-another-workspace',
      expected: 'the bytes that were sent by its own link',
      got: 'those that were sent by the link of another workspace',
      at: bytes,
    }),
  );

/** Whatever its links look like, each upload has the bytes that were sent by its own. */
export const linksSideBySide: Check[] = [
  check({
    rule: 'workspace.uploads.link-stores-its-own-upload',
    place: 'two workspaces at the same time',
    onlyOnTestTargets: true,
    act: uploadSideBySide,
    judge: ({sent, theirSent, registered, theirRegistered, bytes, theirBytes}) =>
      all(
        expectWhole(registered),
        expectWhole(theirRegistered),
        when(
          sent.requestBody.sha256 !== theirSent.requestBody.sha256,
          'both files have the same bytes',
          () => all(expectNotThose(bytes, theirSent), expectNotThose(theirBytes, sent)),
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.link-lives-30-minutes',
    place: 'used shortly before its end',
    consecutive: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const [used, tried] = [reserve(s), reserve(s)];
      s.advance(minutes(25));
      s.upload(used, {expects: 'stored'});
      // Whether storage takes bytes without the headers, or of another size, is open (NS-WS-36).
      s.upload(tried, {omitHeaders: true, resize: -1, optional: true});
      s.advance(minutes(10));
      return {used, tried, usedAgain: s.upload(used), triedAgain: s.upload(tried)};
    },
    judge: ({used, tried, usedAgain, triedAgain}) =>
      all(
        expectOver(used, usedAgain, 'alive-after-a-use'),
        expectOver(tried, triedAgain, 'alive-after-an-attempt'),
      ),
  }),
];

/** A link that is older than its lifetime stores nothing, however it was used before. */
const expectOver = (minted: Exchange, used: Exchange, branch: string): Judgement =>
  when(hasExpired(minted, used, UPLOAD_LINK_LIFETIME_MS), 'the link had not expired', () =>
    expectOutcome(used, 'storage-refused', branch),
  );
