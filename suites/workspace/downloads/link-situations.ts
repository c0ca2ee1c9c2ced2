import * as fc from 'fast-check';
import {AFTER_AN_END_MS, BEFORE_AN_END_MS} from '../../values/ages.ts';
import type {AnyProperty} from '../../language/check.ts';
import {all} from '../../language/judge.ts';
import {DOWNLOAD_LINK_LIFETIME_MS, expectDownloadLifetime} from '../link-age.ts';
import {property} from '../../language/property.ts';
import {minutes, type Handle, type Script} from '../../language/script.ts';
import {classesOf, type ValueClasses} from '../../values/values.ts';
import {waitUntilAge} from '../../language/wait-until.ts';
import {publish} from '../publishing.ts';
import {readCurrent, start} from '../running.ts';
import {versioned, type Versioned} from '../versions.ts';

/** Minutes after which a link is used before it expires. */
const uses: ValueClasses<number[]> = {
  plain: [],
  classes: {
    'not used': fc.constant([]),
    'used at once': fc.constant([0, 0]),
    'used late': fc.constant([9]),
    'used again and again': fc.constant([1, 4, 7, 9]),
  },
};

/** Things that happen while a link is valid. */
const MEANWHILE: Record<string, (s: Script, made: Versioned, version: Handle) => unknown> = {
  nothing: () => undefined,
  'another link': (s, _made, version) => requestLink(s, version),
  'a link to another version': (s, {original}) => requestLink(s, original),
  'a run': (s, {registration}) => start(s, registration),
  'a registration': (s) => publish(s),
};

const [first = '', ...rest] = Object.keys(MEANWHILE);

const requestLink = (s: Script, version: Handle): Handle =>
  s.call('downloadFile', {path: {file: version.at('/id')}, expects: 'redirect'});

const use = (s: Script, minted: Handle): Handle => s.download(minted.at('header:location'));

/** A link is valid for ten minutes, whatever happens and however it is used (Limits). */
export const linksInAnySituation: AnyProperty[] = [
  property({
    rule: 'workspace.downloads.link-lives-10-minutes',
    place: 'in any situation',
    given: versioned,
    maxDrawsOnShared: 0,
    forAll: {
      version: classesOf('original', 'working'),
      used: uses,
      meanwhile: classesOf(first, ...rest),
    },
    act: (s, {version, used, meanwhile}, made) => {
      const file = version === 'original' ? made.original : readCurrent(s, made.registration);
      // The links are not created at the start of a window that is aligned with the clock.
      s.advance(minutes(3));
      // The link that is used last is created first, so that a pause between the two only makes it
      // older.
      const [late, early] = [requestLink(s, file), requestLink(s, file)];
      MEANWHILE[meanwhile]?.(s, made, file);
      for (const minute of used) {
        waitUntilAge(s, early, minutes(minute));
        use(s, early);
        use(s, late);
      }
      waitUntilAge(s, early, DOWNLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
      const within = use(s, early);
      waitUntilAge(s, late, DOWNLOAD_LINK_LIFETIME_MS + AFTER_AN_END_MS);
      return {late, early, within, after: use(s, late)};
    },
    judge: ({late, early, within, after}) =>
      all(expectDownloadLifetime(early, within), expectDownloadLifetime(late, after)),
  }),
];
