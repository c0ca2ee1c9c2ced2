import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, equal, is, refused, when} from '../../judge.ts';
import {registrationOf, reservationOf, reserve} from '../publishing.ts';
import {current, publishWithFile} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';

/**
 * The reason of a refusal; where only a text says it, the reason that this text contains
 * (NS-WS-47).
 */
function reasonIn({body}: Exchange, wanted: unknown): unknown {
  if (body?.reason !== undefined && body.reason !== null) return body.reason;
  return JSON.stringify(body ?? '').includes(String(wanted)) ? wanted : undefined;
}

/** A tool is refused with the reason that the API gives to the same request. */
const sameReason = (rest: Exchange, byTool: Exchange, branch: string): Judgement =>
  all(
    refused(byTool, `${branch}-is-let-pass`),
    when(rest.body?.reason != null, 'the API gives no reason', () =>
      equal(
        reasonIn(byTool, rest.body.reason),
        rest.body.reason,
        branch,
        byTool,
        `the reason of ${byTool.op} through the tool`,
      ),
    ),
  );

/** The same reasons at both interfaces (Conventions 4). */
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
    judge: ({subject}) => is(subject, 'file-not-found', 'another-reason'),
  }),
  check({
    rule: 'workspace.mcp.what-is-missing-has-the-same-reason',
    place: 'downloads unavailable',
    act: (s) => {
      const path = {file: current(s, publishWithFile(s)).at('/id')};
      s.control('withhold-downloads', {role: 'full', withheld: true});
      return {subject: s.call('downloadFile', {path, ...BY_TOOL})};
    },
    judge: ({subject}) => is(subject, 'downloads-unavailable', 'another-reason'),
  }),
  check({
    rule: 'workspace.mcp.refusals-carry-the-same-reason',
    act: (s) => {
      const reserved = reserve(s);
      const oversize = {
        body: {...reservationOf(s), size_bytes: s.sample('oversize', '/size_bytes')},
      };
      const unsupported = {body: reservationOf(s, 'unsupported')};
      const unknownTool = {
        path: {publication: publishWithFile(s).at('/id')},
        body: {tool: s.sample('unknown_tool')},
      };
      return {
        publication: s.call('getPublication', {
          path: {publication: reserved.at('/publication_id')},
          ...BY_TOOL,
        }),
        file: s.call('downloadFile', {path: {file: s.sample('unknown_file')}, ...BY_TOOL}),
        landed: s.call('createPublication', {body: registrationOf(s, reserved), ...BY_TOOL}),
        format: s.call('createUpload', unsupported),
        formatByTool: s.call('createUpload', {...unsupported, ...BY_TOOL}),
        size: s.call('createUpload', oversize),
        sizeByTool: s.call('createUpload', {...oversize, ...BY_TOOL}),
        tool: s.call('startRun', unknownTool),
        toolByTool: s.call('startRun', {...unknownTool, ...BY_TOOL}),
      };
    },
    // Which reasons the last three refusals have is open (NS-WS-51, NS-WS-19).
    judge: ({
      publication,
      file,
      landed,
      format,
      formatByTool,
      size,
      sizeByTool,
      tool,
      toolByTool,
    }) =>
      all(
        is(publication, 'publication-not-found', 'publication'),
        is(file, 'file-not-found', 'file'),
        is(landed, 'not-landed', 'not-landed'),
        sameReason(format, formatByTool, 'format'),
        sameReason(size, sizeByTool, 'size'),
        sameReason(tool, toolByTool, 'tool'),
      ),
  }),
];
