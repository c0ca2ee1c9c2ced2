import {at, toText} from '../../../../spec/json.ts';
import {quantity} from '../../../../spec/quantity.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement, type Setup} from '../../../language/check.ts';
import {all, expectThat, summaryOf, when} from '../../../language/judge.ts';
import {rowsAt} from '../../../language/rows.ts';
import {seconds, type Handle, type Script} from '../../../language/script.ts';
import {sum} from '../../../language/sent-values.ts';
import {
  undecidedWithoutLimit,
  publishWithFile,
  start,
  TOOL_LIMIT,
  readUsage,
  isAccepted,
  isDailyLimit,
} from '../../running.ts';
import {runsLeft} from './ceilings.ts';
import {MAX_STARTS} from './tool-limit.ts';

/** The most tools of the catalogue that are tried, from its beginning. */
const MAX_TOOLS = 10;

type Starts = Record<`tool ${number}`, Handle | undefined>;

/** Records a start of each tool of the catalogue on one publication, with pauses in between. */
function startEach(s: Script, catalog: Handle, registration: Handle): Starts {
  const starts: Record<string, Handle> = {};
  for (let tool = 0; tool < MAX_TOOLS; tool += 1) {
    const body = {tool: catalog.at(`/data/${tool}/slug`)};
    starts[`tool ${tool}`] = start(s, registration, '', {body, optional: true});
    // A deployment may run one tool at a time on a publication.
    s.advance(seconds(60));
  }
  return starts as Starts;
}

/** A tool of the catalogue, and the response to its start. */
interface Listed {
  slug: unknown;
  isMetered: boolean;
  started: Exchange;
}

/** The tools that were started, in the order of the catalogue. */
const listedIn = (
  catalog: Exchange,
  seen: Record<`tool ${number}`, Exchange | undefined>,
): Listed[] =>
  rowsAt([catalog], '/data').flatMap((row, tool) => {
    const started = seen[`tool ${tool}`];
    return started
      ? [{slug: at(row, '/slug'), isMetered: at(row, '/metered') === true, started}]
      : [];
  });

/** The ceiling does not refuse an unmetered tool. What else refuses one is open (NS-WS-19). */
const expectSpared = ({slug, started}: Listed): Judgement =>
  expectThat(!isDailyLimit(started), {
    branch: 'unmetered-refused',
    expected: `the unmetered tool ${toText(slug)} not to be refused by the ceiling`,
    got: summaryOf(started),
    at: started,
  });

/** A tool that was started until it was refused. */
interface Tried {
  slug: string;
  accepted: number;
  last: Exchange;
}

/** A refusal by status and reason. */
const expectNotServed = ({status, body}: Exchange): string => `${status} ${toText(body?.reason)}`;

/**
 * Each tool of the catalogue can be started as often as the limit says, although others were
 * started before: none gets the limit's refusal earlier. What else refuses a tool is open
 * (NS-WS-19).
 */
function expectOwnLimitOfEach(most: number | null, tools: Tried[]): Judgement {
  if (most === null) return undecidedWithoutLimit(TOOL_LIMIT);
  const refused = tools.filter(({last}) => last.status >= 400 && !isDailyLimit(last));
  const atLimit = refused.filter(({accepted}) => accepted === most).map(({last}) => last);
  const isAsAtLimit = (last: Exchange): boolean =>
    atLimit.some((one) => expectNotServed(one) === expectNotServed(last));
  return when(atLimit.length > 0 && tools.length > 1, 'no tool reached its limit', () =>
    all(
      ...tools.map(({slug, accepted, last}) =>
        expectThat(
          accepted >= most || !refused.some((one) => one.last === last) || !isAsAtLimit(last),
          {
            branch: 'another-tool-refused',
            expected: `${slug} to have ${quantity(most, 'run')} of its own, whatever other tools used`,
            got: `${accepted}, then ${summaryOf(last)}`,
            at: last,
          },
        ),
      ),
    ),
  );
}

const leaveAllRuns = (s: Script): void => void s.control('leave-runs', {role: 'full', runs: null});

/** The counted runs are reset to those that were started. */
const nothingCounted: Setup<object> = {
  id: 'workspace: no run is counted that was not started',
  ways: [
    (s) => {
      leaveAllRuns(s);
      return {};
    },
  ],
};

/** The limits hold for each tool of the catalogue, not only for the sample tools. */
export const toolsAtLimits: Check[] = [
  check({
    rule: 'workspace.runs.ceiling-spares-unmetered',
    place: 'every listed tool',
    given: runsLeft(0),
    act: (s) => {
      const registration = publishWithFile(s);
      const catalog = s.call('listTools', {expects: 'catalog'});
      const over = start(s, registration, 'metered_tool', {expects: 'daily-limit'});
      return {catalog, over, ...startEach(s, catalog, registration)};
    },
    judge: ({catalog, over: _over, ...seen}) => {
      const tools = listedIn(catalog, seen).filter(({isMetered}) => !isMetered);
      return when(tools.length > 0, 'the catalogue has no unmetered tool', () =>
        all(...tools.map(expectSpared)),
      );
    },
  }),
  check({
    rule: 'workspace.runs.tool-limit-is-counted-by-tool',
    place: 'every listed tool',
    given: nothingCounted,
    exhausts: true,
    act: (s) => {
      const catalog = s.call('listTools', {expects: 'catalog'});
      const usageBefore = readUsage(s);
      const registration = publishWithFile(s);
      const starts: Record<string, Handle<Exchange[]>> = {};
      for (let tool = 0; tool < MAX_TOOLS; tool += 1) {
        const body = {tool: catalog.at(`/data/${tool}/slug`)};
        // The last start of the tool before may be under way, and all starts count towards the ceiling.
        if (tool > 0) {
          s.advance(seconds(60));
          leaveAllRuns(s);
        }
        starts[`starts ${tool}`] = s.repeat(
          MAX_STARTS,
          (each) => void start(each, registration, '', {body, optional: true}),
          {
            atMost: sum(usageBefore.at(`/${TOOL_LIMIT}`), 1),
            until: {other: 202},
            // A deployment may run one tool at a time on a publication.
            every: seconds(60),
          },
        );
      }
      return {catalog, usageBefore, ...starts} as Record<'catalog' | 'usageBefore', Handle> &
        Record<`starts ${number}`, Handle<Exchange[]> | undefined>;
    },
    judge: ({catalog, usageBefore, ...seen}) =>
      expectOwnLimitOfEach(
        usageBefore.body[TOOL_LIMIT] as number | null,
        rowsAt([catalog], '/data').flatMap((row, tool) => {
          const starts = seen[`starts ${tool}`] ?? [];
          const last = starts.at(-1);
          const slug = toText(at(row, '/slug'));
          return last ? [{slug, last, accepted: starts.filter(isAccepted).length}] : [];
        }),
      ),
  }),
];
