import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {isClientError} from '../../../../spec/status.ts';
import type {AnyProperty, Drawn, Judgement, Setup} from '../../../language/check.ts';
import {
  all,
  expectThat,
  notApplicable,
  summaryOf,
  when,
  nothing,
  whenTimely,
} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {unusable} from '../../../target/unusable.ts';
import {property} from '../../../language/property.ts';
import {lastOf} from '../../../language/rows.ts';
import {longerPauses, seconds, type Handle, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {freshValues, type ValueClasses} from '../../../values/values.ts';
import {BY_TOOL} from '../../mcp/by-tool.ts';
import {publishWithFile, start} from '../../running.ts';

/** Generated texts for keys: any text, and one of digits. */
interface Texts extends Drawn {
  key: Val;
  digits: Val;
}

/** With it, two keys differ only far behind their beginning. */
const LONG = '-0123456789-abcdefghijk';

/** Keys that differ little from other keys of the same texts. */
const NEAR: Record<string, (texts: Texts) => Val> = {
  'the text': ({key}) => key,
  'a character more': ({key}) => text(key, '2'),
  'a small letter behind': ({key}) => text(key, '-a'),
  'a capital behind': ({key}) => text(key, '-A'),
  'another sign': ({key}) => text(key, '_a'),
  'a comma and a letter behind': ({key}) => text(key, ',a'),
  'a comma and another letter behind': ({key}) => text(key, ',b'),
  'a letter in front': ({key}) => text('a', key),
  'far behind a letter': ({key}) => text(key, LONG, 'a'),
  'far behind another letter': ({key}) => text(key, LONG, 'b'),
  digits: ({digits}) => digits,
  'a zero before the digits': ({digits}) => text('0', digits),
};

const {plain, classes} = freshValues('idempotency-key');
const {
  // A key of the longest length that is certainly allowed leaves no room for a difference.
  '64 characters': _longest,
  'digits with leading zeros': zeros,
  'digits beyond 2^53': beyond,
  ...shorter
} = classes;

/** A text from which keys are made. */
const keys: ValueClasses<never> = {plain, classes: shorter};

/** A key of digits, which some deployments may read as a number. */
const digitKeys = {
  plain,
  classes: {'digits with leading zeros': zeros, 'digits beyond 2^53': beyond},
} as ValueClasses<never>;

/** A publication on which runs are started that nobody waits for. */
const publication: Setup<{registration: Handle}> = {
  id: 'workspace: a publication to run on',
  reusable: true,
  ways: [(s) => ({registration: publishWithFile(s)})],
};

/** Records a start with a key. */
const startWith = (s: Script, registration: Handle, key: Val, through: object = {}): Handle =>
  start(s, registration, 'unmetered_tool', {headers: {'Idempotency-Key': key}, ...through});

/** The most starts until an earlier run of the publication has ended. */
const MAX_TRIES = 30;

/**
 * Records a start with a key, until it is accepted where a hook moves the clock: a deployment may allow one run
 * at a time on a publication (NS-WS-19).
 */
const startInTurn = (
  s: Script,
  registration: Handle,
  key: Val,
  through: object = {},
): Handle<Exchange[]> =>
  s.repeat(
    s.offers('control:advance') ? MAX_TRIES : 1,
    (each) => void startWith(each, registration, key, through),
    {until: {status: [200, 201, 202]}, every: seconds(20), ...longerPauses(s)},
  );

const isAccepted = ({status}: Exchange): boolean => status < 300;

/** A start was perhaps refused because another run of the publication is under way. */
const isBusy = (one: Exchange): boolean => isRefusal(one) && one.situations.includes('busy');

/**
 * A deployment may allow one run at a time on a publication (NS-WS-19): then nobody sees whether two
 * keys start two runs.
 */
export const notApplicableIfBusy = (starts: Exchange[]): Judgement | undefined => {
  const refused = starts.filter((one) => !isAccepted(one));
  const areBusy = refused.every(isBusy);
  const [first] = refused;
  return first && areBusy && starts.length - refused.length < 2
    ? notApplicable(`no second run starts beside the first: ${summaryOf(first)}`)
    : undefined;
};

/**
 * Starts with different keys are different runs. Some of them may be refused while another run is
 * in progress.
 */
function expectDifferentRuns(starts: Record<string, Exchange>): Judgement {
  const busy = notApplicableIfBusy(Object.values(starts));
  if (busy) return busy;
  const accepted = Object.entries(starts).filter(([, one]) => isAccepted(one));
  const first = new Map<unknown, string>();
  const same = accepted.flatMap(([name, {body}]) => {
    const other = first.get(body.id);
    first.set(body.id, other ?? name);
    return other === undefined ? [] : [{name, other}];
  });
  const [pair] = same;
  const reason = `the starts were answered ${Object.values(starts).map(summaryOf).join(', ')}`;
  return when(accepted.length > 1, reason, () =>
    expectThat(pair === undefined, {
      branch: 'the-same-run',
      expected: 'different keys to start different runs',
      got: pair ? `one run with ${pair.name} and with ${pair.other}` : 'as many runs as keys',
      at: pair ? starts[pair.name] : accepted[0]?.[1],
    }),
  );
}

/** The last response to each start. */
const lastOfEach = (starts: Record<string, Exchange[]>): Record<string, Exchange> =>
  Object.fromEntries(Object.entries(starts).map(([name, tries]) => [name, lastOf(tries)]));

/** Keys are different however little they differ (Endpoints / start run). */
export const distinctKeys: AnyProperty[] = [
  property({
    rule: 'workspace.runs.new-key-starts-another',
    place: 'keys that differ in little',
    given: publication,
    maxDrawsOnShared: 1,
    forAll: {key: keys, digits: digitKeys},
    act: (s, texts, {registration}): Record<string, Handle<Exchange[]>> =>
      Object.fromEntries(
        Object.entries(NEAR).map(([name, made]) => [
          name,
          startInTurn(s, registration, made(texts)),
        ]),
      ),
    judge: (starts) => expectDifferentRuns(lastOfEach(starts)),
  }),
];

/** Every accepted start gave the same run; a retry may be refused while the run is in progress. */
const expectOneRun = (starts: Exchange[], branch: string): Judgement => {
  const accepted = starts.filter(isAccepted);
  const ids = new Set(accepted.map(({body}) => body.id as unknown));
  return when(accepted.length > 1, 'fewer than two starts were accepted', () =>
    expectThat(ids.size === 1, {
      branch,
      expected: 'one run for one key',
      got: starts.map(summaryOf).join('; '),
      at: accepted[1],
    }),
  );
};

/**
 * Whether the deployment itself refused a start, for example because it allows one run at a time
 * (NS-WS-19).
 */
const isRefusal = (exchange: Exchange): boolean =>
  unusable(exchange) === undefined && isClientError(exchange.status);

/**
 * Through a tool, a key has the same meaning as in the API: the same key gives the same run, even
 * in parallel, and another key another run (Endpoints / start run; Rule 4).
 */
export const keysOfTools: AnyProperty[] = [
  property({
    rule: 'workspace.mcp.runs-are-the-same-through-both-faces',
    place: 'keys that differ in little',
    given: publication,
    maxDrawsOnShared: 1,
    forAll: {key: keys},
    act: (s, {key}, {registration}) => {
      const [small, capital] = [text(key, '-a'), text(key, '-A')];
      return {
        small: startInTurn(s, registration, small, BY_TOOL),
        capital: startInTurn(s, registration, capital, BY_TOOL),
        again: startInTurn(s, registration, capital, BY_TOOL),
        // The session of the agent has already begun, so that both requests are sent together.
        race: s.parallel(
          (branch) => void startWith(branch, registration, key, BY_TOOL),
          (branch) => void startWith(branch, registration, key, BY_TOOL),
        ),
      };
    },
    judge: ({race, ...starts}) =>
      expectOneRunForEachKey({...lastOfEach(starts), race} as StartsByTool),
  }),
];

/** Starts through the tool: with two keys, with the second one again, and two at once with a third one. */
interface StartsByTool {
  small: Exchange;
  capital: Exchange;
  again: Exchange;
  race: Exchange[];
}

/** Different keys give different runs, and one key gives one run. */
function expectOneRunForEachKey({small, capital, again, race}: StartsByTool): Judgement {
  if (isAccepted(small) && isRefusal(capital))
    return notApplicable(`no second run starts beside the first: ${summaryOf(capital)}`);
  const busy = notApplicableIfBusy([small, capital]);
  if (busy) return busy;
  return all(
    expectDifferentRuns({'a small letter': small, 'a capital': capital}),
    expectOneRun([capital, again], 'another-run-for-the-same-key'),
    race.some(isBusy)
      ? nothing()
      : whenTimely(overlapped(race), 'the starts did not overlap', () =>
          expectOneRun(race, 'two-runs-at-the-same-moment'),
        ),
  );
}
