import {quantity} from '../../spec/quantity.ts';
import type {RuleId} from '../../spec/rule.ts';

/** The results of every check on a mock with one defect: a row of the matrix. */
export interface MatrixRun {
  defect: string;
  /** The rule that the defect breaks. */
  breaks: RuleId;
  /** The rules that failed, or that noted a difference from the example of the document. */
  failed: RuleId[];
  /** The rules that could not be decided. */
  undecided: number;
  /** Milliseconds. */
  took: number;
}

/** Identifies a run: overlapping shards contain some runs twice. */
export const nameOfRun = ({defect}: MatrixRun): string => defect;

/** Whether the defect makes the rule fail that it breaks. */
export const isByOwnRule = ({breaks, failed}: MatrixRun): boolean => failed.includes(breaks);

/**
 * One line for each defect that no rule detects, that only other rules detect, or that makes other rules fail as well;
 * then the totals.
 */
export function matrixLines(runs: readonly MatrixRun[]): string[] {
  const seen = runs.filter(({failed}) => failed.length);
  const failures = seen.reduce((total, {failed}) => total + failed.length, 0);
  const each = seen.length ? (failures / seen.length).toFixed(2) : '0';
  const seconds = Math.round(runs.reduce((total, {took}) => total + took, 0) / 1000);
  return [
    ...runs.flatMap(lineOf),
    `${quantity(runs.length, 'defect')} before every check: ${seen.length} seen, ` +
      `${runs.filter(isByOwnRule).length} by the rule that they break, ` +
      `${each} failed rules each, ${seconds} s.`,
  ];
}

function lineOf(run: MatrixRun): string[] {
  const {defect, breaks, failed} = run;
  const others = failed.filter((rule) => rule !== breaks);
  if (!failed.length) return [`not seen: ${defect}`];
  if (!isByOwnRule(run)) return [`seen by other rules alone: ${defect}`, ...indented(others)];
  return others.length ? [`fails other rules too: ${defect}`, ...indented(others)] : [];
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);
