import type {Verdict} from './run-record.ts';

/** Whether a violation was seen: where the document only implies a rule, it differs and does not fail. */
export const isSeenBroken = ({verdict}: {verdict: Verdict}): boolean =>
  verdict === 'failed' || verdict === 'differs';
