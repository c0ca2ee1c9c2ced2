/** Requests about what another workspace has are answered like those about what nobody has. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import {whenObeyed} from '../../language/blocked-by.ts';
import {
  sharedScene,
  check,
  checksAt,
  type Judgement,
  type Check,
  type Scene,
} from '../../language/check.ts';
import {all, expectRefused, expectThat, summaryOf, when} from '../../language/judge.ts';
import type {Args, Handle} from '../../language/script.ts';
import {reserve} from '../publishing.ts';
import {publishWithFile, readCurrent} from '../running.ts';
import {expectAlike, expectIndistinguishable, type Repeated} from './indistinguishable.ts';

/** Every operation that names a publication or a file, with the place of its check. */
const NAMING = {
  getPublication: '*',
  listPublicationFiles: 'listPublicationFiles',
  getCurrentPublicationFile: 'getCurrentPublicationFile',
  getPublicationReader: 'getPublicationReader',
  startRun: 'startRun',
  downloadFile: 'downloadFile',
} as const;
type Naming = keyof typeof NAMING;
const OPERATIONS = Object.keys(NAMING) as Naming[];

/** The requests to one operation: for what is foreign and what is unknown in turn, each twice. */
const REQUESTS = ['foreign', 'unknown', 'foreign again', 'unknown again'] as const;
type Request = (typeof REQUESTS)[number];

type NamedTwice<T = Handle> = Record<`${Naming} ${Request}`, T>;

/** The rule of these checks. */
const OF_ANOTHER = 'workspace.access.foreign-tells-nothing';

/** Requests that name what another workspace has, and what nobody has. @param how they are sent */
const foreignAndUnknown = (id: string, how: Args): Scene<unknown, NamedTwice> =>
  sharedScene({
    id,
    api: 'workspace',
    act: (s) => {
      const registration = publishWithFile(s);
      const file = {
        foreign: readCurrent(s, registration).at('/id'),
        unknown: s.sample('unknown_file'),
      };
      const publication = {
        foreign: registration.at('/id'),
        unknown: reserve(s).at('/publication_id'),
      };
      const call = (op: Naming, request: Request): Handle => {
        const which = request.startsWith('foreign') ? 'foreign' : 'unknown';
        return s.call(op, {
          ...how,
          path: op === 'downloadFile' ? {file: file[which]} : {publication: publication[which]},
          ...(op === 'startRun' && {body: {tool: s.sample('unmetered_tool')}}),
        });
      };
      const handles = OPERATIONS.flatMap((op) =>
        REQUESTS.map((request) => [`${op} ${request}`, call(op, request)]),
      );
      return Object.fromEntries(handles) as NamedTwice;
    },
  });

/** Such requests to the API, and to tools: these have the same tenancy (Rule 4). */
const REQUESTED = {
  api: foreignAndUnknown('workspace: what another workspace has, and what nobody has', {
    as: 'second-workspace',
  }),
  tools: foreignAndUnknown(
    'workspace: what another workspace has, and what nobody has, for tools',
    {
      interface: 'mcp',
      as: 'second-agent',
    },
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

/** The answers of an operation to a foreign id and to an unknown id are the same. */
function expectNothingTold(seen: NamedTwice<Exchange>, op: Naming): Judgement {
  const repeated = (which: 'foreign' | 'unknown'): Repeated => {
    const responses: Repeated['responses'] = [seen[`${op} ${which}`], seen[`${op} ${which} again`]];
    return {responses, id: idIn(responses[0])};
  };
  return expectIndistinguishable(repeated('foreign'), repeated('unknown'));
}

/** The id that the path of a request named, as it was sent. */
const idIn = ({path}: Exchange): unknown => Object.values(path ?? {})[0];

/** The checks of ids of another workspace, and of ids that do not exist. */
export const foreignTellsNothing: Check[] = [
  ...OPERATIONS.flatMap((op) =>
    checksAt(REQUESTED.tools, OF_ANOTHER, {
      [`${op} through a tool`]: (seen) =>
        whenObeyed(
          'workspace.mcp.foreign-is-not-found',
          expectRefused(seen[`${op} foreign`], 'foreign'),
          () => expectNothingTold(seen, op),
        ),
    }),
  ),
  ...OPERATIONS.flatMap((op) =>
    checksAt(REQUESTED.api, OF_ANOTHER, {
      [NAMING[op]]: (seen) =>
        whenObeyed(
          'workspace.access.foreign-is-not-found',
          expectNotFound(seen[`${op} foreign`]),
          () => expectNothingTold(seen, op),
        ),
    }),
  ),
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
