import * as fc from 'fast-check';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {AnyProperty, Judgement, Setup} from '../../../language/check.ts';
import {all, expectThat, expectMember, when, nothing} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import {seconds, type Handle, type Script} from '../../../language/script.ts';
import type {ValueClasses} from '../../../values/values.ts';
import {readCurrent, download, listFiles, readUntilEnded, start} from '../../running.ts';
import {publishBeforeTools} from '../../versions.ts';
import {stateOf} from '../run-states.ts';
import {eachOnce, REPAIRS, TOOLS} from '../start/tool-samples.ts';
import {expectNoneGone, expectOnlyFlagged} from './version-reads.ts';
import {toText} from '../../../../spec/json.ts';

const [REPAIR, OTHER, DERIVE, CHECK] = TOOLS;

/**
 * Tools that run one after the other on a publication, by the names of their samples. Each runs
 * once, because a deployment may not allow more.
 */
const orders: ValueClasses<string[]> = {
  plain: [REPAIR],
  classes: {
    'repairs in turn': fc.constant([OTHER, REPAIR]),
    'repairs after others': fc.constant([DERIVE, CHECK, REPAIR]),
    'others between repairs': fc.constant([REPAIR, DERIVE, CHECK, OTHER]),
    any: fc.shuffledSubarray<string>([...TOOLS], {minLength: 3}),
  },
};

/** The next runs of the workspace succeed. */
export const allSucceed: Setup<object> = {
  id: 'workspace: the next runs succeed',
  ways: [
    (s) => {
      s.control('end-runs', {role: 'full', as: TOOLS.map(() => 'succeeded')});
      return {};
    },
  ],
};

/** The reads of a run until its end, and of the versions after it. */
type Step = `${'list' | 'working' | 'bytes' | 'again'} ${number}`;
type Steps = Record<`polls ${number}`, Handle<Exchange[]> | undefined> &
  Record<Step, Handle | undefined>;
type Seen = Record<`polls ${number}`, Exchange[] | undefined> & Record<Step, Exchange | undefined>;

/**
 * Runs the tools one after the other, and reads the versions a moment after each. The result of a
 * repair is downloaded after the repair, and again when all have run.
 */
function runInTurn(s: Script, registration: Handle, tools: readonly string[]): Steps {
  const steps: Steps = {};
  const repaired: [number, Handle][] = [];
  for (const [index, tool] of eachOnce(s, tools).entries()) {
    if (tool === undefined) continue;
    const run = start(s, registration, tool, {expects: 'accepted'});
    steps[`polls ${index}`] = readUntilEnded(s, run);
    // A read may lag a moment behind the end of a run.
    s.advance(seconds(5));
    steps[`list ${index}`] = listFiles(s, registration);
    const working = readCurrent(s, registration);
    steps[`working ${index}`] = working;
    if (REPAIRS.includes(tool)) {
      steps[`bytes ${index}`] = download(s, working.at('/id')).bytes;
      repaired.push([index, working]);
    }
  }
  for (const [index, working] of repaired.slice(0, -1))
    steps[`again ${index}`] = download(s, working.at('/id')).bytes;
  return steps;
}

/** One run and the versions after it. */
interface Turn {
  tool: string;
  list: Exchange;
  working: Exchange;
}

/** The tools of a sequence that were started. */
const startedIn = (tools: readonly string[], seen: Seen): string[] =>
  tools.filter((_tool, index) => seen[`polls ${index}`] !== undefined);

/** The runs of a sequence that succeeded. */
function turnsIn(tools: readonly string[], seen: Seen): Turn[] {
  return tools.flatMap((tool, index) => {
    const [list, working] = [seen[`list ${index}`], seen[`working ${index}`]];
    const hasSucceeded = stateOf(seen[`polls ${index}`] ?? []) === 'succeeded';
    return list && working && hasSucceeded ? [{tool, list, working}] : [];
  });
}

/**
 * The versions after a run: earlier ones remain, one is current, and the last repair made it.
 * @param earlier the runs before this one, the last one first
 */
function expectVersionsAfter(
  {tool, list, working}: Turn,
  earlier: Turn[],
  original: Exchange,
): Judgement {
  const [before] = earlier;
  const isRepair = REPAIRS.includes(tool);
  const known = [original.body.id, ...earlier.map((turn) => turn.working.body.id as unknown)];
  const isRight = isRepair
    ? !known.includes(working.body.id)
    : working.body.id === (before?.working ?? original).body.id;
  const order = [...earlier.map((turn) => turn.tool).reverse(), tool].join(', ');
  return all(
    expectThat(isRight, {
      branch: isRepair ? 'no-new-working-version' : 'another-working-version',
      expected: `${isRepair ? 'a new working version' : 'the same working version'} after ${order}`,
      got: toText(working.body.id),
      at: working,
    }),
    expectOnlyFlagged(list, working, 'another-flagged'),
    expectMember(list, '/current_file_id', working.body.id, 'another-in-the-list'),
    before ? expectNoneGone(before.list, list) : nothing(),
  );
}

/** The link of an earlier repaired version does not give the bytes of a later one. */
function expectOwnBytes(seen: Seen, tools: readonly string[]): Judgement {
  const digests = tools.map((_tool, index) => seen[`bytes ${index}`]?.body?.sha256 as unknown);
  return all(
    ...tools.flatMap((_tool, index) => {
      const again = seen[`again ${index}`];
      const later = digests.slice(index + 1).filter((one) => one && one !== digests[index]);
      if (!again) return [];
      return expectThat(!later.includes(again.body?.sha256), {
        branch: 'the-bytes-of-a-later-version',
        expected: 'an earlier version to have its own bytes',
        got: 'the bytes of a later version',
        at: again,
      });
    }),
  );
}

/** The versions after tools ran in any order (Resources / File version). */
export const toolSequences: AnyProperty[] = propertiesOf(
  {
    scene: 'workspace: tools in any order',
    place: 'tools in any order',
    given: allSucceed,
    maxDrawsOnShared: 2,
    forAll: {tools: orders},
    act: (s, {tools}) => {
      const {registration, sent, original} = publishBeforeTools(s);
      const turns = runInTurn(s, registration, tools);
      return {sent, original, kept: download(s, original.at('/id')).bytes, ...turns};
    },
  },
  {
    'workspace.runs.versions-add-up': ({original, ...seen}, {tools}) => {
      const turns = turnsIn(tools, seen);
      const started = startedIn(tools, seen);
      return when(turns.length === started.length, 'a run did not succeed', () =>
        all(
          ...turns.map((turn, index) =>
            expectVersionsAfter(turn, turns.slice(0, index).reverse(), original),
          ),
          () => expectOwnBytes(seen, tools),
        ),
      );
    },
    'workspace.runs.original-is-immutable': ({sent, kept}) =>
      expectMember(kept, '/sha256', sent.requestBody.sha256, 'other-bytes'),
  },
);
