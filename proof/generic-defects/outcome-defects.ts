import type {Defect} from '../../mock/defect.ts';
import type {Contract, Operation, Outcome, OutcomeMark} from '../../spec/contract.ts';
import {isRedirect} from '../../spec/status.ts';
import {defined} from '../../spec/defined.ts';
import {namedDefect, onlyIn} from './named-defect.ts';

const SUCCESSES = [202, 206, 200];
const REDIRECTS = [307, 303];
const REFUSALS = [403, 404, 409, 418];
const ABILITIES = ['library:read', 'library:write', 'tools:run'];

/** Gives a situation another status or reason, or lets the operation need another ability as well. */
export function outcomeDefects(contract: Contract, mark: OutcomeMark): Defect[] {
  const operation = defined(contract.operations[mark.op], `the operation ${mark.op}`);
  const outcome = defined(
    operation.outcomes.find(({situation}) => situation === mark.situation),
    `the situation ${mark.situation} of ${mark.op}`,
  );
  if (!outcome.statuses.some((status) => status < 400))
    return refusalDefects(operation, outcome, mark);
  if (mark.condition === 'ability-alone') return [anotherAbility(operation, mark)];
  const defects = [anotherSuccess(operation, mark, SUCCESSES)];
  if (outcome.statuses.every(isRedirect)) defects.push(anotherSuccess(operation, mark, REDIRECTS));
  return defects;
}

function anotherAbility({id, ability}: Operation, mark: OutcomeMark): Defect {
  const also = defined(
    ABILITIES.find((one) => one !== ability),
    'another ability',
  );
  return {...namedDefect(mark, `asks for ${also} too`), seam: 'ability', in: [id], also};
}

function anotherSuccess({outcomes}: Operation, mark: OutcomeMark, statuses: number[]): Defect {
  const documented = outcomes.flatMap((outcome) => outcome.statuses);
  const as = unlike(documented, statuses);
  const {situation} = mark;
  return {...namedDefect(mark, `answered ${as}`), seam: 'status', situation, ...onlyIn(mark), as};
}

function refusalDefects(
  {outcomes, success}: Operation,
  {reason, statuses}: Outcome,
  mark: OutcomeMark,
): Defect[] {
  const {situation, condition} = mark;
  const plain = outcomes.filter((one) => one.situation === success);
  const as = unlike([...statuses, ...plain.flatMap((one) => one.statuses)], REFUSALS);
  const isByResource = condition === 'foreign' || condition === 'unknown';
  const seam = {
    seam: 'refusal' as const,
    situation,
    ...onlyIn(mark),
    ...(isByResource && {when: condition}),
  };
  const status: Defect = {...namedDefect(mark, `answered ${as}`), ...seam, as: {status: as}};
  if (reason === undefined) return [status];
  const another = namedDefect(mark, 'another reason');
  return [status, {...another, ...seam, as: {reason: 'some_other_reason'}}];
}

/** The first status that is not among others. */
const unlike = (others: number[], statuses: number[]): number =>
  defined(
    statuses.find((status) => !others.includes(status)),
    'another status',
  );
