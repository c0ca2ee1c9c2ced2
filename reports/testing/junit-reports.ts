import type {RunRecord} from '../../spec/run-record.ts';
import {GREEN, RECORD, ruleOf} from './record.ts';

/** What a reader of JUnit XML has to find in a report. */
export interface JunitFigures {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
  /** Seconds. */
  time: number;
}

const DIFFERING = ruleOf('differing', 'differs', {level: 'observed', note: 'x', seconds: 0.25});
const UNREACHED = 'no answer (connection refused): check host and port of base_url';

/** Runs whose reports other programs have to read, with what they have to find, counted by hand. */
export const JUNIT_REPORTS: {name: string; record: RunRecord; figures: JunitFigures}[] = [
  {
    name: 'a green run',
    record: {...GREEN, rules: [...GREEN.rules, ruleOf('timed', 'passed', {seconds: 1.5})]},
    figures: {tests: 3, failures: 0, errors: 0, skipped: 0, time: 1.5},
  },
  {
    name: 'a run with every verdict',
    record: {...RECORD, rules: [...RECORD.rules, DIFFERING]},
    figures: {tests: 15, failures: 4, errors: 4, skipped: 4, time: 2.75},
  },
  {
    name: 'a run that could not begin',
    record: {...GREEN, exitCode: 5, couldNotBegin: UNREACHED},
    figures: {tests: 1, failures: 0, errors: 1, skipped: 0, time: 0},
  },
];
