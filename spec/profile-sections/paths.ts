import type {Operation} from '../contract.ts';
import {ONLY_OPEN, operationNamed, type EntryJudge} from './entry-judge.ts';
import {isMappingOf, isText} from './forms.ts';

const isTemplateMapping = isMappingOf(
  {template: (value) => isText(value) && value.startsWith('/')},
  ['template'],
);

const isTemplate = (value: unknown): value is {template: string} => isTemplateMapping(value);

const isFollowed = isMappingOf(
  {
    followed: isMappingOf({kind: isText, from: isText, header: isText}, ['kind', 'from', 'header']),
  },
  ['followed'],
);

/** `paths`: the path of an operation, where the document leaves it open. */
export const judgePath: EntryJudge = (key, value, {contract}) => {
  if (!isTemplate(value) && !isFollowed(value))
    return 'has to be either {template: /path/{name}} or {followed: {kind, from, header}}';
  const operation = operationNamed(contract, key);
  if (typeof operation === 'string') return operation;
  if (operation.pathUndocumented === undefined && operation.pathMayDiffer === undefined)
    return `the document names its path, ${operation.path}; ${ONLY_OPEN}`;
  return isTemplate(value) ? parameterProblem(value, operation) : undefined;
};

/** The error in the parameters of a template, in braces. */
function parameterProblem(
  {template}: {template: string},
  {parameters, parent}: Operation,
): string | undefined {
  const known = parameters.flatMap((one) => (one.in === 'path' ? [one.name] : []));
  const allowed = [...known, ...(parent?.parameters ?? [])];
  const named = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const wrong =
    named.find((name) => !allowed.includes(name)) ?? known.find((name) => !named.includes(name));
  if (wrong === undefined) return undefined;
  const list = known.map((name) => `{${name}}`).join(' and ');
  const problem = known.includes(wrong) ? 'lacks' : 'names';
  return `the template ${problem} {${wrong}}: write ${list} where the operation takes its parameters`;
}
