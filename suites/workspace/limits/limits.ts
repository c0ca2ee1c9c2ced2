import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {checksOf, sharedScene, type Judgement, type SeenIn} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import {all, expectEqual, expectThat, when, nothing} from '../../language/judge.ts';
import {isRefusedByLimit, expectServed} from '../../rate-limits/expect-limits.ts';
import {
  burst,
  inOrder,
  judgeMinutes,
  judgeServed,
  judgeTogether,
  recordMinutes,
  sendPinned,
  type ExpectedSituations,
} from '../../rate-limits/limit-arithmetic.ts';
import {firstOf, lastOf} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import {readAccount, reserveAndUpload, registrationOf, expectNotCreated} from '../publishing.ts';
import {minuteWatched} from './minute-watched.ts';
import {limitOfANewKey} from './new-key.ts';
import {limitRaces} from './races.ts';
import {servedWrites} from './served-writes.ts';

/** The correct outcome of each request of `ofEveryKind`: the publication is not registered. */
const EXPECTED: ExpectedSituations = {
  listPublications: 'page',
  getAccount: 'account',
  getPublication: 'publication-not-found',
  createPublication: ['body-refused', 'registered'],
  listTools: 'catalog',
  getAccountUsage: 'usage',
  listPublicationFiles: 'publication-not-found',
  getCurrentPublicationFile: 'publication-not-found',
  getPublicationReader: 'publication-not-found',
  downloadFile: ['file-not-found', 'downloads-unavailable'],
  createUpload: ['body-refused', 'reserved'],
};

/** How many requests `ofEveryKind` records. */
const KINDS = 11;

/** Records one request of each kind; none of them creates anything. */
const ofEveryKind =
  (landed: Handle, as: Role) =>
  (s: Script): void => {
    const path = {publication: landed.at('/publication_id')};
    s.call('listPublications', {as});
    s.call('getPublication', {as, path});
    s.call('createPublication', {as, body: {}});
    s.call('listTools', {as});
    s.call('getAccountUsage', {as});
    s.call('listPublicationFiles', {as, path});
    s.call('getCurrentPublicationFile', {as, path});
    s.call('getPublicationReader', {as, path});
    s.call('downloadFile', {as, path: {file: landed.at('/publication_id')}});
    s.call('createUpload', {as, body: {}});
    s.call('getAccount', {as});
  };

/**
 * Responses that may be refusals by a limit: they differ from the first response to the same
 * request. Before a limit is reached, another rule judges wrong refusals.
 */
const unlike = (first: Exchange[], responses: Exchange[]): Exchange[] =>
  responses.filter(({op, status}) => !first.some((one) => one.op === op && one.status === status));

/**
 * Judges only with a burst that reached a limit; `sixty-a-minute` judges whether there is
 * one.
 */
const whenLimitReached = (burstSent: Exchange[], judgement: () => Judgement): Judgement =>
  when(
    burstSent.slice(-1).some(isRefusedByLimit),
    'no request of the burst was refused',
    judgement,
  );

/**
 * Uses up several minutes of one key, and one minute of another key of the workspace. In between,
 * the other key reads whether the refused write of the first one had an effect.
 */
const minuteUsedUp = sharedScene({
  id: 'workspace: minutes used up',
  exhausts: true,
  act: (s) => {
    const landed = reserveAndUpload(s, 'other-key');
    const before = readAccount(s, 'other-key');
    const calls = ofEveryKind(landed, 'full');
    const first = burst(s, calls, KINDS);
    const round = sendPinned(s, calls);
    const during = sendPinned(
      s,
      (each) => void each.call('createPublication', {body: registrationOf(each, landed)}),
    );
    const after = s.call('getAccount', {as: 'other-key'});
    const read = s.call('getPublication', {
      as: 'other-key',
      path: {publication: landed.at('/publication_id')},
    });
    const minutes = recordMinutes(s, {
      callEach: calls,
      kinds: KINDS,
      callOne: (each) => void each.call('getAccount'),
    });
    const other = burst(s, ofEveryKind(landed, 'other-key'), KINDS);
    return {before, first, round, during, after, read, ...minutes, other, subject: first};
  },
});

