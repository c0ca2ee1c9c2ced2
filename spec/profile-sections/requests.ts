import type {Contract, Operation} from '../contract.ts';
import {resolve, type Schema} from '../schema.ts';
import {ONLY_OPEN, operationNamed, type EntryJudge} from './entry-judge.ts';
import {isTextMapping} from './forms.ts';

/** The members of an operation's request body, as the document writes them. */
export function bodyMembers({document}: Contract, {request}: Operation): Record<string, Schema> {
  return (request && resolve(document, request).properties) ?? {};
}

/** `requests`: the names of members of a request body, where the document leaves them open. */
export const judgeRequest: EntryJudge = (key, value, {contract}) => {
  if (!isTextMapping(value))
    return 'has to be a mapping of canonical names to names or JSON Pointers';
  const operation = operationNamed(contract, key);
  if (typeof operation === 'string') return operation;
  const members = bodyMembers(contract, operation);
  const problems = Object.keys(value).map((name) => memberProblem(contract, members, name));
  return problems.find((problem) => problem !== undefined);
};

function memberProblem(
  {document}: Contract,
  members: Record<string, Schema>,
  name: string,
): string | undefined {
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (!member) {
    const known = Object.keys(members).join(', ') || 'none';
    return `\`${name}\` is no member of its body; there are ${known}`;
  }
  const isOpen = member['x-open'] || resolve(document, member)['x-open'];
  return isOpen ? undefined : `the document names the member \`${name}\`; ${ONLY_OPEN}`;
}
