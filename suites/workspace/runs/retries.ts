import {check, checksOf, type Check, type Scene} from '../../check.ts';
import {all, equal, holds, is, memberDiffers, memberIs, summaryOf, when} from '../../judge.ts';
import {text, type Args, type Handle, type Script} from '../../script.ts';
import {ended, filed, start, usage} from '../running.ts';
import {leaving} from './ceilings.ts';

/** The arguments of a start with an `Idempotency-Key` of its own. */
export const keyed = (s: Script): Args => ({headers: {'Idempotency-Key': s.fresh('text')}});

const started = (s: Script, made: Handle, args: Args = {}): Handle =>
  start(s, made, 'metered_tool', {expects: 'accepted', ...args});

/** One key again and again, and one that begins alike. */
const again: Scene = {
  id: 'workspace: one key again and again',
  api: 'workspace',
  act: (s) => {
    const made = filed(s);
    const name = s.fresh('text');
    const key = {headers: {'Idempotency-Key': name}};
    const first = start(s, made, 'unmetered_tool', {...key, expects: 'accepted'});
    const second = start(s, made, 'unmetered_tool', key);
    const other = start(s, filed(s), 'unmetered_tool', {
      headers: {'Idempotency-Key': text(name, '-2')},
    });
    const third = start(s, made, 'unmetered_tool', key);
    ended(s, first);
    return {first, second, other, third, late: start(s, made, 'unmetered_tool', key)};
  },
};

/** `Idempotency-Key` (Endpoints / start run). */
export const retries: Check[] = [
  ...checksOf<Record<'first' | 'second' | 'other' | 'third' | 'late', Handle>>(again, {
    'workspace.runs.new-key-starts-another': ({first, other}) =>
      all(
        is(other, 'accepted', 'no-run-of-its-own'),
        memberDiffers(other, '/id', first.body.id, 'the-same-run'),
      ),
    'workspace.runs.replay-is-the-same-run': ({first, second, third, late}) =>
      all(
        memberIs(second, '/id', first.body.id, 'another-run'),
        memberIs(third, '/id', first.body.id, 'another-run-after-another'),
        memberIs(late, '/id', first.body.id, 'another-run-after-its-end'),
      ),
  }),
  check({
    rule: 'workspace.runs.key-is-optional',
    // A deployment that answers such a start with the last run is seen only where the two follow
    // one upon the other.
    unbroken: true,
    // Of two publications: a deployment may run one tool at a time on each.
    act: (s) => ({first: start(s, filed(s)), second: start(s, filed(s))}),
    judge: ({first, second}) =>
      all(
        is(first, 'accepted', 'refused-without-a-key'),
        is(second, 'accepted', 'second-refused'),
        memberDiffers(second, '/id', first.body.id, 'the-same-run'),
      ),
  }),
  check({
    rule: 'workspace.runs.parallel-retries-start-one',
    act: (s) => {
      const made = filed(s);
      const key = keyed(s);
      const before = usage(s);
      const race = s.parallel(
        ...[1, 2, 3].map(() => (branch: Script) => void start(branch, made, 'metered_tool', key)),
      );
      return {before, race, after: usage(s)};
    },
    judge: ({before, race, after}) => {
      const runs = new Set(
        race.filter(({status}) => status < 300).map(({body}) => body.id as unknown),
      );
      // Who loses may be told that the first is under way: the document does not say.
      return when(runs.size > 0, 'none started', () =>
        all(
          holds(runs.size === 1, {
            branch: 'not-one-run',
            expected: 'one run',
            got: race.map(summaryOf).join('; '),
            at: race[0],
          }),
          holds(after.body.daily_runs_used <= before.body.daily_runs_used + 1, {
            branch: 'more-than-one-spent',
            expected: `at most ${before.body.daily_runs_used + 1}`,
            got: String(after.body.daily_runs_used),
            at: after,
          }),
        ),
      );
    },
  }),
  check({
    rule: 'workspace.runs.key-is-bound-to-its-workspace',
    act: (s) => {
      const key = keyed(s);
      const first = start(s, filed(s), 'unmetered_tool', {...key, expects: 'accepted'});
      return {
        first,
        other: start(s, filed(s, 'second-workspace'), 'unmetered_tool', {
          ...key,
          as: 'second-workspace',
        }),
      };
    },
    judge: ({first, other}) =>
      all(
        is(other, 'accepted', 'no-run-of-its-own'),
        memberDiffers(other, '/id', first.body.id, 'the-run-of-another-workspace'),
      ),
  }),
  check({
    rule: 'workspace.runs.replay-outlives-the-ceiling',
    given: leaving(1),
    act: (s) => {
      const made = filed(s);
      const key = keyed(s);
      const first = started(s, made, key);
      start(s, filed(s), 'metered_tool', {expects: 'daily-limit'});
      return {first, again: start(s, made, 'metered_tool', key)};
    },
    judge: ({first, again}) =>
      all(
        is(again, 'replayed', 'replay-refused'),
        equal(again.body?.id, first.body.id, 'another-run', again),
      ),
  }),
];
