/** Every operation in states that only hooks make, as far as the document does not tie it to the state (Endpoints). */

import type {Exchange} from '../../spec/exchange.ts';
import type {ControlVerb} from '../../spec/control.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import type {Check} from '../language/check.ts';
import {expectOutcome, judgeEach, notApplicable} from '../language/judge.ts';
import {sendAll, type Requests} from '../language/requests.ts';
import type {Handle, Script} from '../language/script.ts';
import {checksOfCases, sceneOfCases, type Expectation, type Steps} from '../tables/cases.ts';
import {readsNaming} from './naming.ts';
import {readAccount, registrationOf, reservationOf, reserveAndUpload} from './publishing.ts';
import {publishWithFile, readCurrent} from './running.ts';

/** The rule and the outcome of the plain success of each operation. */
const SUCCESSES = {
  getAccount: ['workspace.account.read-answers-200', 'account'],
  getAccountUsage: ['workspace.usage.read-answers-200', 'usage'],
  listTools: ['workspace.tools.list-answers-200', 'catalog'],
  listPublications: ['workspace.publications.list-answers-200', 'page'],
  getPublication: ['workspace.publications.read-answers-200', 'publication'],
  listPublicationFiles: ['workspace.files.list-answers-200', 'files'],
  getCurrentPublicationFile: ['workspace.files.current-answers-200', 'current'],
  getPublicationReader: ['workspace.reader.read-answers-200', 'mirrors'],
  downloadFile: ['workspace.downloads.download-answers-302', 'redirect'],
  startRun: ['workspace.runs.start-answers-202', 'accepted'],
  createUpload: ['workspace.uploads.reservation-answers-201', 'reserved'],
  createPublication: ['workspace.uploads.registration-answers-201', 'registered'],
} as const satisfies Record<string, readonly [RuleId, string]>;
type Operation = keyof typeof SUCCESSES;

/** A state: the hook that makes it, how it is undone, and the operations that may depend on it. */
interface State {
  verb: ControlVerb;
  made: Record<string, Val>;
  undone: Record<string, Val>;
  tied: readonly Operation[];
}

/** What a plan allows may be unknown without it; storage without links to read may have none to write, either. */
const STATES: Record<string, State> = {
  'an unresolved plan': {
    verb: 'unresolve-plan',
    made: {unresolved: true},
    undone: {unresolved: false},
    tied: ['createUpload', 'createPublication', 'startRun'],
  },
  'no reader': {
    verb: 'configure-reader',
    made: {configured: false},
    undone: {configured: true},
    tied: ['getPublicationReader'],
  },
  'no downloads': {
    verb: 'withhold-downloads',
    made: {withheld: true},
    undone: {withheld: false},
    tied: ['downloadFile', 'createUpload', 'createPublication', 'startRun'],
  },
  'no place left': {
    verb: 'leave-places',
    made: {places: 0},
    undone: {places: 20},
    tied: ['createUpload', 'createPublication'],
  },
  'no metered run left': {
    verb: 'leave-runs',
    made: {runs: 0},
    undone: {runs: null},
    tied: [],
  },
};

/** One request to each operation. */
const everyRequest = (
  s: Script,
  registration: Handle,
  file: Val,
  landed: Handle,
): Requests<Operation> => ({
  getAccount: ['getAccount'],
  getAccountUsage: ['getAccountUsage'],
  listTools: ['listTools'],
  listPublications: ['listPublications'],
  ...readsNaming({publication: registration.at('/id'), file}),
  startRun: [
    'startRun',
    {path: {publication: registration.at('/id')}, body: {tool: s.sample('unmetered_tool')}},
  ],
  createUpload: ['createUpload', {body: reservationOf(s)}],
  createPublication: ['createPublication', {body: registrationOf(s, landed)}],
});

/** Records every operation in a state, where the target has its hook. */
function callInState(s: Script, {verb, made, undone, tied}: State): Steps {
  if (!s.offers(`control:${verb}`)) return {};
  const registration = publishWithFile(s);
  const file = readCurrent(s, registration).at('/id');
  const requests = Object.entries(everyRequest(s, registration, file, reserveAndUpload(s)));
  s.control(verb, {role: 'full', ...made});
  const steps = sendAll(
    s,
    Object.fromEntries(requests.filter(([op]) => !(tied as readonly string[]).includes(op))),
  );
  s.control(verb, {role: 'full', ...undone});
  return steps;
}

const inStates = sceneOfCases({
  id: 'workspace: every operation in states that hooks make',
  onlyOnTestTargets: true,
  exhausts: true,
  cases: STATES,
  begin: (s) => ({account: readAccount(s)}),
  act: callInState,
});

/** An operation succeeds in each state to which the document does not tie it. */
const expectServed =
  (op: Operation): Expectation<State, Steps> =>
  (answered) => {
    const responses = answered.flatMap(({name, seen}) => {
      const response = seen[op] as Exchange | undefined;
      return response ? [{name, response}] : [];
    });
    return responses.length
      ? judgeEach(responses, ({name, response}) =>
          expectOutcome(response, SUCCESSES[op][1], `${name}: refused`),
        )
      : notApplicable('the target has no hook that makes one of these states');
  };

/** The checks of every operation in states that hooks make. */
export const hookedStates: Check[] = checksOfCases(
  inStates,
  'in states that hooks make',
  Object.fromEntries(
    Object.entries(SUCCESSES).map(([op, [rule]]) => [rule, expectServed(op as Operation)]),
  ),
);
