import type {ToolChoice} from '../profile.ts';
import {operationNamed, type EntryJudge} from './entry-judge.ts';
import {isMappingOf, isText, isTextMapping} from './forms.ts';
import {bodyMembers} from './requests.ts';

const hasForm = isMappingOf({name: isText, arguments: isTextMapping}, ['name']);

const isToolChoice = (value: unknown): value is ToolChoice => hasForm(value);

/** `tools`: the tool of an operation, and the names of its arguments. */
export const judgeTool: EntryJudge = (key, value, {contract}) => {
  if (!isToolChoice(value)) return 'has to be {name: tool, arguments: {canonical name: name}}';
  const operation = operationNamed(contract, key);
  if (typeof operation === 'string') return operation;
  const names = [
    ...operation.parameters.map(({name}) => name),
    ...(operation.parent?.parameters ?? []),
    ...Object.keys(bodyMembers(contract, operation)),
  ];
  const unknown = Object.keys(value.arguments ?? {}).find((name) => !names.includes(name));
  if (unknown === undefined) return undefined;
  const problem = `\`${unknown}\` is no parameter of the operation and no member of its body`;
  return `${problem}; there are ${names.join(', ') || 'none'}`;
};
