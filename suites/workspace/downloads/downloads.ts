import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksOf, sharedScene} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import {all, expectThat, expectOutcome, expectMember, when, nothing} from '../../language/judge.ts';
import {unusable} from '../../target/unusable.ts';
import {DOWNLOAD_LINK_LIFETIME_MS, expectDownloadLifetime} from '../link-age.ts';
import {hasSituation} from '../../language/outcome.ts';
import {column} from '../../language/rows.ts';
import {minutes, type Handle} from '../../language/script.ts';
import {alteredLink} from '../../language/sent-values.ts';
import {AFTER_AN_END_MS, BEFORE_AN_END_MS, hasExpired} from '../../values/ages.ts';
import {requestLinkTo} from './link-to.ts';
import {readCurrent, listFiles} from '../running.ts';
import {publishBeforeTools, versioned} from '../versions.ts';
import {afterOthers} from './after-others.ts';
import {fileContents} from './file-contents.ts';
import {fileNamesComeThrough} from './file-names.ts';
import {linksInAnySituation} from './link-situations.ts';
import {superseded} from './superseded.ts';
import {links} from '../again.ts';

/**
 * Whether the body of a response contains the bytes of the file. A redirect may have a body, even a
 * long text (NS-WS-48).
 */
function carriesFile({bytes, headers}: Exchange, upload: Exchange): boolean {
  if (!bytes) return false;
  const file = upload.requestBody;
  const isText = headers['content-type']?.startsWith('text/');
  return bytes.sha256 === file.sha256 || (bytes.size === file.size && !isText);
}

/** The version list, and a link and its bytes for each possible row. */
type Downloads = {list: Handle} & Record<`${'link' | 'bytes'} ${number}`, Handle | undefined>;

