import type {Exchange} from '../../../spec/step.ts';
import {checksOf, type Check, type Judgement, type Scene} from '../../check.ts';
import {all, equal, refused, when} from '../../judge.ts';
import type {Handle, Seen} from '../../script.ts';
import {ended, filed, flagOf, start, usage} from '../running.ts';
import {stateOf} from './states.ts';

/**
 * One day's runs, each between two looks at the usage: what spends and what does not. Every metered
 * run is of a publication of its own, for its limit on one may be 1, and some deployments run one
 * tool at a time on each.
 */
const spending: Scene = {
  id: 'workspace: what runs spend',
  api: 'workspace',
  act: (s) => {
    const [first, second, third, fourth] = [filed(s), filed(s), filed(s), filed(s)];
    const theirs = filed(s, 'second-workspace');
    const key = {headers: {'Idempotency-Key': s.fresh('text')}};
    const before = usage(s);
    const asked = start(s, first, 'metered_tool', {...key, expects: 'accepted'});
    const endOne = ended(s, asked);
    const one = usage(s);
    const again = start(s, first, 'metered_tool', key);
    const replayed = usage(s);
    const endTwo = ended(s, start(s, second, 'metered_tool', {expects: 'accepted'}));
    const two = usage(s);
    const free = start(s, third, 'unmetered_tool', {expects: 'accepted'});
    ended(s, free);
    const unmetered = usage(s);
    const theirsBefore = usage(s, 'second-workspace');
    const foreign = start(s, third, 'metered_tool', {as: 'second-workspace'});
    const [refusedOwn, refusedTheirs] = [usage(s), usage(s, 'second-workspace')];
    ended(
      s,
      start(s, theirs, 'metered_tool', {as: 'second-workspace', expects: 'accepted'}),
      'second-workspace',
    );
    const elsewhere = usage(s);
    const endLast = ended(
      s,
      start(s, fourth, 'metered_tool', {as: 'other-key', expects: 'accepted'}),
    );
    const [last, lastByOther] = [usage(s), usage(s, 'other-key')];
    return {
      before,
      asked,
      endOne,
      one,
      again,
      replayed,
      endTwo,
      two,
      free,
      unmetered,
      foreign,
      theirsBefore,
      refusedOwn,
      refusedTheirs,
      elsewhere,
      endLast,
      last,
      lastByOther,
      catalog: s.call('listTools', {expects: 'catalog'}),
    };
  },
};

type Looks = Record<
  | 'before'
  | 'asked'
  | 'one'
  | 'again'
  | 'replayed'
  | 'two'
  | 'free'
  | 'unmetered'
  | 'foreign'
  | 'theirsBefore'
  | 'refusedOwn'
  | 'refusedTheirs'
  | 'elsewhere'
  | 'last'
  | 'lastByOther'
  | 'catalog',
  Handle
> &
  Record<'endOne' | 'endTwo' | 'endLast', Handle<Exchange[]>>;

const used = ({body}: Exchange): number => body.daily_runs_used as number;

/** The used figure rose by so many between two looks. */
const rose = (before: Exchange, after: Exchange, by: number, branch: string): Judgement =>
  equal(used(after), used(before) + by, branch, after);

/** That nothing was spent says something only where a run spends. */
const moves = ({before, last}: Seen<Looks>, judgement: () => Judgement): Judgement =>
  when(used(last) !== used(before), 'the used figure never moves', judgement);

/** Whether a run that did not succeed counts is not told (NS-WS-42). */
const counting = (ends: Exchange[][], judgement: () => Judgement): Judgement =>
  when(
    ends.every((polls) => stateOf(polls) === 'succeeded'),
    'a metered run did not succeed',
    judgement,
  );

/**
 * What counts for the day's figure (Resources / Usage; Endpoints / start run; Authentication 3).
 */
export const spendings: Check[] = checksOf<Looks>(spending, {
  'workspace.runs.metered-spends-one': ({before, endOne, one, replayed, endTwo, two}) =>
    counting([endOne, endTwo], () =>
      all(rose(before, one, 1, 'first-not-one'), rose(replayed, two, 1, 'second-not-one')),
    ),
  'workspace.runs.unmetered-spends-nothing': (seen) =>
    moves(seen, () => rose(seen.two, seen.unmetered, 0, 'unmetered-spent')),
  'workspace.runs.metered-flag-is-true': ({
    catalog,
    asked,
    free,
    before,
    endOne,
    one,
    two,
    unmetered,
  }) =>
    counting([endOne], () =>
      all(
        equal(
          flagOf(catalog, asked, 'metered'),
          used(one) > used(before),
          'metered-says-otherwise',
          catalog,
        ),
        equal(
          flagOf(catalog, free, 'metered'),
          used(unmetered) > used(two),
          'unmetered-says-otherwise',
          catalog,
        ),
      ),
    ),
  'workspace.runs.used-counts-all-keys': ({elsewhere, endLast, last, lastByOther}) =>
    counting([endLast], () =>
      all(
        rose(elsewhere, last, 1, 'of-one-key-only'),
        equal(used(lastByOther), used(last), 'another-figure-by-key', lastByOther),
      ),
    ),
  'workspace.runs.usage-is-own': (seen) =>
    moves(seen, () => rose(seen.refusedOwn, seen.elsewhere, 0, 'a-foreign-run-counted')),
  'workspace.runs.replay-spends-nothing': (seen) =>
    when(seen.again.status < 300, 'nothing was replayed', () =>
      moves(seen, () => rose(seen.one, seen.replayed, 0, 'replay-spent')),
    ),
  'workspace.runs.foreign-start-makes-no-run': (seen) =>
    moves(seen, () =>
      all(
        refused(seen.foreign, 'foreign-run-started'),
        rose(seen.unmetered, seen.refusedOwn, 0, 'spent-for-its-owner'),
        rose(seen.theirsBefore, seen.refusedTheirs, 0, 'spent-for-the-caller'),
      ),
    ),
});
