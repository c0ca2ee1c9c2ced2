import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksAt, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectRefused,
  summaryOf,
  when,
} from '../../language/judge.ts';
import {column} from '../../language/rows.ts';
import type {Args, Handle} from '../../language/script.ts';
import {reserveAndUpload, listUntilShown, register} from '../publishing.ts';
import {readCurrent, publishWithFile, readRun, start} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';
import {toText} from '../../../spec/json.ts';

const RULE = 'workspace.mcp.foreign-is-not-found';

/** Operations that name a resource. */
const NAMING = [
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
  'startRun',
  'downloadFile',
] as const;
type Naming = (typeof NAMING)[number];

/**
 * Calls by an agent of another workspace, by the workspace's own agent (`own ...`), and with a key
 * of the other workspace through the API (`api ...`).
 */
type BothAgents = Record<Naming | `${'own' | 'api'} ${Naming}`, Handle>;

/** Resources of one workspace, requested by an agent of another workspace and by its own agent. */
const requestedByBoth = sharedScene({
  id: 'workspace: what another workspace has, as tools see it',
  api: 'workspace',
  act: (s) => {
    const registration = publishWithFile(s);
    const file = readCurrent(s, registration).at('/id');
    const argsOf = (op: Naming): Args => ({
      path: op === 'downloadFile' ? {file} : {publication: registration.at('/id')},
      ...(op === 'startRun' && {body: {tool: s.sample('unmetered_tool')}}),
    });
    const handles = NAMING.flatMap((op) => [
      [op, s.call(op, {...argsOf(op), interface: 'mcp', as: 'second-agent'})],
      [`own ${op}`, s.call(op, {...argsOf(op), ...BY_TOOL})],
      [`api ${op}`, s.call(op, {...argsOf(op), as: 'second-workspace'})],
    ]);
    return Object.fromEntries(handles) as BothAgents;
  },
});

/** The call is refused; if it has a reason, it is that of the API. */
const expectRefusedAlike = (tool: Exchange, api: Exchange): Judgement =>
  all(
    expectRefused(tool, 'foreign'),
    expectThat(tool.body?.reason === undefined || tool.body.reason === api.body?.reason, {
      branch: 'another-reason',
      expected: `the reason ${toText(api.body?.reason)}`,
      got: summaryOf(tool),
      at: tool,
      isOfRefusal: true,
    }),
  );

/** The same tenancy at both interfaces (Rule 4). */
export const tenancy: Check[] = [
  ...NAMING.flatMap((op) =>
    checksAt(requestedByBoth, RULE, {
      [op]: (seen) =>
        when(
          seen[`own ${op}`].status < 400 && seen[`api ${op}`].status === 404,
          'its own agent is refused too, or the API does not answer a foreign key 404',
          () => expectRefusedAlike(seen[op], seen[`api ${op}`]),
        ),
    }),
  ),
  check({
    rule: RULE,
    place: 'listPublications',
    act: (s) => {
      const registration = publishWithFile(s);
      return {
        registration,
        own: listUntilShown(s, registration, '/id', BY_TOOL),
        foreign: s.call('listPublications', {interface: 'mcp', as: 'second-agent'}),
      };
    },
    judge: ({registration, foreign}) =>
      all(expectOutcome(foreign, 'page', 'the-tool-failed'), () =>
        expectThat(!column([foreign], '/id').includes(registration.body.id), {
          branch: 'listed',
          expected: 'a list of its own publications only',
          got: `${toText(registration.body.id)} too`,
          at: foreign,
        }),
      ),
  }),
  check({
    rule: RULE,
    place: 'createPublication',
    act: (s) => {
      const landed = reserveAndUpload(s);
      return {
        foreign: register(s, landed, {interface: 'mcp', as: 'second-agent'}),
        own: register(s, landed, BY_TOOL),
      };
    },
    // The reason of the refusal is open: both the id and the key are foreign (NS-WS-33).
    judge: ({foreign, own}) =>
      when(
        own.situations.includes('registered') || foreign.status < 400,
        'its own agent is refused too',
        () => expectRefused(foreign, 'foreign'),
      ),
  }),
  check({
    rule: RULE,
    place: 'readRun',
    act: (s) => {
      const run = start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'});
      return {
        own: readRun(s, run, BY_TOOL),
        foreign: readRun(s, run, {interface: 'mcp', as: 'second-agent'}),
      };
    },
    judge: ({own, foreign}) =>
      when(own.situations.includes('run'), 'its own agent is refused too', () =>
        expectRefused(foreign, 'foreign'),
      ),
  }),
  check({
    rule: RULE,
    place: 'in a session of another',
    act: (s) => {
      const path = {publication: publishWithFile(s).at('/id')};
      const foreign: Args = {interface: 'mcp', as: 'second-agent'};
      return {
        own: s.call('getPublication', {path, ...BY_TOOL}),
        foreign: s.call('getPublication', {path, ...foreign, present: 'in-an-agents-session'}),
      };
    },
    judge: ({own, foreign}) =>
      when(own.status < 400, 'its own agent is refused too', () =>
        expectRefused(foreign, 'the-session-decides'),
      ),
  }),
];
