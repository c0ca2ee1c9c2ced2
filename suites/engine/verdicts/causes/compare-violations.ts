import type {Violation} from '../../../../spec/run-record.ts';
import {isClientError} from '../../../../spec/status.ts';

/** What two violations have in common. */

/** They are about responses of the same operation. */
export const isAtOneOperation = (one: Violation, other: Violation): boolean =>
  one.op !== undefined && one.op === other.op;

/** They are the same response of an operation, where the same situation was wanted. */
export const isOneResponse = (one: Violation, other: Violation): boolean =>
  one.op === other.op && one.got === other.got && wantsTheSame(one, other);

const wantsTheSame = ({wanted = []}: Violation, other: Violation): boolean =>
  wanted.some((situation) => other.wanted?.includes(situation));

/** They are about the refusal of the same situation. */
export const isOfOneSituation = (one: Violation, other: Violation): boolean =>
  situationsOf(one).some((situation) => situationsOf(other).includes(situation));

/** The situations whose refusal a violation is about. */
const situationsOf = ({statusOf, wanted = []}: Violation): string[] =>
  statusOf === undefined ? wanted : [statusOf];

/** Both came with the same status of a refusal. What was accepted twice, though it is wrong, are two faults. */
export const hasOneRefusalStatus = ({status = 0}: Violation, other: Violation): boolean =>
  isClientError(status) && status === other.status;
