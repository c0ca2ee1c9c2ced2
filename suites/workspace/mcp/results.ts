import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {AFTER_AN_END_MS} from '../../values/ages.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, brief, expectEqual, expectThat, expectOutcome, when} from '../../language/judge.ts';
import type {Args} from '../../language/script.ts';
import {DOWNLOAD_LINK_LIFETIME_MS, expectDownloadLifetime} from '../link-age.ts';
import {READS_OF_PUBLICATION} from '../naming.ts';
import {reserveAndUpload, moreThanAPage, registrationOf, reservationOf} from '../publishing.ts';
import {versioned} from '../versions.ts';
import {readCurrent, download, publishWithFile, readRun, start} from '../running.ts';
import {BY_TOOL, covers, callOnBothInterfaces, expectSameAs} from './by-tool.ts';

const RULE = 'workspace.mcp.tool-answers-as-the-operation';

/** Read operations, each with the outcome of its success. */
export const READS = {
  getAccount: 'account',
  getAccountUsage: 'usage',
  listTools: 'catalog',
  listPublications: 'page',
  getPublication: 'publication',
  listPublicationFiles: 'files',
  getCurrentPublicationFile: 'current',
  getPublicationReader: 'mirrors',
} as const;
type Read = keyof typeof READS;
const READ_NAMES = Object.keys(READS) as Read[];

/** What each read names: some a publication. */
export const argsOf =
  (publication: Val) =>
  (op: Read): Args =>
    (READS_OF_PUBLICATION as readonly string[]).includes(op) ? {path: {publication}} : {};

/** Every read through the API, as a tool, and through the API again. */
const everyRead = sharedScene({
  id: 'workspace: every read through both faces',
  act: (s) => callOnBothInterfaces(s, READ_NAMES, argsOf(publishWithFile(s).at('/id'))),
});

/** Members that a registration and a read of the publication have in common. */
const REGISTERED = ['id', 'type', 'original_size_bytes'];

/** A response may show an instant more exactly than another one. */
const isSameInstant = (one: unknown, other: unknown): boolean =>
  one === other || Math.abs(Date.parse(String(one)) - Date.parse(String(other))) < 1000;

/** The API shows a publication that a tool registered with the values of the tool's response. */
function expectReadAsRegistered(registered: Exchange, read: Exchange | undefined): Judgement {
  const same =
    read?.situations.includes('publication') === true &&
    REGISTERED.every((name) => covers(registered.body[name], read.body[name])) &&
    isSameInstant(registered.body.created_at, read.body.created_at);
  return expectThat(same, {
    branch: 'another-result',
    expected: `the result of the tool to be what the API shows: ${brief(read?.body)}`,
    got: brief(registered.body),
    at: registered,
  });
}

