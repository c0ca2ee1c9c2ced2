import type {Violation} from '../../../../spec/run-record.ts';
import {hasLikeOfEach, type Cause, type RunFailures} from './cause.ts';

/**
 * A response had a status that the document does not list, instead of a situation: the rule about the
 * listed statuses is broken.
 */
export const particularStatus: Cause = (failure, run) => {
  const {placeResult, verdict} = failure;
  if (!isAboutStatuses(placeResult.rule, run) || !verdict.violations.length) return undefined;
  const other = run.failures.find(
    (one) => one.placeResult.rule !== placeResult.rule && hasLikeOfEach(one, failure, isSameStatus),
  );
  return other?.placeResult.rule;
};

/** Whether a rule lists the possible statuses. */
const isAboutStatuses = (rule: string, {specifications}: RunFailures): boolean =>
  Object.values(specifications).some(({contract}) => contract.anyResponse.statuses?.rule === rule);

const isSameStatus = (one: Violation, other: Violation): boolean =>
  other.status !== undefined && other.status === one.status && other.op === one.op;
