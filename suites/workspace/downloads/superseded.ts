import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectEqual, expectOutcome, when, judgeEach, nothing} from '../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {allSucceed} from '../runs/versions/tool-sequences.ts';
import {stateOf} from '../runs/run-states.ts';
import {awaitEnd, listFiles, readUntilEnded, start} from '../running.ts';
import {publishBeforeTools} from '../versions.ts';

/** The original, a repaired file and a derived one. */
const ROWS = [0, 1, 2];

type Look = 'before' | 'steady' | 'after';
type Steps = Record<`${'link' | 'bytes'} ${Look} ${number}`, Handle | undefined>;
type Seen = Record<`${'link' | 'bytes'} ${Look} ${number}`, Exchange | undefined>;

/** Records a download of every listed version. */
function downloadAll(s: Script, list: Handle, look: Look): Partial<Steps> {
  const steps: Partial<Steps> = {};
  for (const row of ROWS) {
    const link = s.call('downloadFile', {path: {file: list.at(`/data/${row}/id`)}, optional: true});
    steps[`link ${look} ${row}`] = link;
    steps[`bytes ${look} ${row}`] = s.download(link.at('header:location'), {optional: true});
  }
  return steps;
}

/** A version brings the bytes that it brought before, if it brought the same ones twice. */
function expectBytesKept(seen: Seen, row: number): Judgement {
  const digestOf = (look: Look): unknown => seen[`bytes ${look} ${row}`]?.body?.sha256;
  const [before, steady] = [digestOf('before'), digestOf('steady')];
  const [link, bytes] = [seen[`link after ${row}`], seen[`bytes after ${row}`]];
  return when(
    before !== undefined && before === steady && link !== undefined,
    'a version did not bring the same bytes twice before the later run',
    () =>
      all(
        expectOutcome(link as Exchange, 'redirect', 'no-link-after-a-later-run'),
        bytes
          ? expectEqual(digestOf('after'), before, 'other-bytes', bytes, 'the digest of a version')
          : nothing(),
      ),
  );
}

/** Every version keeps its bytes when a later run makes another one (Endpoints / Parameters). */
export const superseded: Check[] = [
  check({
    rule: 'workspace.downloads.listed-version-downloads',
    place: 'after a later repair',
    given: allSucceed,
    onlyOnTestTargets: true,
    act: (s) => {
      const {registration} = publishBeforeTools(s);
      for (const tool of ['replacing_tool', 'deriving_tool'])
        awaitEnd(s, start(s, registration, tool, {expects: 'accepted'}));
      // A read may lag a moment behind the end of a run.
      s.advance(seconds(5));
      const list = listFiles(s, registration);
      const before = downloadAll(s, list, 'before');
      s.advance(seconds(5));
      const steady = downloadAll(s, list, 'steady');
      const later = start(s, registration, 'other_replacing_tool', {expects: 'accepted'});
      const polls = readUntilEnded(s, later);
      s.advance(seconds(5));
      return {polls, list, ...before, ...steady, ...downloadAll(s, list, 'after')};
    },
    judge: ({polls, list, ...seen}) => {
      const rows = ROWS.filter((row) => row < (list.body.data as unknown[]).length);
      return when(stateOf(polls) === 'succeeded' && rows.length > 1, 'a run did not succeed', () =>
        judgeEach(rows, (row) => expectBytesKept(seen as Seen, row)),
      );
    },
  }),
];
