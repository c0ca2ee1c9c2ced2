import type {Rule} from '../../spec/rule.ts';
import type {Violation} from '../../spec/run-record.ts';
import {isSuccessStatus} from '../../spec/status.ts';

/**
 * Whether a violation that a check of a protecting rule found shows a leak: a request was served that had to be refused,
 * it took effect behind a refusal, or something was shown that belongs to another tenant. A refusal of another form is none.
 */
const isLeak = ({status, wanted, statusOf}: Violation): boolean => {
  if (statusOf !== undefined) return false;
  return status === undefined ? wanted === undefined : isSuccessStatus(status);
};

/**
 * Whether one of several violations of a rule shows a leak.
 * @param isByCheck whether its check found them: a passive check finds effects of no request
 */
export const isLeaking = (
  {protects}: Pick<Rule, 'protects'>,
  violations: readonly Violation[],
  isByCheck = true,
): boolean =>
  protects === true &&
  violations.some((one) => isLeak(one) && (isByCheck || one.status !== undefined));
