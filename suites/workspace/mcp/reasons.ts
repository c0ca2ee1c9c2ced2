import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectEqual, expectOutcome, expectRefused, when} from '../../language/judge.ts';
import type {Args, Handle} from '../../language/script.ts';
import {registrationOf, reservationOf, reserve} from '../publishing.ts';
import {readCurrent, publishWithFile} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';
import {toText} from '../../../spec/json.ts';

/** The reason of a refusal; if there is only a text, the reason that it contains (NS-WS-47). */
function reasonIn({body}: Exchange, wanted: unknown): unknown {
  if (body?.reason !== undefined && body.reason !== null) return body.reason;
  return JSON.stringify(body ?? '').includes(toText(wanted)) ? wanted : undefined;
}

/** A tool is refused with the reason that the API gives to the same request. */
export const expectSameReason = (rest: Exchange, byTool: Exchange, branch: string): Judgement =>
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

/** The requests that both interfaces refuse. The reasons of the last three are open. */
const REFUSED = ['publication', 'file', 'landed', 'format', 'size', 'tool'] as const;
type Refused = (typeof REFUSED)[number];

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
    rule: 'workspace.mcp.refusals-carry-the-same-reason',
    act: (s) => {
      const reserved = reserve(s);
      const oversize = {body: reservationOf(s, 'oversize')};
      const unsupported = {body: reservationOf(s, 'unsupported')};
      const unknownTool = {
        path: {publication: publishWithFile(s).at('/id')},
        body: {tool: s.sample('unknown_tool')},
      };
      const path = {publication: reserved.at('/publication_id')};
      const both = (op: string, args: Args) => [
        s.call(op, args),
        s.call(op, {...args, ...BY_TOOL}),
      ];
      return Object.fromEntries(
        Object.entries({
          publication: both('getPublication', {path}),
          file: both('downloadFile', {path: {file: s.sample('unknown_file')}}),
          landed: both('createPublication', {body: registrationOf(s, reserved)}),
          format: both('createUpload', unsupported),
          size: both('createUpload', oversize),
          tool: both('startRun', unknownTool),
        }).flatMap(([name, [api, tool]]) => [
          [`${name} api`, api],
          [`${name} tool`, tool],
        ]),
      ) as Record<`${Refused} ${'api' | 'tool'}`, Handle>;
    },
    judge: (seen) =>
      all(
        ...REFUSED.map((name) => expectSameReason(seen[`${name} api`], seen[`${name} tool`], name)),
      ),
  }),
];
