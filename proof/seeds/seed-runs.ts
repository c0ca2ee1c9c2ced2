import {quantity} from '../../spec/quantity.ts';
import type {Effort} from '../../spec/run-record.ts';
import type {CorrectRun} from '../accusations.ts';

/** A run on a mock that obeys the documents. */
export interface SeedRun extends CorrectRun {
  seed: number;
  front: string;
  effort: Effort;
  /** Milliseconds. */
  took: number;
}

/** Identifies a run: overlapping shards contain some runs twice. */
export const nameOfRun = ({effort, seed, front}: SeedRun): string => `${effort} ${seed} ${front}`;

/** One line for each rule that does not pass, then one for each effort with the number of runs. */
export function seedLines(runs: readonly SeedRun[]): string[] {
  const efforts = [...new Set(runs.map(({effort}) => effort))];
  return [
    ...runs.flatMap(linesOf),
    ...efforts.map((effort) =>
      summaryOf(
        effort,
        runs.filter((run) => run.effort === effort),
      ),
    ),
  ];
}

const linesOf = ({effort, accusations}: SeedRun): string[] =>
  accusations.map(
    ({seed, front, rule, verdict, reason}) =>
      `${effort}, seed ${seed}, ${front}: ${rule} ${verdict}: ${reason}`,
  );

function summaryOf(effort: Effort, runs: SeedRun[]): string {
  const all = runs.flatMap(({accusations}) => accusations);
  const undecided = all.filter(({verdict}) => isUndecided(verdict)).length;
  const seeds = new Set(runs.map(({seed}) => seed)).size;
  const requests = runs.reduce((total, run) => total + run.requests, 0);
  const seconds = Math.round(runs.reduce((total, {took}) => total + took, 0) / 1000);
  return (
    `${effort}: ${quantity(seeds, 'seed')}, ${quantity(runs.length, 'run')} on mocks that obey the ` +
    `documents: ${quantity(all.length - undecided, 'false accusation')}, ` +
    `${quantity(undecided, 'rule')} not decided, ${quantity(requests, 'request')}, ${seconds} s.`
  );
}

const isUndecided = (verdict: string): boolean => verdict !== 'failed' && verdict !== 'passed';