/** Workspace / downloads: short-lived links to a file version. */
export const downloads: Chapter = {
  chapter: 'workspace/downloads',
  counted: [links],
  properties: [...fileNamesComeThrough, ...linksInAnySituation],
  visits: [
    {
      api: 'workspace',
      op: 'downloadFile',
      args: (s) => ({path: {file: publishBeforeTools(s).original.at('/id')}}),
    },
  ],
  provocations: [
    {
      api: 'workspace',
      op: 'downloadFile',
      condition: 'unknown',
      // The id is a sample of the target: if ids are sequential numbers, any other one may belong
      // to a file.
      act: (s) => {
        const control = requestLinkTo(s, publishBeforeTools(s).original);
        return {control, subject: s.call('downloadFile', {path: {file: s.sample('unknown_file')}})};
      },
    },
    {
      api: 'workspace',
      op: 'downloadFile',
      condition: 'downloads-unavailable',
      act: (s) => {
        const {original} = publishBeforeTools(s);
        const control = requestLinkTo(s, original);
        s.control('withhold-downloads', {role: 'full', withheld: true});
        return {control, subject: requestLinkTo(s, original)};
      },
    },
  ],
  checks: [
    check({
      rule: 'workspace.downloads.bytes-do-not-pass-the-api',
      act: (s) => {
        const {sent, original} = publishBeforeTools(s);
        return {sent, response: requestLinkTo(s, original)};
      },
      judge: ({sent, response}) =>
        when(
          response.status < 400 || unusable(response) !== undefined,
          `a download was answered ${response.status}`,
          () =>
            expectThat(!carriesFile(response, sent), {
              branch: 'bytes-in-the-answer',
              expected: 'a response without the bytes of the file',
              got: `${response.status} with ${response.bytes?.size ?? 'no'} bytes`,
              at: response,
            }),
        ),
    }),
    ...checksOf(
      sharedScene({
        id: 'workspace.downloads: the original',
        act: (s) => {
          const {sent, original} = publishBeforeTools(s);
          const link = requestLinkTo(s, original, {expects: 'redirect'});
          return {sent, bytes: s.download(link.at('header:location'))};
        },
      }),
      {
        'workspace.downloads.link-needs-no-key': ({bytes}) =>
          expectOutcome(bytes, 'fetched', 'refused-without-a-key'),
        'workspace.downloads.link-brings-the-bytes': ({sent, bytes}) =>
          when(bytes.situations.includes('fetched'), `the link was answered ${bytes.status}`, () =>
            all(
              expectMember(bytes, '/size', sent.requestBody.size, 'another-size'),
              expectMember(bytes, '/sha256', sent.requestBody.sha256, 'other-bytes'),
            ),
          ),
      },
    ),
    check({
      rule: 'workspace.downloads.link-lives-10-minutes',
      act: (s) => {
        const {original} = publishBeforeTools(s);
        // The links are not created at the start of a window that is aligned with the clock.
        s.advance(minutes(4));
        // The link that is used last is created first, so that a pause between the two only makes
        // it older.
        const late = requestLinkTo(s, original, {expects: 'redirect'});
        const early = requestLinkTo(s, original, {expects: 'redirect'});
        // Until it expires, a link can be used any number of times.
        s.download(early.at('header:location'), {optional: true});
        s.advance(DOWNLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
        const within = s.download(early.at('header:location'));
        s.advance(BEFORE_AN_END_MS + AFTER_AN_END_MS);
        const url = late.at('header:location');
        const after = s.download(url);
        const newer = requestLinkTo(s, original, {expects: 'redirect'}).at('header:location');
        const later = s.download(alteredLink({place: url, query: url, times: newer}));
        return {late, early, within, after, later};
      },
      judge: ({late, early, within, after, later}) =>
        all(
          expectDownloadLifetime(early, within),
          expectDownloadLifetime(late, after),
          when(hasExpired(late, later, DOWNLOAD_LINK_LIFETIME_MS), 'the link had not expired', () =>
            expectOutcome(later, 'storage-refused', 'alive-with-a-later-time-in-it'),
          ),
        ),
    }),
    check({
      rule: 'workspace.downloads.link-lives-10-minutes',
      place: 'while an earlier link is valid',
      act: (s) => {
        const {original} = publishBeforeTools(s);
        requestLinkTo(s, original, {expects: 'redirect'});
        s.advance(minutes(6));
        const second = requestLinkTo(s, original, {expects: 'redirect'});
        s.advance(minutes(6));
        return {second, used: s.download(second.at('header:location'))};
      },
      judge: ({second, used}) => expectDownloadLifetime(second, used),
    }),
    check({
      rule: 'workspace.downloads.unavailable-is-told',
      place: 'every version',
      given: versioned,
      act: (s, {registration, original}) => {
        const derived = readCurrent(s, registration);
        const [before, beforeDerived] = [requestLinkTo(s, original), requestLinkTo(s, derived)];
        s.control('withhold-downloads', {role: 'full', withheld: true});
        const link = requestLinkTo(s, original);
        return {before, beforeDerived, link, derivedLink: requestLinkTo(s, derived)};
      },
      judge: ({before, beforeDerived, link, derivedLink}) =>
        when(
          [before, beforeDerived].every(hasSituation('redirect')),
          'not every version had a link before',
          () =>
            all(
              expectOutcome(link, 'downloads-unavailable', 'a link to the original'),
              expectOutcome(derivedLink, 'downloads-unavailable', 'a link to a derived version'),
            ),
        ),
    }),
    check({
      rule: 'workspace.downloads.link-lives-10-minutes',
      place: 'a derived version',
      given: versioned,
      act: (s, {registration}) => {
        const link = requestLinkTo(s, readCurrent(s, registration), {expects: 'redirect'});
        s.advance(DOWNLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
        return {link, used: s.download(link.at('header:location'))};
      },
      judge: ({link, used}) => expectDownloadLifetime(link, used),
    }),
    check({
      rule: 'workspace.downloads.listed-version-downloads',
      given: versioned,
      act: (s, {registration, versions}) => {
        const list = listFiles(s, registration);
        const downloads: Downloads = {list};
        for (let row = 0; row < versions; row += 1) {
          // There are fewer rows if a tool did not succeed, and no link if it is refused.
          const file = list.at(`/data/${row}/id`);
          const link = s.call('downloadFile', {path: {file}, optional: true});
          downloads[`link ${row}`] = link;
          downloads[`bytes ${row}`] = s.download(link.at('header:location'), {optional: true});
        }
        return downloads;
      },
      judge: ({list, ...seen}) =>
        all(
          ...column([list], '/id').flatMap((_id, row) => {
            const [link, bytes] = [seen[`link ${row}`], seen[`bytes ${row}`]];
            return [
              link ? expectOutcome(link, 'redirect', 'no-link') : nothing(),
              bytes ? expectOutcome(bytes, 'fetched', 'nothing-behind-the-link') : nothing(),
            ];
          }),
        ),
    }),
    ...afterOthers,
    ...fileContents,
    ...superseded,
  ],
};
