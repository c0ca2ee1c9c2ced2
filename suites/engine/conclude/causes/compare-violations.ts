/** Compares two violations. */

import type {Violation} from '../../../../spec/run-record.ts';
import {isClientError} from '../../../../spec/status.ts';

/** Whether both are about responses of the same operation. */
export const isAtOneOperation = (one: Violation, other: Violation): boolean =>
  one.op !== undefined && one.op === other.op;

/** Whether both got the same response of an operation when the same situation was expected. */
export const isOneResponse = (one: Violation, other: Violation): boolean =>
  one.op === other.op && one.got === other.got && wantsTheSame(one, other);

const wantsTheSame = ({wanted = []}: Violation, other: Violation): boolean =>
  wanted.some((situation) => other.wanted?.includes(situation));

/** Whether both are about the refusal of the same situation. */
export const areAboutOneSituation = (one: Violation, other: Violation): boolean =>
  situationsOf(one).some((situation) => situationsOf(other).includes(situation));

/** The situations whose refusal a violation is about. */
const situationsOf = ({statusOf, wanted = []}: Violation): string[] =>
  statusOf === undefined ? wanted : [statusOf];

/** Whether both got the same status of a refusal. Two requests that were wrongly accepted are two faults. */
export const hasOneRefusalStatus = ({status = 0}: Violation, other: Violation): boolean =>
  isClientError(status) && status === other.status;
