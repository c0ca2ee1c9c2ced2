import type {Contract, HeaderMark, Operation} from '../../../spec/contract.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../language/check.ts';
import type {Provocation} from '../../language/provocation.ts';
import {provocationOf, sceneOf, type Scenarios} from './find-provocation.ts';
import {isLimitOfGateway} from '../../target/gateway.ts';
import {undecided} from '../../language/judge.ts';
import {headerViolation, isSurely} from '../passive/header-conformance.ts';
import {PASSIVE} from './passive-checks.ts';
import {lastOf, type ProvocationSeen} from './outcome-checks.ts';

/**
 * The check of a header that a group of responses has. Any operation can provoke such a response.
 * @returns what is missing, if no provocation is known
 */
export function groupHeaderCheck(scenarios: Scenarios, mark: HeaderMark): Check | string {
  const {contract, visits, provocations} = scenarios;
  const plain = [...visits.keys()].map((id) => contract.operations[id]);
  const operation = plain.find((one) => one?.method === 'GET') ?? plain[0];
  if (!operation) return 'a visit of any operation';
  const limited = provocations.find(({condition}) => condition === 'rate-limited');
  if (mark.situation === 'limited' && limited) return headerCheck(contract, mark, limited);
  const provocation =
    mark.situation === 'failure'
      ? shownFailure(scenarios, operation)
      : provocationOf(scenarios, operation, operation.success);
  if (!provocation) return `a provocation of ${mark.situation}`;
  return {rule: mark.rule, place: mark.place, scene: sceneOf(provocation), ...PASSIVE};
}

/** The provocation of a failure whose body the document shows. */
function shownFailure(scenarios: Scenarios, operation: Operation): Provocation | undefined {
  const {'x-bodies-not-shown': unshown = []} = scenarios.contract.document;
  if (!unshown.includes(401)) return provocationOf(scenarios, operation, 'no-key');
  return scenarios.provocations.find(({condition}) => condition === 'invalid');
}

/**
 * The check of a header of a response that only its own scene can tell from others: a 429 of the minute
 * limit and one of a daily quota look alike.
 */
export const headerCheck = (
  contract: Contract,
  mark: HeaderMark,
  provocation: Provocation,
): Check => ({
  rule: mark.rule,
  place: mark.place,
  scene: sceneOf(provocation),
  judge: ({subject}: ProvocationSeen) => judgeHeader(contract, mark, subject),
});

function judgeHeader(
  contract: Contract,
  mark: HeaderMark,
  subject: Exchange | Exchange[],
): Judgement {
  const responses = [subject].flat();
  if (isLimitOfGateway(lastOf(subject), contract.document))
    return undecided(`${mark.op} was answered 429 by a gateway in front`);
  const meant = mark.situation === 'limited' ? ofTheMinute(responses) : ofSituation(mark, subject);
  const last = meant.at(-1);
  if (!last) return undecided(`${mark.op} was answered ${lastOf(subject).status}`);
  const marks = marksAtSamePlace(contract, mark);
  const violations = meant.flatMap((response) =>
    marks.flatMap((one) => headerViolation(contract, one, response) ?? []),
  );
  if (violations.length) return {witnesses: [], violations};
  const saw = last.headers[mark.header] ?? 'none';
  return {witnesses: [{of: mark.header, saw}], violations};
}

/**
 * The refusals that certainly come from the minute limit. A read may also be refused by a daily quota;
 * such a refusal looks alike and has other headers.
 */
const ofTheMinute = (responses: Exchange[]): Exchange[] =>
  responses.filter(
    (response) => !response.probablyFromGateway && isSurely('rate-limited', response),
  );

/** The responses of the mark's situation; none if the last response is in another one. */
function ofSituation({situation}: HeaderMark, subject: Exchange | Exchange[]): Exchange[] {
  const isMeant = ({situations}: Exchange): boolean => situations.includes(situation);
  return isMeant(lastOf(subject)) ? [subject].flat().filter(isMeant) : [];
}

/** All marks of a header, which one check judges: one mark for each keyword. */
const marksAtSamePlace = ({marks}: Contract, {rule, place}: HeaderMark): HeaderMark[] =>
  marks.filter(
    (one): one is HeaderMark => one.kind === 'header' && one.rule === rule && one.place === place,
  );
