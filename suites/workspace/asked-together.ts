/** Two workspaces that ask at the same moment: each gets its own answer (Authentication 3; Rule 4). */

import {defined} from '../../spec/defined.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
  type Setup,
} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {
  all,
  expectDifferent,
  expectRefused,
  judgeEach,
  nothing,
  summaryOf,
  when,
  whenTimely,
} from '../language/judge.ts';
import {overlapped} from '../language/races.ts';
import {send, sendAll, type Request} from '../language/requests.ts';
import type {Args, Handle, Script} from '../language/script.ts';
import {isSuccessOrRedirect} from '../../spec/status.ts';
import {expectNoForeign, listedIds} from './access/foreign-rows.ts';
import {BY_TOOL, SECOND} from './mcp/by-tool.ts';
import {idsIn} from './naming.ts';
import {publishWithFile} from './running.ts';

/** What a workspace has of its own, and what both have. */
interface Own {
  publication: Val;
  file: Val;
}

/** The answers to a request: to each of two alone, and to both at the same moment. */
interface Answers {
  own: Exchange;
  /** Missing where the request names what the first one has. */
  other: Exchange | undefined;
  together: readonly [own: Exchange, other: Exchange];
}

/** A request that both send, and what says that the answers are mixed up. */
interface Asked {
  request: (ids: Own) => Request;
  /** Whether the other one has something of its own to be shown. */
  isOfBoth: boolean;
  judge: (answers: Answers) => Judgement;
}

const workspaceOf = ({body}: Exchange): unknown => body?.workspace as unknown;

/** Nobody is shown the workspace of the other. */
const expectOwnWorkspace = ({own, other = own, together}: Answers): Judgement =>
  when(
    workspaceOf(own) !== undefined && workspaceOf(other) !== undefined,
    'the account does not show the workspace',
    () =>
      judgeEach([other, own], (theirs, index) =>
        expectDifferent(
          workspaceOf(together[index] ?? own),
          workspaceOf(theirs),
          'the workspace of another',
          together[index],
          '`workspace`',
        ),
      ),
  );

/** Nobody is shown publications of the other. */
const expectOwnRows = ({own, other = own, together}: Answers): Judgement =>
  when(
    [own, other].every((list) => listedIds(list).length > 0),
    'one of the two lists nothing',
    () =>
      judgeEach([other, own], (theirs, index) =>
        expectNoForeign(
          listedIds(theirs),
          listedIds(together[index] ?? own),
          'publications of another',
          together[index],
        ),
      ),
  );

/** What the first one has is not there for the other. */
const expectOtherRefused = ({together: [, other]}: Answers): Judgement =>
  expectRefused(other, 'served to another');

const ofFirst = (request: Asked['request']): Asked => ({
  request,
  isOfBoth: false,
  judge: expectOtherRefused,
});

const ASKED = {
  getAccount: {request: () => ['getAccount'], isOfBoth: true, judge: expectOwnWorkspace},
  listPublications: {request: () => ['listPublications'], isOfBoth: true, judge: expectOwnRows},
  getPublication: ofFirst(({publication}) => ['getPublication', {path: {publication}}]),
  listPublicationFiles: ofFirst(({publication}) => ['listPublicationFiles', {path: {publication}}]),
  downloadFile: ofFirst(({file}) => ['downloadFile', {path: {file}}]),
} satisfies Record<string, Asked>;

type Operation = keyof typeof ASKED;

/** Who asks, and the rules that keep the answers apart. */
interface Askers {
  own: Args;
  other: Args;
  /** Calls at the same moment have one text as their id: it tells calls of one client apart, not clients. */
  sharesId: boolean;
  rules: Partial<Record<Operation, RuleId>>;
}

const FOREIGN = 'workspace.access.foreign-is-not-found';
const TOOLS = 'workspace.mcp.foreign-is-not-found';

const ASKERS: Readonly<Record<string, Askers>> = {
  'two workspaces at the same moment': {
    own: {as: 'full'},
    other: {as: 'second-workspace'},
    sharesId: false,
    rules: {
      getAccount: 'workspace.access.key-names-one-workspace',
      listPublications: 'workspace.access.list-shows-own-only',
      getPublication: FOREIGN,
      listPublicationFiles: FOREIGN,
      downloadFile: FOREIGN,
    },
  },
  'two agents at the same moment, with one message id': {
    own: BY_TOOL,
    other: SECOND,
    sharesId: true,
    rules: {getAccount: TOOLS, listPublications: TOOLS, getPublication: TOOLS},
  },
};

/** Two workspaces with a publication each. */
const twoWorkspaces: Setup<Own> = {
  id: 'workspace: publications of two workspaces',
  reusable: true,
  ways: [
    (s) => {
      const ids = idsIn(s);
      publishWithFile(s, 'second-workspace');
      return ids;
    },
  ],
};

/** Records a request of both at the same moment. */
function askTogether(
  s: Script,
  request: Request,
  {own, other, sharesId}: Askers,
): Handle<Exchange[]> {
  const messageId = sharesId ? {messageId: s.fresh('text')} : {};
  return s.parallel(
    ...[own, other].map(
      (by) => (branch: Script) => void send(branch, request, {...by, ...messageId}),
    ),
  );
}

/** Each request of one alone, and of both at the same moment. */
const askedTogether = (name: string, askers: Askers) =>
  sharedScene({
    id: `workspace: ${name}`,
    given: twoWorkspaces,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s, ids: Own): Handles => {
      const asked = Object.keys(askers.rules) as Operation[];
      const requests = Object.fromEntries(asked.map((op) => [op, ASKED[op].request(ids)]));
      const shared = Object.fromEntries(
        Object.entries(requests).filter(([op]) => ASKED[op as Operation].isOfBoth),
      );
      return inGroups({
        own: sendAll(s, requests, askers.own),
        other: sendAll(s, shared, askers.other),
        together: Object.fromEntries(
          Object.entries(requests).map(([op, request]) => [op, askTogether(s, request, askers)]),
        ),
      });
    },
  });

/** Each of the two gets its own answer, where each got one alone. */
function expectApart(seen: object, op: Operation): Judgement {
  const own = defined(groupIn(seen, 'own')[op], op);
  const other = groupIn<string, Exchange | undefined>(seen, 'other')[op];
  const together = defined(
    groupIn<string, Answers['together']>(seen, 'together')[op],
    'the requests at the same moment',
  );
  const refused = [own, other].find((one) => one && !isSuccessOrRedirect(one.status));
  return when(!refused, `alone ${op} was answered ${refused && summaryOf(refused)}`, () =>
    all(
      () => ASKED[op].judge({own, other, together}),
      whenTimely(overlapped([...together]), 'the requests did not overlap', () => nothing()),
    ),
  );
}

/** The checks that the answers to two workspaces are not mixed up. */
export const askedTogetherChecks: Check[] = Object.entries(ASKERS).flatMap(([name, askers]) =>
  checksOf(
    askedTogether(name, askers),
    Object.fromEntries(
      Object.entries(askers.rules).map(([op, rule]) => [
        `${rule} @ ${op} of ${name}`,
        (seen: object) => expectApart(seen, op as Operation),
      ]),
    ),
  ),
);
