/** Links, times and counts over the turns of the calendar (Limits; Resources / Publication). */

import type {Exchange} from '../../spec/exchange.ts';
import type {Check, Judgement} from '../language/check.ts';
import {
  all,
  brief,
  expectThat,
  judgeEach,
  notApplicable,
  when,
  withPointer,
} from '../language/judge.ts';
import {hours, minutes, seconds} from '../language/script.ts';
import {checksOfCases, ofEach, sceneOfCases, type Answers} from '../tables/cases.ts';
import {AFTER_AN_END_MS, BEFORE_AN_END_MS} from '../values/ages.ts';
import {EVERY_TURN, waitForTurn} from '../values/turning-points.ts';
import {requestLinkTo} from './downloads/link-to.ts';
import {
  DOWNLOAD_LINK_LIFETIME_MS,
  expectDownloadLifetime,
  expectUploadLifetime,
  UPLOAD_LINK_LIFETIME_MS,
} from './link-age.ts';
import {expectAsFarApart} from './publications/instants.ts';
import {
  expectLeft,
  leftIn,
  readAccount,
  register,
  reserve,
  whenAllowanceLimited,
} from './publishing.ts';
import {readRun, readUsage, runsUsedIn, start} from './running.ts';
import {expectNotCounted, expectStillCounted} from './runs/limits/ceilings.ts';
import {publishBeforeTools} from './versions.ts';

/** What passes from a use before an end to a use after it. */
const OVER_AN_END_MS = BEFORE_AN_END_MS + AFTER_AN_END_MS;

/** What is begun shortly before each turn: links of both kinds, a publication, and a run with its day. */
const turns = sceneOfCases({
  id: 'workspace: links, publications and runs at the turns of the calendar',
  onlyOnTestTargets: true,
  consecutive: true,
  noRequestReuse: true,
  cases: EVERY_TURN,
  act: (s, turn) => {
    const {registration: earlier, original} = publishBeforeTools(s);
    waitForTurn(s, earlier.at('/created_at'), turn);
    const before = readUsage(s);
    // What is used last is made first, so that a pause only makes it older.
    const [lateLink, earlyLink] = [requestLinkTo(s, original), requestLinkTo(s, original)];
    const [late, early] = [reserve(s), reserve(s)];
    const third = reserve(s);
    s.upload(third, {optional: true});
    const onTheDay = register(s, third, {optional: true});
    const run = start(s, earlier, 'metered_tool', {expects: 'accepted'});
    const used = readUsage(s);
    s.advance(DOWNLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
    const fetched = s.download(earlyLink.at('header:location'));
    s.advance(OVER_AN_END_MS);
    const notFetched = s.download(lateLink.at('header:location'));
    s.advance(UPLOAD_LINK_LIFETIME_MS - DOWNLOAD_LINK_LIFETIME_MS - OVER_AN_END_MS);
    const stored = s.upload(early);
    const left = readAccount(s);
    const registered = register(s, early);
    const leftAfter = readAccount(s);
    s.advance(OVER_AN_END_MS);
    const notStored = s.upload(late);
    const ended = readRun(s, run);
    s.advance(hours(23) - minutes(1));
    const within = readUsage(s);
    s.advance(minutes(32) + seconds(10));
    return {
      earlier,
      onTheDay,
      lateLink,
      earlyLink,
      fetched,
      notFetched,
      late,
      early,
      stored,
      left,
      registered,
      leftAfter,
      notStored,
      before,
      run,
      used,
      ended,
      within,
      after: readUsage(s),
    };
  },
});

type Seen = Answers<NonNullable<(typeof turns)['steps']>>;

/** Whether a registration was sent, and accepted. */
const isRegistered = (one: Exchange | undefined): boolean =>
  one?.situations.includes('registered') === true;

/** Whether the run counted from its start, and succeeded: whether others are counted is open (NS-WS-42). */
const isCounted = ({before, used, ended}: Seen): boolean =>
  runsUsedIn(used) === runsUsedIn(before) + 1 && ended.body?.state === 'succeeded';

/** A time of day that there is; 24:00 ends a day, and there is no minute after it. */
const TIME_OF_DAY = /[Tt ](([01]\d|2[0-3]):?[0-5]\d|24:?00)/;

/** A creation time is a time of the clock before midnight and after it. */
const expectTimeOfDay = (registered: Exchange): Judgement => {
  const time = registered.body.created_at as unknown;
  return when(typeof time === 'string', 'the creation time cannot be read', () =>
    withPointer(
      '/created_at',
      expectThat(TIME_OF_DAY.test(String(time)), {
        branch: 'no-time-of-day',
        expected: '`created_at` to have a time of day that there is',
        got: brief(time),
        at: registered,
      }),
    ),
  );
};

/** What is reserved before a turn and registered after it spends a place of the time after it. */
export const expectSpentAfter = ({
  left,
  registered,
  leftAfter,
}: Record<'left' | 'registered' | 'leftAfter', Exchange>): Judgement =>
  isRegistered(registered)
    ? whenAllowanceLimited(left, () =>
        expectLeft(leftAfter, leftIn(left) - 1, 'not-one-after-the-turn'),
      )
    : notApplicable('what was reserved before a turn was not registered after it');

/** The checks of what is begun shortly before a turn. */
export const atTurns: Check[] = checksOfCases(turns, 'over every turn of the calendar', {
  'workspace.downloads.link-lives-10-minutes': ofEach(
    ({lateLink, earlyLink, fetched, notFetched}) =>
      all(expectDownloadLifetime(earlyLink, fetched), expectDownloadLifetime(lateLink, notFetched)),
  ),
  'workspace.uploads.link-lives-30-minutes': ofEach(({late, early, stored, notStored}) =>
    all(expectUploadLifetime(early, stored), expectUploadLifetime(late, notStored)),
  ),
  'workspace.publications.creation-time-is-when-registered': ofEach(
    ({earlier, onTheDay, registered}) =>
      judgeEach([onTheDay, registered].filter(isRegistered), (one) =>
        expectAsFarApart(earlier, one),
      ),
  ),
  'workspace.publications.has-creation-time': ofEach(({onTheDay, registered}) =>
    judgeEach([onTheDay, registered].filter(isRegistered), expectTimeOfDay),
  ),
  'workspace.uploads.registration-spends-one': ofEach(expectSpentAfter),
  'workspace.runs.used-rolls': (answered) => {
    const counted = answered.filter(({seen}) => isCounted(seen));
    return counted.length
      ? judgeEach(counted, ({seen: {run, within, after}}) =>
          all(expectStillCounted(run, within), expectNotCounted(run, within, after)),
        )
      : notApplicable('no run counted from its start and succeeded within half an hour');
  },
});
