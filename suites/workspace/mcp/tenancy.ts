import {isSuccessStatus} from '../../../spec/status.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectRefused,
  summaryOf,
  when,
} from '../../language/judge.ts';
import {inGroups} from '../../language/groups.ts';
import {send, sendAll, type Request} from '../../language/requests.ts';
import {column} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import {idsIn, NAMING, requestsNaming, type Naming} from '../naming.ts';
import {listUntilShown, registrationOf, reserveAndUpload} from '../publishing.ts';
import {keyed, publishWithFile, start} from '../running.ts';
import {BY_TOOL, SECOND} from './by-tool.ts';
import {toText} from '../../../spec/json.ts';

const RULE = 'workspace.mcp.foreign-is-not-found';

/**
 * What one workspace has, requested by an agent of another one, by its own agent, and with a key of the other one
 * through the API.
 */
const requestedByBoth = sharedScene({
  id: 'workspace: what another workspace has, as tools see it',
  act: (s) => {
    const requests = requestsNaming(s, idsIn(s));
    return inGroups({
      foreign: sendAll(s, requests, SECOND),
      own: sendAll(s, requests, BY_TOOL),
      api: sendAll(s, requests, {as: 'second-workspace'}),
    }) as Record<`${'foreign' | 'own' | 'api'}: ${Naming}`, Handle>;
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

/** Other requests for what one workspace has; an agent of another workspace sends each, too. */
const OTHERS: Record<string, (s: Script) => Request> = {
  // The reason of the refusal is open: both the id and the key are foreign (NS-WS-33).
  createPublication: (s) => ['createPublication', {body: registrationOf(s, reserveAndUpload(s))}],
  readRun: (s) => {
    const run = start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'});
    return ['readRun', {path: {run: run.at('/id')}}];
  },
  'in a session of another': (s) => [
    'getPublication',
    {path: {publication: publishWithFile(s).at('/id')}},
  ],
};

/** The same tenancy at both interfaces (Rule 4). */
export const tenancy: Check[] = [
  ...NAMING.flatMap((op) =>
    checksOf(requestedByBoth, {
      [`${RULE} @ ${op}`]: (seen) =>
        when(
          seen[`own: ${op}`].status < 400 && seen[`api: ${op}`].status === 404,
          'its own agent is refused too, or the API does not answer a foreign key 404',
          () => expectRefusedAlike(seen[`foreign: ${op}`], seen[`api: ${op}`]),
        ),
    }),
  ),
  ...Object.entries(OTHERS).map(([place, requestIn]) =>
    check({
      rule: RULE,
      place,
      act: (s) => {
        const request = requestIn(s);
        const present = place.startsWith('in a session')
          ? ({present: 'in-an-agents-session'} as const)
          : {};
        return {
          foreign: send(s, request, {...SECOND, ...present}),
          own: send(s, request, BY_TOOL),
        };
      },
      judge: ({own, foreign}) =>
        when(own.status < 400 || foreign.status < 400, 'its own agent is refused too', () =>
          expectRefused(foreign, 'foreign'),
        ),
    }),
  ),
  check({
    rule: RULE,
    place: 'startRun with the Idempotency-Key of its owner',
    onlyOnTestTargets: true,
    act: (s) => {
      const registration = publishWithFile(s);
      const key = keyed(s);
      const own = start(s, registration, 'unmetered_tool', {...BY_TOOL, ...key});
      return {own, foreign: start(s, registration, 'unmetered_tool', {...SECOND, ...key})};
    },
    judge: ({own, foreign}) =>
      when(isSuccessStatus(own.status), 'its own agent is refused too', () =>
        expectRefused(foreign, 'a-foreign-run-is-replayed'),
      ),
  }),
  check({
    rule: RULE,
    place: 'listPublications',
    act: (s) => {
      const registration = publishWithFile(s);
      return {
        registration,
        own: listUntilShown(s, registration, '/id', BY_TOOL),
        foreign: s.call('listPublications', SECOND),
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
];
