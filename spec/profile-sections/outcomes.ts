import type {Contract, Operation, Outcome} from '../contract.ts';
import type {OutcomeChoice} from '../profile.ts';
import type {EntryJudge} from './entry-judge.ts';
import {isListOf, isMappingOf, isText} from './forms.ts';

const isListOfTexts = isListOf(isText);

const hasForm = isMappingOf({
  status: isListOf(Number.isInteger),
  reason: (value) => isText(value) || isListOfTexts(value),
});

const isOutcomeChoice = (value: unknown): value is OutcomeChoice => hasForm(value);

/** An outcome with the operation that documents it. */
interface DocumentedOutcome {
  operation: Operation;
  outcome: Outcome;
}

/** `outcomes`: the statuses and reasons of a situation, among those that the document permits. */
export const judgeOutcome: EntryJudge = (key, value, {contract}) => {
  if (!isOutcomeChoice(value))
    return 'has to be {status: [400, ...], reason: a text or a list of texts}';
  const outcomes = outcomesNamed(contract, key);
  if (!outcomes.length) return 'no operation documents this situation';
  const problemOf = (one: DocumentedOutcome): string | undefined =>
    reasonProblem(one.outcome, value) ?? statusProblem(one, value);
  const problem = outcomes.map(problemOf).find((text) => text !== undefined);
  if (problem === undefined) return undefined;
  const open = outcomes.filter((one) => problemOf(one) === undefined);
  const names = open.map(({operation: {id}, outcome: {situation}}) => `\`${id}.${situation}\``);
  return names.length ? `${problem}; ${names.join(' and ')} may have it` : problem;
};

/** The outcomes of a key `situation` or `operation.situation`. */
function outcomesNamed({operations}: Contract, key: string): DocumentedOutcome[] {
  const [first, second] = key.split('.');
  return Object.values(operations)
    .filter(({id}) => second === undefined || id === first)
    .flatMap((operation) => operation.outcomes.map((outcome) => ({operation, outcome})))
    .filter(({outcome: {situation}}) => situation === (second ?? first));
}

function reasonProblem(outcome: Outcome, {reason = []}: OutcomeChoice): string | undefined {
  if (outcome.reason === undefined) return undefined;
  const other = [reason].flat().find((one) => one !== outcome.reason);
  if (other === undefined) return undefined;
  return `the document gives the reason \`${outcome.reason}\`, not \`${other}\``;
}

function statusProblem(
  {operation, outcome: {statuses}}: DocumentedOutcome,
  {status = []}: OutcomeChoice,
): string | undefined {
  const other = status.find((one) => !statuses.includes(one));
  if (other === undefined) return undefined;
  const problem = `the document allows the status ${statuses.join(', ')}, not ${other}`;
  const others = operation.outcomes.filter((one) => one.statuses.includes(other));
  if (!others.length) return problem;
  const names = new Set(others.map(({situation}) => `\`${situation}\``));
  return `${problem}; ${operation.id} answers ${other} in ${[...names].join(', ')}`;
}