/** A tool has the same result as its operation (Rule 4). */
export const results: Check[] = [
  ...READ_NAMES.flatMap((op) =>
    checksOf(everyRead, {
      [`${RULE} @ ${op}`]: (seen) =>
        expectSameAs(seen[`${op} tool`], seen[`${op} before`], seen[`${op} after`], READS[op]),
    }),
  ),
  check({
    rule: RULE,
    place: 'getCurrentPublicationFile, after runs',
    given: versioned,
    act: (s, {registration}) => ({
      before: readCurrent(s, registration),
      tool: s.call('getCurrentPublicationFile', {
        path: {publication: registration.at('/id')},
        ...BY_TOOL,
      }),
      after: readCurrent(s, registration),
    }),
    judge: ({before, tool, after}) => expectSameAs(tool, before, after, 'current'),
  }),
  check({
    rule: RULE,
    place: 'createUpload',
    act: (s) => {
      const reservation = s.call('createUpload', {...BY_TOOL, body: reservationOf(s)});
      const stored = s.upload(reservation, {optional: true});
      return {
        reservation,
        stored,
        registered: s.call('createPublication', {
          body: registrationOf(s, reservation),
          optional: true,
        }),
      };
    },
    judge: ({reservation, stored, registered}) =>
      all(
        expectOutcome(reservation, 'reserved', 'the-tool-failed'),
        expectThat(stored?.situations.includes('stored'), {
          branch: 'no-link-to-storage',
          expected: 'a link that takes the bytes',
          got: brief(reservation.body),
          at: reservation,
        }),
        expectThat(registered?.situations.includes('registered'), {
          branch: 'no-reservation',
          expected: 'a reservation that the API registers',
          got: brief(registered?.body),
          at: reservation,
        }),
      ),
  }),
  check({
    rule: RULE,
    place: 'createPublication',
    act: (s) => {
      const registered = s.call('createPublication', {
        ...BY_TOOL,
        body: registrationOf(s, reserveAndUpload(s)),
      });
      return {
        registered,
        read: s.call('getPublication', {
          path: {publication: registered.at('/id')},
          until: {other: 404},
          optional: true,
        }),
      };
    },
    judge: ({registered, read}) =>
      all(
        expectOutcome(registered, 'registered', 'the-tool-failed'),
        expectReadAsRegistered(registered, read),
      ),
  }),
  check({
    rule: RULE,
    place: 'startRun',
    act: (s) => {
      const run = start(s, publishWithFile(s), 'unmetered_tool', BY_TOOL);
      return {run, read: readRun(s, run, {optional: true})};
    },
    judge: ({run, read}) =>
      all(
        expectOutcome(run, 'accepted', 'the-tool-failed'),
        expectThat(read?.situations.includes('run') && read.body.id === run.body.id, {
          branch: 'no-run',
          expected: 'a run that the API shows',
          got: brief(run.body),
          at: run,
        }),
      ),
  }),
  check({
    rule: RULE,
    place: 'downloadFile',
    act: (s) => {
      const file = readCurrent(s, publishWithFile(s)).at('/id');
      const {bytes} = download(s, file);
      const link = s.call('downloadFile', {path: {file}, ...BY_TOOL});
      return {bytes, link, fetched: s.download(link.at('header:location'), {optional: true})};
    },
    judge: ({bytes, link, fetched}) =>
      all(
        expectOutcome(link, 'redirect', 'the-tool-failed'),
        expectEqual(
          fetched?.body ?? 'no link',
          bytes.body,
          'other-bytes',
          link,
          'the size and digest behind the link of the tool',
        ),
      ),
  }),
  check({
    rule: 'workspace.mcp.download-link-lives-10-minutes',
    act: (s) => {
      const link = s.call('downloadFile', {
        path: {file: readCurrent(s, publishWithFile(s)).at('/id')},
        ...BY_TOOL,
      });
      const fresh = s.download(link.at('header:location'), {optional: true});
      s.advance(DOWNLOAD_LINK_LIFETIME_MS + AFTER_AN_END_MS);
      return {link, fresh, late: s.download(link.at('header:location'), {optional: true})};
    },
    judge: ({link, fresh, late}) =>
      when(
        fresh?.situations.includes('fetched') === true && late !== undefined,
        'there was no link that brings the bytes',
        () => expectDownloadLifetime(link, late, {alive: 'a-link-for-longer'}),
      ),
  }),
  check({
    rule: RULE,
    place: 'listPublications, the second page',
    given: moreThanAPage,
    act: (s) => {
      // A cursor may only be valid for the client that received it.
      const [query, own] = [{}, BY_TOOL].map((by) => ({
        cursor: s.call('listPublications', {expects: 'page', ...by}).at('/next_cursor'),
      }));
      return {
        before: s.call('listPublications', {query}),
        tool: s.call('listPublications', {query: own, ...BY_TOOL}),
        after: s.call('listPublications', {query}),
      };
    },
    // The document does not say how often a cursor may be used.
    judge: ({before, tool, after}) =>
      when(after.situations.includes('page'), 'the cursor may not be used again', () =>
        expectSameAs(tool, before, after, 'page'),
      ),
  }),
];
