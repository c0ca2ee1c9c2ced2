import type {Contract} from '../../../spec/contract.ts';
import type {Profile} from '../../../spec/profile.ts';
import type {Violation} from '../../../spec/run-record.ts';
import {outcomeText} from '../../language/judge.ts';
import {choiceFor} from '../../target/codec/outcomes.ts';

/** The responses of storage, for which no document gives the status. */
const OF_STORAGE: Record<string, string> = {
  stored: '2xx',
  fetched: '2xx',
  'storage-refused': 'a refusal',
};

/**
 * A violation about the outcome of a request, with the statuses of the expected outcomes: those that the profile gives,
 * or else the document. Judges only know the names of outcomes, and readers look for statuses.
 */
export function withStatuses(
  violation: Violation,
  contract: Contract,
  profile: Profile,
): Violation {
  const {op, wanted, expected} = violation;
  if (op === undefined || wanted === undefined || expected !== outcomeText(wanted, op))
    return violation;
  const statuses = wanted.map((situation) => statusesOf(situation, op, contract, profile));
  if (statuses.includes(undefined)) return violation;
  const named = wanted.map((situation, index) => `${statuses[index]} (${situation})`);
  return {...violation, expected: `${named.join(' or ')} for ${op}`};
}

/** The statuses of an outcome in words; undefined if neither document nor profile has it. */
function statusesOf(
  situation: string,
  op: string,
  {operations}: Contract,
  profile: Profile,
): string | undefined {
  const operation = operations[op];
  const outcome = operation?.outcomes.find((one) => one.situation === situation);
  if (!operation || !outcome) return OF_STORAGE[situation];
  const {status = outcome.statuses} = choiceFor(profile, operation, outcome) ?? {};
  return status.join(' or ');
}
