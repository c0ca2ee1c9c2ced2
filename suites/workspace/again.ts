/** What is done in a workspace again and again, and what it counts (Limits; Endpoints). */

import {
  expectMember,
  expectNone,
  expectOutcome,
  undecided,
  when,
  whenServed,
} from '../language/judge.ts';
import {repeated} from '../language/rows.ts';
import {hours, minutes} from '../language/script.ts';
import {againAndAgain} from '../tables/again.ts';
import {requestLinkTo} from './downloads/link-to.ts';
import {expectUploadLifetime} from './link-age.ts';
import {
  expectLeft,
  leftIn,
  readAccount,
  register,
  reserve,
  reserveAndUpload,
  whenAllowanceLimited,
} from './publishing.ts';
import {keyed, listFiles, publishWithFile, readUsage, runsUsedIn, start} from './running.ts';
import {publishBeforeTools, versionList} from './versions.ts';

/** Retries of a metered run. */
export const manyRetries = againAndAgain({
  what: 'retries of a run',
  begin: (s) => {
    const registration = publishWithFile(s);
    const key = keyed(s);
    const first = start(s, registration, 'metered_tool', {...key, expects: 'accepted'});
    return {registration, key, first, before: readUsage(s)};
  },
  begun: ({first, before}) => ({first, before}),
  turn: (s, {registration, key}) => ({again: start(s, registration, 'metered_tool', key)}),
  end: (s) => ({after: readUsage(s)}),
  eachTurn: {
    'workspace.runs.replay-answers-200': ({again}) =>
      expectOutcome(again, 'replayed', 'not replayed'),
    'workspace.runs.replay-is-the-same-run': ({again}, {first}) =>
      when(again.status < 400, `the retry was answered ${again.status}`, () =>
        expectMember(again, '/id', first.body.id, 'another run'),
      ),
  },
  inTheEnd: {
    'workspace.runs.replay-spends-nothing': ({begun: {before}, end: {after}}) =>
      when(Number.isInteger(runsUsedIn(before)), 'the usage counts no runs', () =>
        expectMember(after, '/daily_runs_used', runsUsedIn(before), 'a retry is counted'),
      ),
  },
});

/** Links to one file, each of which is used. */
export const links = againAndAgain({
  what: 'links to a file',
  begin: (s) => publishBeforeTools(s),
  begun: ({sent}) => ({sent}),
  turn: (s, {original}) => {
    const link = requestLinkTo(s, original);
    return {link, bytes: s.download(link.at('header:location'), {optional: true})};
  },
  end: () => ({}),
  eachTurn: {
    'workspace.downloads.link-brings-the-bytes': ({link, bytes}, {sent}) =>
      whenServed(link, () =>
        when(bytes.situations.includes('fetched'), `the link was answered ${bytes.status}`, () =>
          expectMember(bytes, '/sha256', sent.requestBody?.sha256, 'other bytes'),
        ),
      ),
  },
});

/** One upload that is registered again. */
export const registrationsAgain = againAndAgain({
  what: 'registrations of one upload',
  begin: (s) => {
    const landed = reserveAndUpload(s);
    register(s, landed, {expects: 'registered'});
    return {landed, before: readAccount(s)};
  },
  begun: ({before}) => ({before}),
  turn: (s, {landed}) => ({again: register(s, landed)}),
  end: (s) => ({after: readAccount(s)}),
  inTheEnd: {
    'workspace.uploads.repetition-spends-nothing': ({begun: {before}, end: {after}}) =>
      whenAllowanceLimited(before, () => expectLeft(after, leftIn(before), 'spent again')),
  },
});

/** Reservations that nobody registers. */
export const reservations = againAndAgain({
  what: 'reservations',
  counts: [23, 34, 2, 1],
  begin: (s) => ({before: readAccount(s), first: reserve(s)}),
  begun: ({before, first}) => ({before, first}),
  turn: (s) => ({reserved: reserve(s)}),
  end: (s, {first}) => ({after: readAccount(s), stored: s.upload(first)}),
  inTheEnd: {
    'workspace.uploads.link-lives-30-minutes': ({begun: {first}, end: {stored}}) =>
      expectUploadLifetime(first, stored),
    'workspace.uploads.reservation-spends-nothing': ({begun: {before}, end: {after}}) =>
      whenAllowanceLimited(before, () => expectLeft(after, leftIn(before), 'spent')),
    'workspace.uploads.reservation-ids-differ': ({turns}) => {
      const reserved = turns.map((turn) => turn.reserved);
      const ids = reserved.map(({body}) => body.publication_id as unknown);
      return expectNone(repeated(ids), 'id of two reservations', 'one id twice', reserved.at(-1));
    },
  },
});

/** So many runs of each of these tools a day are within most limits (Limits). */
const DAILY_RUNS = 3;
const MAKING = ['deriving_tool', 'replacing_tool', 'other_replacing_tool'];

/** Runs that make versions of one publication, day after day. */
export const manyVersions = againAndAgain({
  what: 'runs that make versions',
  counts: [27, 54, 3],
  begin: (s) => publishBeforeTools(s),
  begun: ({original}) => ({original}),
  turn: (s, {registration}, number) => {
    // A deployment may refuse it (NS-WS-19).
    const started = start(s, registration, MAKING[number % MAKING.length]);
    s.advance(number % (DAILY_RUNS * MAKING.length) === 0 ? hours(25) : minutes(10));
    return {started};
  },
  end: (s, {registration}) => ({list: listFiles(s, registration)}),
  inTheEnd: {
    // The list may have pages (NS-WS-11).
    'workspace.files.list-has-the-original': ({begun: {original}, end: {list}}) =>
      list.body?.has_more === true || typeof list.body?.next_cursor === 'string'
        ? undecided('the list has further pages')
        : versionList.expectListed(list, original, 'no original among many'),
  },
});

/** Publications that are registered one after the other. */
export const manyRegistrations = againAndAgain({
  what: 'registrations',
  begin: (s) => readAccount(s),
  begun: (before) => ({before}),
  turn: (s) => ({
    registered: register(s, reserveAndUpload(s)),
    account: readAccount(s),
  }),
  end: () => ({}),
  eachTurn: {
    'workspace.uploads.registration-spends-one': ({registered, account}, {before}, number) =>
      whenAllowanceLimited(before, () =>
        when(leftIn(before) >= number, 'the allowance is too small', () =>
          whenServed(registered, () =>
            expectLeft(account, leftIn(before) - number, 'not one each'),
          ),
        ),
      ),
  },
});
