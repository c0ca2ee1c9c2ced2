import type {Violation} from '../../../spec/run-record.ts';
import type {JudgedCheck} from '../judge/judge-check.ts';

/** A check as one attempt at its scene judged it, and what may have disturbed that attempt. */
export interface CheckAttempt extends JudgedCheck {
  /** The attempt reused requests of earlier scenes. */
  reused: boolean;
  /** The violations that no reused request can explain; all of them if none was reused. */
  notFromReuse: Violation[];
  /** Ids of the steps that had a server error or no response. */
  disturbed?: ReadonlySet<string>;
  /** The violations that those steps cannot explain. */
  undisturbed?: Violation[];
  /** The instant at which the attempt saw that an allowance was renewed. */
  renewedAt?: number;
  /** The attempt reached a limit on requests and got server errors instead of refusals. */
  refusedByErrors?: true;
}

/** Whether an attempt failed a check. */
export const isFailed = ({verdict}: CheckAttempt): boolean => verdict.verdict === 'failed';
