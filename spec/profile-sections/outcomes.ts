import type {Contract, Outcome} from '../contract.ts';
import type {OutcomeChoice} from '../profile.ts';
import type {EntryJudge} from './entry-judge.ts';
import {isListOf, isMappingOf, isText} from './forms.ts';

const isListOfTexts = isListOf(isText);

const hasForm = isMappingOf({
  status: isListOf(Number.isInteger),
  reason: (value) => isText(value) || isListOfTexts(value),
});

const isOutcomeChoice = (value: unknown): value is OutcomeChoice => hasForm(value);

/** `outcomes`: the statuses and reasons of a situation, among those that the document permits. */
export const judgeOutcome: EntryJudge = (key, value, {contract}) => {
  if (!isOutcomeChoice(value))
    return 'has to be {status: [400, ...], reason: a text or a list of texts}';
  const outcomes = outcomesNamed(contract, key);
  if (!outcomes.length) return 'no operation documents this situation';
  const problems = outcomes.map(
    (outcome) => reasonProblem(outcome, value) ?? statusProblem(outcome, value),
  );
  return problems.find((problem) => problem !== undefined);
};

/** The outcomes of a key `situation` or `operation.situation`. */
function outcomesNamed({operations}: Contract, key: string): Outcome[] {
  const [first, second] = key.split('.');
  return Object.values(operations)
    .filter(({id}) => second === undefined || id === first)
    .flatMap(({outcomes}) => outcomes)
    .filter(({situation}) => situation === (second ?? first));
}

function reasonProblem(outcome: Outcome, {reason = []}: OutcomeChoice): string | undefined {
  if (outcome.reason === undefined) return undefined;
  const other = [reason].flat().find((one) => one !== outcome.reason);
  if (other === undefined) return undefined;
  return `the document gives the reason \`${outcome.reason}\`, not \`${other}\``;
}

function statusProblem({statuses}: Outcome, {status = []}: OutcomeChoice): string | undefined {
  const other = status.find((one) => !statuses.includes(one));
  if (other === undefined) return undefined;
  return `the document allows the status ${statuses.join(', ')}, not ${other}`;
}
