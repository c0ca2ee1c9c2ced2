import type {Verdict} from '../spec/run-record.ts';

/** The verdicts as reports write them, in the order of their columns. */
export const VERDICT_WORDS: Record<Verdict, string> = {
  passed: 'passed',
  failed: 'failed',
  differs: 'differs',
  inconclusive: 'inconclusive',
  'not-exercised': 'not exercised',
  'not-applicable': 'not applicable',
  'harness-error': 'harness error',
};

/** The verdicts in the order of their columns. */
export const VERDICTS = Object.keys(VERDICT_WORDS) as Verdict[];
