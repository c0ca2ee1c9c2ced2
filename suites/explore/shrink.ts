import type {Contract} from '../../spec/contract.ts';
import {groupsOf, oneLess} from '../../spec/relation.ts';
import type {Api} from '../../spec/rule.ts';
import type {Check} from '../check.ts';
import {recorded, type Fixture} from '../engine/fixture.ts';
import {classesIn, withClass} from '../values/deal.ts';

/** What shrinking needs. */
export interface Shrinking {
  contracts: Record<Api, Contract>;
  /** Plays a shorter sequence. @returns whether it fails in the same way */
  fails(fixture: Fixture): Promise<boolean>;
  /** Sequences that may be played. */
  plays: number;
}

/**
 * Shortens the sequence of a model that fails: it leaves out one command at a time, or all of one
 * moment, with those that act on what it made, as long as the rest fails in the same way. Values keep their classes.
 * @param check of the model
 * @returns the shortest that was found; the fixture itself when it is of no model
 */
export async function shrunk(
  fixture: Fixture,
  {sequence}: Pick<Check, 'sequence'>,
  {contracts, fails, plays}: Shrinking,
): Promise<Fixture> {
  let kept = fixture;
  let left = plays;
  let position = groupsIn(kept) - 1;
  for (; sequence && position >= 0; position -= 1) {
    const rest = oneLess(kept.sequence ?? [])[position];
    if (!rest?.length || left === 0) continue;
    left -= 1;
    const shorter = asFixture(sequence.of(rest), fixture, contracts);
    if (!(await fails(shorter))) continue;
    kept = shorter;
    // What could not be left out before may be without it.
    position = groupsIn(kept);
  }
  return kept;
}

/** Moments at which the commands of a sequence are given. */
const groupsIn = ({sequence = []}: Fixture): number => groupsOf(sequence).length;

/** The fixture of another sequence of the same model, with the same classes of values. */
function asFixture(
  check: Check,
  {fixture, steps}: Fixture,
  contracts: Record<Api, Contract>,
): Fixture {
  const plain = recorded(check, contracts);
  const classes = classesIn(steps);
  const withClasses = classes.reduce((some, one) => withClass(some, one), plain.steps);
  return {...plain, fixture, steps: withClasses};
}
