import {ONLY_OPEN, operationNamed, type EntryJudge} from './entry-judge.ts';
import {isMappingOf, isText} from './forms.ts';

const isTemplate = isMappingOf({template: (value) => isText(value) && value.startsWith('/')}, [
  'template',
]);
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
  if (operation.pathOpen !== undefined) return undefined;
  return `the document names its path, ${operation.path}; ${ONLY_OPEN}`;
};
