import type {Rule, RuleId} from '../../spec/rule.ts';
import type {LetGo} from '../let-go.ts';
import type {Certification} from './certification.ts';
import type {Fault} from './faults.ts';

/** How a fault was judged. */
export interface Judged {
  fault: Fault;
  /** `right`: a rule that covers its row failed; `wrong`: others only; `unseen`: none. */
  found: 'right' | 'wrong' | 'unseen';
  failed: RuleId[];
  /** Every rule that covers its row and what became of it; one that passed has no reason. */
  meant: {rule: RuleId; verdict: string; reason: string}[];
  inconclusive: number;
  /** Where the run let go what it had seen. */
  letGo: LetGo[];
  requests: number;
  took: number;
  /** Why the run did not come to its end. */
  unfinished?: string;
}

/** The rules that failed in a run. */
export const failedIn = ({notGreen}: Certification): RuleId[] =>
  notGreen.filter(({verdict}) => verdict === 'failed').map(({rule}) => rule);

/**
 * Compares what a run found with the row of the fault that the server had.
 * @param falsely rules that fail on the correct server too: they find nothing
 */
export function judged(
  fault: Fault,
  certification: Certification,
  rules: Rule[],
  falsely: ReadonlySet<RuleId>,
): Judged {
  const {notGreen, left, noted, letGo, requests, took, unfinished, verdicts} = certification;
  const failed = failedIn(certification).filter((rule) => !falsely.has(rule));
  const covering = rules.filter(({covers}) => covers.includes(fault.row)).map(({id}) => id);
  const meant = covering.map((rule) => {
    const other = [...notGreen, ...left].find((one) => one.rule === rule);
    const passed = noted.includes(rule) ? 'differs' : 'passed';
    return {rule, verdict: other?.verdict ?? passed, reason: other?.reason ?? ''};
  });
  return {
    fault,
    found: foundBy(failed, covering),
    failed,
    meant,
    inconclusive: verdicts.inconclusive ?? 0,
    letGo,
    requests,
    took,
    ...(unfinished !== undefined && {unfinished}),
  };
}

function foundBy(failed: RuleId[], covering: RuleId[]): Judged['found'] {
  if (!failed.length) return 'unseen';
  return failed.some((rule) => covering.includes(rule)) ? 'right' : 'wrong';
}

/** Figures of several faults. */
export interface Totals {
  faults: number;
  found: number;
  right: number;
  /** Failed rules for each fault that was found, in the mean. */
  failedRules: number;
  requests: number;
}

/** The figures of faults together; means are 0 where there is nothing to take them of. */
export function totalsOf(all: Judged[]): Totals {
  const found = all.filter((one) => one.found !== 'unseen');
  const sum = (of: (one: Judged) => number, list: Judged[]): number =>
    list.reduce((total, one) => total + of(one), 0);
  return {
    faults: all.length,
    found: found.length,
    right: found.filter((one) => one.found === 'right').length,
    failedRules: found.length ? sum((one) => one.failed.length, found) / found.length : 0,
    requests: all.length ? Math.round(sum((one) => one.requests, all) / all.length) : 0,
  };
}
