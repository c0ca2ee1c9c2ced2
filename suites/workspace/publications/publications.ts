import {at, toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Ref, Val} from '../../../spec/value.ts';
import {check, type Judgement} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import {
  all,
  expectOutcome,
  expectMember,
  expectRefused,
  notApplicable,
  nothing,
} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {hours, minutes, type Args, type Handle, type Script} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {
  listUntilShown,
  moreThanAPage,
  publish,
  publishAndWait,
  publishAudiobook,
  register,
  reserve,
  reserveAndUpload,
} from '../publishing.ts';
import {start} from '../running.ts';
import {expectCreatedMeanwhile} from './creation-time.ts';
import {cursors} from './cursors.ts';
import {instants, expectAsFarApart} from './instants.ts';
import {lengths} from './lengths.ts';
import {sortOrder} from './sort-order.ts';
import {expectSameAsListed} from './same-as-listed.ts';
import {unlikeRows} from './unlike-rows.ts';
import {walk} from './walks.ts';
import {manyPublications} from '../many.ts';

/** Whether an id is written as a number without leading zeros: `05` may be the same id as `5`. */
const isNumber = (id: unknown): boolean => String(Number(id)) === toText(id);

/**
 * An id that differs little from that of a publication does not read it. If ids are sequential
 * numbers, it may be the id of another publication.
 */
const expectAnother = (read: Exchange, known: Exchange, id: string): Judgement =>
  at(read.body, '/id') !== known.body.id && toText(at(read.body, '/id')) === id
    ? nothing()
    : expectRefused(read, 'nearly-the-id-is-read');

/** Arguments of a list that is read after a publication was registered. */
const afterOne = (s: Script): Args => {
  publishAndWait(s);
  return {};
};

/** Workspace / publications: one publication, the list, paging. */
export const publications: Chapter = {
  chapter: 'workspace/publications',
  counted: [manyPublications],
  properties: [...lengths, ...instants],
  reads: [
    {
      api: 'workspace',
      op: 'listPublications',
      rule: 'workspace.publications.unknown-cursor-does-no-harm',
      allowed: ['page', 'cursor-refused'],
    },
  ],
  visits: [
    {api: 'workspace', op: 'listPublications', args: afterOne},
    {
      api: 'workspace',
      op: 'getPublication',
      args: (s) => ({path: {publication: publishAndWait(s).at('/id')}}),
    },
  ],
  provocations: [
    // A full page: a wrong bound of the number of rows only shows there.
    {
      api: 'workspace',
      op: 'listPublications',
      condition: 'page',
      given: moreThanAPage,
      act: (s) => ({subject: s.call('listPublications')}),
    },
    {
      // The judged read itself waits: a waiting set-up would be blocked by this very rule.
      api: 'workspace',
      op: 'getPublication',
      condition: 'publication',
      act: (s) => ({
        subject: s.call('getPublication', {
          path: {publication: publish(s).at('/id')},
          until: {situation: 'publication'},
        }),
      }),
    },
    {
      api: 'workspace',
      op: 'getPublication',
      condition: 'unknown',
      act: (s) => {
        // The id of a reservation that was never registered certainly belongs to no publication.
        const reserved = reserve(s);
        return {
          subject: s.call('getPublication', {path: {publication: reserved.at('/publication_id')}}),
          control: s.call('getPublication', {path: {publication: publishAndWait(s).at('/id')}}),
        };
      },
    },
  ],
  checks: [
    check({
      rule: 'workspace.publications.type-is-that-of-the-file',
      act: (s) => ({audiobook: publishAudiobook(s)}),
      judge: ({audiobook}) => expectMember(audiobook, '/type', 'audiobook', 'another-type'),
    }),
    check({
      rule: 'workspace.publications.type-is-that-of-the-file',
      place: 'an audiobook after a run',
      onlyOnTestTargets: true,
      act: (s) => {
        const registration = publishAudiobook(s);
        const path = {publication: registration.at('/id')};
        const seen: Record<string, Handle> = {};
        for (const tool of ['unmetered_tool', 'deriving_tool', 'replacing_tool']) {
          if (!s.offers(`sample:${tool}`)) continue;
          seen[`${tool} started`] = start(s, registration, tool);
          // How long a run takes is not shown.
          s.advance(hours(1));
          seen[`after ${tool}`] = s.call('getPublication', {path, expects: 'publication'});
        }
        return seen;
      },
      judge: (seen) => {
        const hasRun = Object.values(seen).some(hasSituation('accepted'));
        const read = Object.entries(seen).filter(([name]) => name.startsWith('after '));
        return hasRun
          ? all(
              ...read.map(([name, audiobook]) =>
                expectMember(audiobook, '/type', 'audiobook', `another type ${name}`),
              ),
            )
          : notApplicable('no tool is started on an audiobook');
      },
    }),
    check({
      rule: 'workspace.publications.unknown-is-not-found',
      place: 'an id and a digit more',
      act: (s) => {
        const known = publishAndWait(s);
        const read = (publication: Val) => s.call('getPublication', {path: {publication}});
        return {
          known,
          longer: read(text(known.at('/id'), '1')),
          padded: read(text('0', known.at('/id'))),
        };
      },
      judge: ({known, longer, padded}) =>
        all(
          expectAnother(longer, known, `${toText(known.body.id)}1`),
          isNumber(known.body.id)
            ? nothing()
            : expectAnother(padded, known, `0${toText(known.body.id)}`),
        ),
    }),
    check({
      rule: 'workspace.publications.creation-time-is-when-registered',
      act: (s) => {
        const before = publish(s);
        s.advance(minutes(1.25));
        return {before, after: publish(s)};
      },
      judge: ({before, after}) => expectAsFarApart(before, after),
    }),
    check({
      rule: 'workspace.publications.has-creation-time',
      act: (s) => {
        const reservation = reserveAndUpload(s);
        return {reservation, registration: register(s, reservation, {expects: 'registered'})};
      },
      judge: ({reservation, registration}) => expectCreatedMeanwhile(reservation, registration),
    }),
    check({
      rule: 'workspace.publications.listed-is-readable',
      given: moreThanAPage,
      act: (s) => {
        const newer = publishAndWait(s);
        const list = listUntilShown(s, newer);
        const read = (publication: Ref) => s.call('getPublication', {path: {publication}});
        const first = read(list.at('/data/0/id'));
        const pages = walk(s);
        // The response of a walk is its last page.
        return {list, first, pages, later: read(pages.at('/data/0/id'))};
      },
      judge: ({list, first, pages, later}) =>
        all(
          expectOutcome(first, 'publication', 'not-readable'),
          expectOutcome(later, 'publication', 'not-readable-when-older'),
          expectSameAsListed([list], at(list.body, '/data/0/id'), first),
          expectSameAsListed(pages, at(pages.at(-1)?.body, '/data/0/id'), later),
        ),
    }),
    ...cursors,
    ...sortOrder,
    ...unlikeRows,
  ],
};
