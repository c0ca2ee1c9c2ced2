import {afterAll, beforeAll, beforeEach} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';

/** A mock for the tests of a file. */
export interface ReportingMock {
  mock: Mock;
  /** What it has written on the terminal since the test began. */
  lines: string[];
}

/** Starts a mock without limits before the tests of a file, and closes it after them. */
export function reportingMock(): ReportingMock {
  const here = {lines: []} as unknown as ReportingMock;
  beforeAll(async () => {
    here.mock = await createMock({limits: false, report: (line) => void here.lines.push(line)});
  });
  beforeEach(() => void (here.lines = []));
  afterAll(() => here.mock.close());
  return here;
}
