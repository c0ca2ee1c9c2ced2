import type {Violation} from '../../../spec/run-record.ts';
import type {ListsByStep} from '../judging/late-lists.ts';
import type {CheckVerdict} from '../verdicts/findings.ts';

/** The result of one attempt at a scene for one of its checks. */
export interface CheckAttempt {
  verdict: CheckVerdict;
  /** The attempt reused requests of earlier scenes. */
  reused: boolean;
  /** The violations that no reused request can explain; all of them if none was reused. */
  notFromReuse: Violation[];
  /** Violations that another client of the deployment may have caused. */
  movable?: Violation[];
  /** Violations that may be caused by a list that shows changes late. */
  late?: Violation[];
  /** The lists that may be late. */
  lateLists?: ListsByStep;
  /** The violations in the first readings of the lists, if each list was read again. */
  violationsAtFirst?: readonly Violation[];
  /** Ids of the steps that had a server error or no response. */
  disturbed?: ReadonlySet<string>;
  /** The violations that those steps cannot explain. */
  undisturbed?: Violation[];
  /** The attempt reached a limit on requests and got server errors instead of refusals. */
  refusedByErrors?: true;
}

/** Whether an attempt failed a check. */
export const isFailed = ({verdict}: CheckAttempt): boolean => verdict.verdict === 'failed';
