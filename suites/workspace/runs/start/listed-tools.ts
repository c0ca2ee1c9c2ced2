import {at, toText} from '../../../../spec/json.ts';
import {quantity} from '../../../../spec/quantity.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectEqual, expectThat, summaryOf, when, nothing} from '../../../language/judge.ts';
import {rowsAt} from '../../../language/rows.ts';
import {seconds, type Handle} from '../../../language/script.ts';
import {readCurrent, publishWithFile, readRun, start, TERMINAL, readUsage} from '../../running.ts';

/** The most tools of the catalogue that are tried, from its beginning. */
const MAX_TOOLS = 10;

/** The run of each tool, by its position in the catalogue, and the working version after it. */
type Tried = Record<`run ${number}`, Handle | undefined> &
  Record<`${'polls' | 'working'} ${number}`, Handle<Exchange[]> | undefined>;
type Steps = Tried & Record<'catalog' | 'original' | 'before' | 'after' | 'unknown', Handle>;

/**
 * Runs the tools of the catalogue one after the other on one publication. The working version is
 * read a moment after each run: some deployments show a new one late.
 */
const everyTool = sharedScene({
  id: 'workspace: every tool of the catalogue',
  act: (s) => {
    const catalog = s.call('listTools', {expects: 'catalog'});
    const registration = publishWithFile(s);
    const original = readCurrent(s, registration);
    const before = readUsage(s);
    const tried: Tried = {};
    for (let tool = 0; tool < MAX_TOOLS; tool += 1) {
      const body = {tool: catalog.at(`/data/${tool}/slug`)};
      const run = start(s, registration, '', {body, optional: true});
      tried[`run ${tool}`] = run;
      tried[`polls ${tool}`] = s.repeat(60, (each) => void readRun(each, run, {optional: true}), {
        first: seconds(20),
        every: seconds(20),
        until: {at: '/state', in: TERMINAL},
      });
      tried[`working ${tool}`] = s.repeat(1, (each) => void readCurrent(each, registration), {
        first: seconds(5),
      });
    }
    const after = readUsage(s);
    const unknown = start(s, registration, '', {body: {tool: s.fresh('text')}});
    return {catalog, original, before, after, unknown, ...tried} as Steps;
  },
});

type Seen = SeenIn<typeof everyTool>;

/** A listed tool and the result of its run. */
interface Trial {
  slug: string;
  isMetered: boolean;
  replaces: boolean;
  started: Exchange;
  hasSucceeded: boolean;
  /** Whether the working version was another one after the run than before. */
  hasMoved: boolean;
  /** The working version after the run. */
  working: Exchange;
}

/** The trials, in the order of the catalogue. */
function trialsOf(seen: Seen): Trial[] {
  let version: unknown = seen.original.body.id;
  return rowsAt([seen.catalog], '/data').flatMap((row, tool): Trial[] => {
    const started = seen[`run ${tool}`];
    const working = seen[`working ${tool}`]?.at(-1);
    if (!started || !working) return [];
    const hasMoved = working.body.id !== version;
    version = working.body.id;
    return [
      {
        slug: toText(at(row, '/slug')),
        isMetered: at(row, '/metered') === true,
        replaces: at(row, '/replaces_working_file') === true,
        started,
        hasSucceeded: seen[`polls ${tool}`]?.at(-1)?.body?.state === 'succeeded',
        hasMoved,
        working,
      },
    ];
  });
}

const isAccepted = ({started}: Trial): boolean => started.situations.includes('accepted');

/**
 * A refusal as a client distinguishes it from others: status, reason, and summary without the slug.
 */
const expectNotServed = ({status, body, requestBody}: Exchange): string =>
  [status, body?.reason, body?.error]
    .map((part) => toText(part).replaceAll(toText(requestBody.tool), '#'))
    .join(' ');

/**
 * The start of a listed tool is not refused like that of an unknown slug. What else refuses a start
 * is open.
 */
function expectKnown(trial: Trial, unknown: Exchange): Judgement {
  if (isAccepted(trial)) return expectThat(true, known(trial));
  const isRefused = trial.started.status >= 400 && trial.started.status < 500;
  // Both may be refused because another run is in progress (NS-WS-19).
  if (unknown.status === 409 || unknown.status === 429) return nothing();
  if (!isRefused || expectNotServed(trial.started) !== expectNotServed(unknown)) return nothing();
  return expectThat(false, known(trial));
}

const known = ({slug, started}: Trial) => ({
  branch: 'a-listed-slug-is-unknown',
  expected: `the listed tool ${slug} to be known`,
  got: summaryOf(started),
  at: started,
});

/** Exactly the metered runs are counted; for a run that did not succeed this is open (NS-WS-42). */
function expectMeteredCounted(seen: Seen): Judgement {
  const {before, after} = seen;
  const metered = trialsOf(seen).filter(({isMetered}) => isMetered);
  const [sure, most] = [
    metered.filter(({hasSucceeded}) => hasSucceeded),
    metered.filter(isAccepted),
  ];
  const spent = after.body.daily_runs_used - before.body.daily_runs_used;
  const why = Number.isNaN(spent) ? '`daily_runs_used` is no number' : 'no metered run succeeded';
  return when(sure.length > 0 && !Number.isNaN(spent), why, () =>
    expectThat(spent >= sure.length && spent <= most.length, {
      branch: 'says-otherwise',
      expected: `the ${quantity(most.length, 'run')} of ${most.map(({slug}) => slug).join(', ')} to be counted`,
      got: String(spent),
      at: after,
      // Runs of the day before may leave the rolling day meanwhile, at each attempt others.
      off: spent - most.length,
    }),
  );
}

/** The working version changed with the runs of the tools that replace it, and with no others. */
function expectMovedByReplacing(trials: Trial[]): Judgement {
  const succeeded = trials.filter(({hasSucceeded}) => hasSucceeded);
  const [should, did] = [
    succeeded.filter(({replaces}) => replaces),
    trials.filter(({hasMoved}) => hasMoved),
  ];
  const wrong = succeeded.filter(({replaces, hasMoved}) => replaces !== hasMoved);
  // The right number of changes at the wrong times means that the reads lag behind the runs.
  const lags = wrong.length > 0 && should.length === did.length;
  return when(succeeded.length > 0 && !lags, 'no run succeeded, or reads lag behind runs', () =>
    all(
      ...succeeded.map(({slug, replaces, hasMoved, working}) =>
        expectEqual(
          replaces,
          hasMoved,
          'says-otherwise',
          working,
          `\`replaces_working_file\` of ${slug}`,
        ),
      ),
    ),
  );
}

const PLACE = 'every listed tool';

/** The flags of the tools in the catalogue are true (Resources / Tool). */
export const listedTools: Check[] = checksOf(everyTool, {
  [`workspace.runs.catalog-slug-starts @ ${PLACE}`]: (seen) =>
    all(...trialsOf(seen).map((trial) => expectKnown(trial, seen.unknown))),
  [`workspace.runs.metered-flag-is-true @ ${PLACE}`]: expectMeteredCounted,
  [`workspace.runs.replacing-flag-is-true @ ${PLACE}`]: (seen) =>
    expectMovedByReplacing(trialsOf(seen)),
});
