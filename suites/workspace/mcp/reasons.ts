import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  expectRefused,
  judgeEach,
  notApplicable,
  when,
} from '../../language/judge.ts';
import {groupIn, inGroups} from '../../language/groups.ts';
import {sendAll, type Requests} from '../../language/requests.ts';
import type {Args, Handle, Script} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {register, registrationOf, reservationOf, reserve, reserveAndUpload} from '../publishing.ts';
import {readCurrent, publishWithFile} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';

/** The reason of a refusal; if there is only a text, the reason that it contains (NS-WS-47). */
function reasonIn({body}: Exchange, wanted: unknown): unknown {
  if (body?.reason !== undefined && body.reason !== null) return body.reason;
  return JSON.stringify(body ?? '').includes(toText(wanted)) ? wanted : undefined;
}

const SAME_REASON = 'workspace.mcp.refusals-carry-the-same-reason';

/** A tool is refused with the reason that the API gives to the same request. */
const expectSameReason = (rest: Exchange, byTool: Exchange, branch: string): Judgement =>
  when(rest.status >= 400 && rest.body?.reason != null, 'the API gives no reason', () =>
    all(
      expectRefused(byTool, `${branch}-is-let-pass`),
      expectEqual(
        reasonIn(byTool, rest.body.reason),
        rest.body.reason,
        branch,
        byTool,
        `the reason of ${byTool.op} through the tool`,
      ),
    ),
  );

/** Tools give the reasons that the API gives. */
const expectSameReasons = (seen: object, byApi: Record<string, Exchange>): Judgement => {
  const byTool = groupIn(seen, 'tool');
  return judgeEach(Object.entries(byApi), ([name, response]) =>
    expectSameReason(response, defined(byTool[name], name), name),
  );
};

/** What is wrong with a registration, and the situations whose reasons the document names for it. */
const WRONG: Record<string, {situation: string; body(s: Script): object}> = {
  'an unsupported name': {
    situation: 'format-unsupported',
    body: (s) => ({original_filename: s.sample('unsupported', '/filename')}),
  },
  'another size': {
    situation: 'incomplete',
    body: (s) => ({size_bytes: sum(s.sample('good', '/size_bytes'), 1)}),
  },
  'a key of another workspace': {
    situation: 'key-outside',
    body: (s) => ({key: reserveAndUpload(s, 'second-workspace').at('/key')}),
  },
};

/** Records registrations, each of an upload of its own, with something wrong in it. */
const registerWrongly = (s: Script, through: Args = {}): Record<string, Handle> =>
  Object.fromEntries(
    Object.entries(WRONG).map(([name, {body}]) => {
      const landed = reserveAndUpload(s);
      return [
        name,
        register(s, landed, {...through, body: {...registrationOf(s, landed), ...body(s)}}),
      ];
    }),
  );

/** The same reasons at both interfaces (Rule 4). */
export const reasons: Check[] = [
  check({
    rule: 'workspace.mcp.what-is-missing-has-the-same-reason',
    place: 'no file yet',
    act: (s) => {
      const empty = s.control('seed-empty-publication', {role: 'full'});
      return {
        subject: s.call('getCurrentPublicationFile', {
          path: {publication: empty.at('/publications/0')},
          ...BY_TOOL,
        }),
      };
    },
    judge: ({subject}) => expectOutcome(subject, 'file-not-found', 'another-reason'),
  }),
  check({
    rule: 'workspace.mcp.what-is-missing-has-the-same-reason',
    place: 'downloads unavailable',
    act: (s) => {
      const path = {file: readCurrent(s, publishWithFile(s)).at('/id')};
      s.control('withhold-downloads', {role: 'full', withheld: true});
      return {subject: s.call('downloadFile', {path, ...BY_TOOL})};
    },
    judge: ({subject}) => expectOutcome(subject, 'downloads-unavailable', 'another-reason'),
  }),
  check({
    rule: SAME_REASON,
    act: (s) => {
      const reserved = reserve(s);
      const requests: Requests = {
        publication: ['getPublication', {path: {publication: reserved.at('/publication_id')}}],
        file: ['downloadFile', {path: {file: s.sample('unknown_file')}}],
        landed: ['createPublication', {body: registrationOf(s, reserved)}],
        // The reasons of these are open.
        format: ['createUpload', {body: reservationOf(s, 'unsupported')}],
        size: ['createUpload', {body: reservationOf(s, 'oversize')}],
        tool: [
          'startRun',
          {
            path: {publication: publishWithFile(s).at('/id')},
            body: {tool: s.sample('unknown_tool')},
          },
        ],
      };
      return inGroups({api: sendAll(s, requests), tool: sendAll(s, requests, BY_TOOL)});
    },
    judge: (seen) => expectSameReasons(seen, groupIn(seen, 'api')),
  }),
  check({
    rule: SAME_REASON,
    place: 'registrations',
    onlyOnTestTargets: true,
    act: (s) => inGroups({api: registerWrongly(s), tool: registerWrongly(s, BY_TOOL)}),
    judge: (seen) => {
      const documented = Object.entries(groupIn(seen, 'api')).filter(
        ([wrong, {situations, body}]) =>
          situations.includes(WRONG[wrong]?.situation ?? '') && typeof body?.reason === 'string',
      );
      return documented.length
        ? expectSameReasons(seen, Object.fromEntries(documented))
        : notApplicable('no registration is refused with a reason that the document names');
    },
  }),
];
