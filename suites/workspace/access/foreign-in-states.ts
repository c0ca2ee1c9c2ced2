/** What another workspace has is as what nobody has, in whatever state and for whatever request. */

import {defined} from '../../../spec/defined.ts';
import type {Ref, Val} from '../../../spec/value.ts';
import {whenObeyed} from '../../language/blocked-by.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectOutcome, judgeEach, when} from '../../language/judge.ts';
import {allIn, groupIn, inGroups} from '../../language/groups.ts';
import {sendAll, type Request, type Requests} from '../../language/requests.ts';
import {column} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import {readsOf} from '../naming.ts';
import {
  publishAndWait,
  register,
  registrationOf,
  reserve,
  reserveAndUpload,
} from '../publishing.ts';
import {listFiles, publishWithFile} from '../running.ts';
import {versioned} from '../versions.ts';
import {expectNotFound} from './foreign-tells-nothing.ts';
import {expectAlike} from './indistinguishable.ts';

const RULE = 'workspace.access.foreign-tells-nothing';
const FOUND = 'workspace.access.foreign-is-not-found';

/** Who asks for what is foreign. */
const THERE = {as: 'second-workspace'} as const;

type Body = Record<string, Val>;

/** The version list, and the answer to a download of each possible row by another workspace. */
type Downloads = {list: Handle} & Record<`foreign ${number}`, Handle | undefined>;

/** Requests about what is foreign and about what is unknown, sent by another workspace. */
const askedThere = <N extends string>(
  s: Script,
  ids: Record<Which, Val>,
  requestsOf: (id: Val) => Requests<N>,
) =>
  inGroups({
    foreign: sendAll(s, requestsOf(ids.foreign), THERE),
    unknown: sendAll(s, requestsOf(ids.unknown), THERE),
  });

type Which = 'foreign' | 'unknown';

/** Each request is answered alike, whether it names what is foreign or what is unknown. */
const expectAllAlike = (seen: object): Judgement => {
  const unknown = groupIn(seen, 'unknown');
  return judgeEach(Object.entries(groupIn(seen, 'foreign')), ([name, response]) =>
    expectAlike(response, defined(unknown[name], name)),
  );
};

/** Requests for what is foreign in a state that its owner could see. */
export const foreignInStates: Check[] = [
  check({
    rule: RULE,
    place: 'startRun with an invalid body',
    onlyOnTestTargets: true,
    // Whether the body or the publication is judged first is open; it is the same for both.
    act: (s) => {
      const ids = {
        foreign: publishWithFile(s).at('/id'),
        unknown: reserve(s).at('/publication_id'),
      };
      const start = (publication: Val, body: Body): Request => [
        'startRun',
        {path: {publication}, body},
      ];
      return askedThere(s, ids, (id) => ({
        'no tool': start(id, {}),
        'no text for a tool': start(id, {tool: 7}),
        'an unknown tool': start(id, {tool: s.sample('unknown_tool')}),
      }));
    },
    judge: expectAllAlike,
  }),
  check({
    rule: RULE,
    place: 'a publication without a file',
    onlyOnTestTargets: true,
    act: (s) => {
      const empty = s.control('seed-empty-publication', {role: 'full'});
      const ids = {
        foreign: empty.at('/publications/0'),
        unknown: reserve(s).at('/publication_id'),
      };
      return askedThere(s, ids, (id) =>
        readsOf(id, ['getPublication', 'listPublicationFiles', 'getCurrentPublicationFile']),
      );
    },
    judge: (seen) =>
      whenObeyed(FOUND, judgeEach(allIn(seen, 'foreign'), expectNotFound), () =>
        expectAllAlike(seen),
      ),
  }),
  // A registration with an upload of its own and an id of another workspace is answered alike, whether that workspace
  // has registered the id or not: a key cannot learn that a publication exists (Authentication 3).
  check({
    rule: RULE,
    place: 'createPublication',
    onlyOnTestTargets: true,
    act: (s) => {
      const registeredId = publishAndWait(s, 'second-workspace').at('/id');
      const reservedId = reserve(s, 'second-workspace').at('/publication_id');
      const registerAs = (publication_id: Ref): Handle => {
        // Each has an upload of its own, because the first registration may use it up.
        const landed = reserveAndUpload(s);
        return register(s, landed, {body: {...registrationOf(s, landed), publication_id}});
      };
      return {foreign: registerAs(registeredId), unknown: registerAs(reservedId)};
    },
    judge: ({foreign, unknown}) =>
      // A deployment that takes the id from the key registers both.
      when(foreign.status >= 400, 'the id of the other workspace is not looked at', () =>
        expectAlike(foreign, unknown),
      ),
  }),
  // A file of another workspace does not exist, whatever made it (Authentication 3).
  check({
    rule: FOUND,
    place: 'every version of a file',
    given: versioned,
    onlyOnTestTargets: true,
    act: (s, {registration, versions}) => {
      const list = listFiles(s, registration);
      const downloads: Downloads = {list};
      for (let row = 0; row < versions; row += 1) {
        // There are fewer rows if a tool did not succeed.
        const path = {file: list.at(`/data/${row}/id`)};
        downloads[`foreign ${row}`] = s.call('downloadFile', {
          ...THERE,
          path,
          optional: true,
        });
      }
      return downloads;
    },
    judge: ({list, ...seen}) => {
      const answers = column([list], '/id').flatMap((_id, row) => seen[`foreign ${row}`] ?? []);
      return when(answers.length > 0, 'no version was listed', () =>
        all(...answers.map((one) => expectOutcome(one, 'file-not-found', 'foreign-version'))),
      );
    },
  }),
];
