/** Requests about what another workspace has are answered like those about what nobody has. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Ref, Val} from '../../../spec/value.ts';
import {sharedScene, check, checksAt, type Judgement, type Check} from '../../check.ts';
import {all, expectThat, summaryOf, when} from '../../judge.ts';
import type {Handle} from '../../script.ts';
import {reserve, publishAndWait} from '../publishing.ts';
import {publishWithFile, readCurrent} from '../running.ts';
import {expectAlike, expectIndistinguishable} from './indistinguishable.ts';
import {whenObeyed} from '../../blocked-by.ts';

/** Further operations for which the document shows the answer to an unknown id. */
const NAMING = ['listPublicationFiles', 'getCurrentPublicationFile'] as const;

type Naming = (typeof NAMING)[number];

type NamedTwice = Record<`${Naming} ${'foreign' | 'unknown'}`, Handle>;

/** The rule of these checks. */
const OF_ANOTHER = 'workspace.access.foreign-tells-nothing';

/** Requests that name a publication of another workspace, and one that does not exist. */
const foreignAndUnknown = sharedScene({
  id: 'workspace: what another workspace has, and what nobody has',
  api: 'workspace',
  act: (s) => {
    const foreign = publishWithFile(s).at('/id');
    const unknown = reserve(s).at('/publication_id');
    const call = (op: Naming, publication: Ref): Handle =>
      s.call(op, {as: 'second-workspace', path: {publication}});
    const handles = NAMING.flatMap((op) => [
      [`${op} foreign`, call(op, foreign)],
      [`${op} unknown`, call(op, unknown)],
    ]);
    return Object.fromEntries(handles) as NamedTwice;
  },
});

/** A foreign id is answered 404. */
export const expectNotFound = (foreign: Exchange): Judgement =>
  expectThat(foreign.status === 404, {
    branch: 'another-status',
    expected: `${foreign.op} of a foreign id to be answered 404`,
    got: summaryOf(foreign),
    at: foreign,
  });

/**
 * The answers to a foreign id and to an unknown id are the same. Another rule requires that it is
 * 404.
 */
const expectNothingTold = (foreign: Exchange, unknown: Exchange): Judgement =>
  whenObeyed('workspace.access.foreign-is-not-found', expectNotFound(foreign), () =>
    expectAlike(foreign, unknown),
  );

/** The checks of ids of another workspace, and of ids that do not exist. */
export const foreignTellsNothing: Check[] = [
  check({
    rule: 'workspace.access.foreign-tells-nothing',
    act: (s) => {
      const registration = publishAndWait(s);
      const unknown = reserve(s);
      const readAs = (publication: Ref) =>
        s.call('getPublication', {as: 'second-workspace', path: {publication}});
      const [ofForeign, ofUnknown] = [registration.at('/id'), unknown.at('/publication_id')];
      return {
        foreign: readAs(ofForeign),
        unknown: readAs(ofUnknown),
        foreignAgain: readAs(ofForeign),
        unknownAgain: readAs(ofUnknown),
        foreignLast: readAs(ofForeign),
        unknownLast: readAs(ofUnknown),
        registration,
        reserved: unknown,
      };
    },
    judge: ({registration, reserved, ...seen}) =>
      expectIndistinguishable(
        {
          responses: [seen.foreign, seen.foreignAgain, seen.foreignLast],
          id: registration.body.id,
        },
        {
          responses: [seen.unknown, seen.unknownAgain, seen.unknownLast],
          id: reserved.body.publication_id,
        },
      ),
  }),
  ...NAMING.flatMap((op) =>
    checksAt(foreignAndUnknown, OF_ANOTHER, {
      [op]: (seen) => expectNothingTold(seen[`${op} foreign`], seen[`${op} unknown`]),
    }),
  ),
  check({
    rule: OF_ANOTHER,
    place: 'downloadFile',
    act: (s) => {
      const link = (file: Val): Handle =>
        s.call('downloadFile', {as: 'second-workspace', path: {file}});
      return {
        foreign: link(readCurrent(s, publishWithFile(s)).at('/id')),
        unknown: link(s.sample('unknown_file')),
      };
    },
    judge: ({foreign, unknown}) => expectNothingTold(foreign, unknown),
  }),
  check({
    rule: OF_ANOTHER,
    place: 'downloadFile while no links are issued',
    onlyOnTestTargets: true,
    act: (s) => {
      const other: Role = 'second-workspace';
      const own = readCurrent(s, publishWithFile(s));
      const theirs = readCurrent(s, publishWithFile(s, other), {as: other});
      const unknown = s.sample('unknown_file');
      const link = (file: Val, as: Role = 'full'): Handle =>
        s.call('downloadFile', {as, path: {file}});
      s.control('withhold-downloads', {role: 'full', withheld: true});
      return {
        own: link(own.at('/id')),
        foreign: link(theirs.at('/id')),
        unknown: link(unknown),
        foreignThere: link(own.at('/id'), other),
        unknownThere: link(unknown, other),
      };
    },
    // Whether an unknown file is looked for while no link can be issued is open.
    judge: ({own, foreign, unknown, foreignThere, unknownThere}) =>
      when(own.status >= 400, 'downloads were not withheld', () =>
        all(expectAlike(foreign, unknown), expectAlike(foreignThere, unknownThere)),
      ),
  }),
];