/**
 * A refused registration uses no place of the allowance. A larger change, or an increase, is caused
 * by others: the one refused write would use one place.
 */
function expectNothingSpent(before: Exchange, after: Exchange): Judgement {
  const spent = Number(before.body.publications_left) - Number(after.body?.publications_left);
  return when(spent === 0 || spent === 1, 'others use the allowance, too', () =>
    expectEqual(
      after.body?.publications_left,
      before.body.publications_left,
      'allowance-moved',
      after,
      '`publications_left`',
    ),
  );
}

/** A refused registration made nothing and spent nothing. */
const expectNoEffect = (read: Exchange, before: Exchange, after: Exchange): Judgement =>
  all(expectNotCreated(read, 'publication-made'), () => expectNothingSpent(before, after));

type MinutesSeen = SeenIn<typeof minuteUsedUp>;

/**
 * Whether each kind is counted separately: the burst of all kinds was not refused, but requests of
 * one kind were.
 */
const areCountedApart = ({first, round, half}: MinutesSeen): boolean =>
  !isRefusedByLimit(lastOf([...first, ...round])) && isRefusedByLimit(lastOf(half));

/** Sixty requests of a key are served in each minute, with their correct outcomes. */
const expectSixtyServed = (seen: MinutesSeen): Judgement =>
  // In that case the write that should have been refused was served.
  when(!areCountedApart(seen), 'requests of one kind have a separate limit', () =>
    all(
      // A served registration has created the publication that `EXPECTED` expects to be unknown.
      isRefusedByLimit(firstOf(seen.during))
        ? judgeServed(
            unlike(seen.first.slice(0, KINDS), [...inOrder(seen), seen.other].flat()),
            EXPECTED,
          )
        : nothing(),
      judgeMinutes(inOrder(seen), [seen.first, seen.second]),
      judgeMinutes([seen.other], [seen.other]),
    ),
  );

/** After a minute the key is served again. */
function expectServedAgain({half, passed, second}: MinutesSeen): Judgement {
  // Requests that were served after half a minute are counted in the minute of `passed`.
  if (half.every(isRefusedByLimit))
    return expectServed(firstOf(passed), 'account', 'still-refused');
  return expectThat(!isRefusedByLimit(firstOf(second)), {
    branch: 'still-refused',
    expected: 'a request to be served a minute later',
    got: '429',
    at: undefined,
  });
}

/** Workspace / limits: 60 requests a minute and key. */
export const limits: Chapter = {
  chapter: 'workspace/limits',
  visits: [],
  provocations: [
    {...minuteUsedUp, op: 'getAccount', condition: 'rate-limited', scene: minuteUsedUp},
  ],
  checks: [
    ...limitRaces,
    limitOfANewKey,
    ...minuteWatched,
    ...servedWrites,
    ...checksOf(minuteUsedUp, {
      'workspace.limits.sixty-a-minute': expectSixtyServed,
      'workspace.limits.operations-count-together': (seen) =>
        judgeTogether(inOrder(seen), [seen.first, seen.second], [seen.round, seen.roundAgain]),
      'workspace.limits.counted-per-key': ({first, after}) =>
        whenLimitReached(first, () => expectServed(after, 'account', 'another-key-refused')),
      'workspace.limits.refused-has-no-effect': ({first, during, before, after, read}) =>
        whenLimitReached(first, () =>
          when(
            isRefusedByLimit(firstOf(during)),
            'the window turned before the write was sent',
            () => expectNoEffect(read, before, after),
          ),
        ),
      'workspace.limits.minute-passes': (seen) =>
        whenLimitReached(seen.first, () => expectServedAgain(seen)),
    }),
  ],
};
