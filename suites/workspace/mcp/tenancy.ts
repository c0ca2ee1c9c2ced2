import {check, checksAt, sharedScene, type Check} from '../../check.ts';
import {all, holds, is, refused, when} from '../../judge.ts';
import {column} from '../../rows.ts';
import type {Args, Handle} from '../../script.ts';
import {reserveAndUpload, listUntilShown, register} from '../publishing.ts';
import {current, publishWithFile, readRun, start} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';

const RULE = 'workspace.mcp.foreign-is-not-found';

/** Operations that name a resource, and the situation when it does not exist. */
const NAMING = {
  getPublication: 'publication-not-found',
  listPublicationFiles: 'publication-not-found',
  getCurrentPublicationFile: 'publication-not-found',
  getPublicationReader: 'publication-not-found',
  startRun: 'publication-not-found',
  downloadFile: 'file-not-found',
} as const;
type Naming = keyof typeof NAMING;
const NAMING_OPERATIONS = Object.keys(NAMING) as Naming[];

/** Calls of an agent of another workspace, and of an agent of its own (`own ...`). */
type BothAgents = Record<Naming | `own ${Naming}`, Handle>;

/** Resources of one workspace, requested by an agent of another one and by an agent of its own. */
const requestedByBoth = sharedScene({
  id: 'workspace: what another workspace has, as tools see it',
  api: 'workspace',
  act: (s) => {
    const registration = publishWithFile(s);
    const file = current(s, registration).at('/id');
    const argsOf = (op: Naming): Args => ({
      interface: 'mcp',
      path: op === 'downloadFile' ? {file} : {publication: registration.at('/id')},
      ...(op === 'startRun' && {body: {tool: s.sample('unmetered_tool')}}),
    });
    const handles = NAMING_OPERATIONS.flatMap((op) => [
      [op, s.call(op, {...argsOf(op), as: 'second-agent'})],
      [`own ${op}`, s.call(op, {...argsOf(op), as: 'agent'})],
    ]);
    return Object.fromEntries(handles) as BothAgents;
  },
});

/** The same tenancy at both interfaces (Conventions 4). */
export const tenancy: Check[] = [
  ...NAMING_OPERATIONS.flatMap((op) =>
    checksAt(requestedByBoth, RULE, {
      [op]: (seen) =>
        when(seen[`own ${op}`].status < 400, 'its own agent is refused too', () =>
          is(seen[op], NAMING[op], 'foreign'),
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
      all(is(foreign, 'page', 'the-tool-failed'), () =>
        holds(!column([foreign], '/id').includes(registration.body.id), {
          branch: 'listed',
          expected: 'a list of its own publications only',
          got: `${registration.body.id} too`,
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
    // Which reason the refusal has is open: the id is foreign as well as the key (NS-WS-33).
    judge: ({foreign, own}) =>
      when(
        own.situations.includes('registered') || foreign.status < 400,
        'its own agent is refused too',
        () => refused(foreign, 'foreign'),
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
        refused(foreign, 'foreign'),
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
        refused(foreign, 'the-session-decides'),
      ),
  }),
];
