import {parse, type TestCase, type TestSuite} from 'junit2json';
import type {JunitFigures} from './junit-reports.ts';

/** The figures of a JUnit report as `junit2json` reads it: those that its suites declare, and those of its cases. */
export async function figuresOf(
  xml: string,
): Promise<{declared: JunitFigures; counted: JunitFigures}> {
  const read = await parse(xml);
  const suites: TestSuite[] = read && 'testsuite' in read ? (read.testsuite ?? []) : [];
  const cases = suites.flatMap(({testcase = []}) => testcase);
  const having = (element: 'failure' | 'error' | 'skipped'): number =>
    cases.filter((one) => one[element] !== undefined).length;
  return {
    declared: {
      tests: sum(suites, 'tests'),
      failures: sum(suites, 'failures'),
      errors: sum(suites, 'errors'),
      skipped: sum(suites, 'skipped'),
      time: sum(suites, 'time'),
    },
    counted: {
      tests: cases.length,
      failures: having('failure'),
      errors: having('error'),
      skipped: having('skipped'),
      time: cases.reduce((total, {time}: TestCase) => total + (time ?? Number.NaN), 0),
    },
  };
}

/** The sum of an attribute; NaN if it is missing somewhere. */
const sum = (
  suites: readonly TestSuite[],
  attribute: 'tests' | 'failures' | 'errors' | 'skipped' | 'time',
): number => suites.reduce((total, suite) => total + (suite[attribute] ?? Number.NaN), 0);
