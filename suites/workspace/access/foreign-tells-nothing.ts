/** Requests about what another workspace has are answered like those about what nobody has. */

import type {Exchange} from '../../../spec/exchange.ts';
import {whenObeyed} from '../../language/blocked-by.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectRefused, expectThat, summaryOf, when} from '../../language/judge.ts';
import {inGroups} from '../../language/groups.ts';
import {sendAll} from '../../language/requests.ts';
import type {Args, Handle} from '../../language/script.ts';
import {SECOND} from '../mcp/by-tool.ts';
import {idsIn, NAMING, requestsNaming, unknownIds, type Naming} from '../naming.ts';
import {publishWithFile, readCurrent} from '../running.ts';
import {expectAlike, expectIndistinguishable, type Repeated} from './indistinguishable.ts';

/** The rule of these checks. */
const OF_ANOTHER = 'workspace.access.foreign-tells-nothing';

/** The requests to each operation: for what is foreign and what is unknown, each twice. */
type NamedTwice<T = Handle> = Record<`${'foreign' | 'unknown'}${'' | ' again'}: ${Naming}`, T>;

/** Requests that name what another workspace has, and what nobody has. @param by how they are sent */
const foreignAndUnknown = (id: string, by: Args) =>
  sharedScene({
    id,
    act: (s) => {
      const foreign = requestsNaming(s, idsIn(s));
      const unknown = requestsNaming(s, unknownIds(s));
      return inGroups({
        foreign: sendAll(s, foreign, by),
        unknown: sendAll(s, unknown, by),
        // Not in turn: what a deployment varies in turn would seem to belong to one of both.
        'unknown again': sendAll(s, unknown, by),
        'foreign again': sendAll(s, foreign, by),
      }) as NamedTwice;
    },
  });

/** Such requests to the API, and to tools: these have the same tenancy (Rule 4). */
const REQUESTED = {
  api: foreignAndUnknown('workspace: what another workspace has, and what nobody has', {
    as: 'second-workspace',
  }),
  tools: foreignAndUnknown(
    'workspace: what another workspace has, and what nobody has, for tools',
    SECOND,
  ),
};

/** A foreign id is answered 404. */
export const expectNotFound = (foreign: Exchange): Judgement =>
  expectThat(foreign.status === 404, {
    branch: 'another-status',
    expected: `${foreign.op} of a foreign id to be answered 404`,
    got: summaryOf(foreign),
    at: foreign,
    isOfRefusal: true,
  });

/** The responses of an operation to the same request. */
function repeated(seen: NamedTwice<Exchange>, which: 'foreign' | 'unknown', op: Naming): Repeated {
  const first = seen[`${which}: ${op}`];
  return {responses: [first, seen[`${which} again: ${op}`]], id: idIn(first)};
}

/** The answers of an operation to a foreign id and to an unknown id are the same. */
function expectNothingTold(seen: NamedTwice<Exchange>, op: Naming): Judgement {
  const others = NAMING.filter((one) => one !== op).flatMap((one) => [
    repeated(seen, 'foreign', one),
    repeated(seen, 'unknown', one),
  ]);
  return expectIndistinguishable(
    repeated(seen, 'foreign', op),
    repeated(seen, 'unknown', op),
    others,
  );
}

/** The id that the path of a request named, as it was sent. */
const idIn = ({path}: Exchange): unknown => Object.values(path ?? {})[0];

/** The checks of ids of another workspace, and of ids that do not exist. */
export const foreignTellsNothing: Check[] = [
  ...NAMING.flatMap((op) =>
    checksOf(REQUESTED.tools, {
      [`${OF_ANOTHER} @ ${op} through a tool`]: (seen) =>
        whenObeyed(
          'workspace.mcp.foreign-is-not-found',
          expectRefused(seen[`foreign: ${op}`], 'foreign'),
          () => expectNothingTold(seen, op),
        ),
    }),
  ),
  ...NAMING.flatMap((op) =>
    checksOf(REQUESTED.api, {
      [`${OF_ANOTHER} @ ${op === 'getPublication' ? '*' : op}`]: (seen) =>
        whenObeyed(
          'workspace.access.foreign-is-not-found',
          expectNotFound(seen[`foreign: ${op}`]),
          () => expectNothingTold(seen, op),
        ),
    }),
  ),
  check({
    rule: OF_ANOTHER,
    place: 'downloadFile while no links are issued',
    onlyOnTestTargets: true,
    act: (s) => {
      const as = 'second-workspace' as const;
      const own = idsIn(s);
      const theirs = readCurrent(s, publishWithFile(s, as), {as}).at('/id');
      const path = {file: s.sample('unknown_file')};
      s.control('withhold-downloads', {role: 'full', withheld: true});
      return {
        own: s.call('downloadFile', {path: {file: own.file}}),
        foreign: s.call('downloadFile', {path: {file: theirs}}),
        unknown: s.call('downloadFile', {path}),
        foreignThere: s.call('downloadFile', {as, path: {file: own.file}}),
        unknownThere: s.call('downloadFile', {as, path}),
      };
    },
    // Whether an unknown file is looked for while no link can be issued is open.
    judge: ({own, foreign, unknown, foreignThere, unknownThere}) =>
      when(own.status >= 400, 'downloads were not withheld', () =>
        all(expectAlike(foreign, unknown), expectAlike(foreignThere, unknownThere)),
      ),
  }),
];
