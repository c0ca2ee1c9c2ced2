/** Links to versions after other things happened to them. */

import {hasExpired} from '../../values/ages.ts';
import {check, type Check} from '../../language/check.ts';
import {all, expectOutcome, expectMember, judgeEach, when} from '../../language/judge.ts';

import {minutes, seconds} from '../../language/script.ts';
import {DOWNLOAD_LINK_LIFETIME_MS, expectDownloadLifetime} from '../link-age.ts';
import {requestLinkTo} from './link-to.ts';
import {readUntilEnded, start} from '../running.ts';
import {publishBeforeTools} from '../versions.ts';

/** What a link gives after other links, runs and refusals (Endpoints / downloadFile; Limits). */
export const afterOthers: Check[] = [
  check({
    rule: 'workspace.downloads.link-lives-10-minutes',
    place: 'while later links are valid',
    onlyOnTestTargets: true,
    act: (s) => {
      const {original} = publishBeforeTools(s);
      const first = requestLinkTo(s, original, {expects: 'redirect'});
      s.advance(minutes(1));
      const later = requestLinkTo(s, original, {expects: 'redirect'});
      s.download(later.at('header:location'), {optional: true});
      return {first, used: s.download(first.at('header:location'))};
    },
    judge: ({first, used}) =>
      expectDownloadLifetime(first, used, {dead: 'dead-after-a-later-link'}),
  }),
  check({
    rule: 'workspace.downloads.link-lives-10-minutes',
    place: 'used shortly before its end',
    onlyOnTestTargets: true,
    act: (s) => {
      const link = requestLinkTo(s, publishBeforeTools(s).original, {expects: 'redirect'});
      const url = link.at('header:location');
      s.advance(minutes(8));
      s.download(url, {optional: true});
      s.advance(minutes(4));
      return {link, after: s.download(url)};
    },
    judge: ({link, after}) =>
      when(hasExpired(link, after, DOWNLOAD_LINK_LIFETIME_MS), 'the link had not expired', () =>
        expectOutcome(after, 'storage-refused', 'alive-after-a-use'),
      ),
  }),
  check({
    rule: 'workspace.downloads.link-brings-the-bytes',
    place: 'the original beside another version',
    onlyOnTestTargets: true,
    act: (s) => {
      const {sent, original, registration} = publishBeforeTools(s);
      readUntilEnded(s, start(s, registration, 'replacing_tool', {expects: 'accepted'}));
      const link = requestLinkTo(s, original, {expects: 'redirect'});
      return {sent, bytes: s.download(link.at('header:location'))};
    },
    judge: ({sent, bytes}) =>
      when(bytes.situations.includes('fetched'), `the link was answered ${bytes.status}`, () =>
        all(
          expectMember(bytes, '/size', sent.requestBody.size, 'another-size-after-a-run'),
          expectMember(bytes, '/sha256', sent.requestBody.sha256, 'other-bytes-after-a-run'),
        ),
      ),
  }),
  check({
    rule: 'workspace.downloads.link-brings-the-bytes',
    place: 'links that were issued before another version',
    onlyOnTestTargets: true,
    // A reused run would have ended before the links were issued.
    consecutive: true,
    act: (s) => {
      const {sent, original, registration} = publishBeforeTools(s);
      const before = requestLinkTo(s, original, {expects: 'redirect'});
      const run = start(s, registration, 'replacing_tool', {expects: 'accepted'});
      const meanwhile = requestLinkTo(s, original, {expects: 'redirect'});
      readUntilEnded(s, run);
      return {
        sent,
        before: s.download(before.at('header:location')),
        meanwhile: s.download(meanwhile.at('header:location')),
      };
    },
    judge: ({sent, before, meanwhile}) =>
      judgeEach([before, meanwhile], (bytes) =>
        when(bytes.situations.includes('fetched'), `the link was answered ${bytes.status}`, () =>
          expectMember(bytes, '/sha256', sent.requestBody.sha256, 'other-bytes-by-an-earlier-link'),
        ),
      ),
  }),
  check({
    rule: 'workspace.downloads.download-answers-302',
    place: 'once links can be issued again',
    onlyOnTestTargets: true,
    act: (s) => {
      const {original} = publishBeforeTools(s);
      const before = requestLinkTo(s, original, {expects: 'redirect'});
      s.control('withhold-downloads', {role: 'full', withheld: true});
      const withheld = requestLinkTo(s, original);
      s.control('withhold-downloads', {role: 'full', withheld: false});
      // Storage may be asked again only after a moment.
      s.advance(seconds(30));
      return {before, withheld, again: requestLinkTo(s, original)};
    },
    judge: ({withheld, again}) =>
      when(withheld.status >= 400, 'downloads were not withheld', () =>
        expectOutcome(again, 'redirect', 'withheld-for-good'),
      ),
  }),
];
