import type {Defect} from '../mock/defect.ts';
import {loadSpecification} from '../spec/specification.ts';
import type {Api, RuleId} from '../spec/rule.ts';

/** Prints the options that give a mock the defects of a rule, one on each line, quoted for a shell. */
export const defectOptions = (rule: RuleId, defects: readonly Defect[]): string[] =>
  defects
    .filter(({breaks}) => breaks === rule)
    .map(({name}) => `--defect '${name.replaceAll("'", String.raw`'\''`)}'`);

/** The rule that a defect breaks: its name and the sentence of the document. */
export interface BrokenRule {
  defect: string;
  sentence: string;
}

/** The rules that defects break, by name, as the catalogue states them. */
export function brokenRules(names: readonly string[], defects: readonly Defect[]): BrokenRule[] {
  const apis: Api[] = ['workspace', 'store'];
  const rules = apis.flatMap((api) => loadSpecification(api).rules);
  return names.map((defect) => {
    const {breaks} = defects.find(({name}) => name === defect) ?? {};
    return {defect, sentence: rules.find(({id}) => id === breaks)?.sentence ?? ''};
  });
}
