import type {Violation} from '../../../spec/run-record.ts';
import type {CheckVerdict} from '../verdicts/findings.ts';

/** What one attempt at a scene came to for one check. */
export interface Attempted {
  verdict: CheckVerdict;
  /** The attempt reused requests of earlier scenes. */
  reused: boolean;
  /** Its violations that no reused request can explain; all of them where none was reused. */
  notFromReuse: Violation[];
  /** Its violations that somebody else may have brought about, who works there as well. */
  movable?: Violation[];
  /** Its violations that a list may have caused which shows changes late. */
  late?: Violation[];
  /** What the first readings of its lists showed broken, where each was read again. */
  atFirst?: readonly Violation[];
  /** Ids of its steps that had a server error or no response. */
  disturbed?: ReadonlySet<string>;
  /** Its violations that those steps cannot explain. */
  undisturbed?: Violation[];
  /** It reached a limit on requests, and met server errors in place of its refusals. */
  refusedByErrors?: true;
}

/** Whether an attempt failed a check. */
export const isFailed = ({verdict}: Attempted): boolean => verdict.verdict === 'failed';
