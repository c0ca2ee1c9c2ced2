import type {Contract, Operation} from '../spec/contract.ts';
import {escapeToken} from '../spec/json.ts';
import type {Schema} from '../spec/schema.ts';
import type {Specification} from '../spec/specification.ts';

/** What refusals say, by their situation or by operation and situation: `listPlans.nothing-found`. */
type RefusalTexts = Readonly<Record<string, string>>;

/**
 * The names that a profile may use for an API: the members whose name or form the document leaves open (`members`,
 * `encodings`), the operations (`rows`, `pager`, `requests`, `tools`, and for those without a path also `paths`) and
 * their situations (`outcomes`), each with a phrase where the contract or a refusal of the mock has one.
 */
export function profileNames({contract}: Specification, texts: RefusalTexts): string {
  const operations = Object.values(contract.operations).flatMap((operation) => [
    `${operation.id}${operation.pathUndocumented ? ' (its path is open)' : ''}`,
    ...situationsOf(operation, texts).map((line) => `  ${line}`),
  ]);
  const lines = [
    'Members, with their forms and open points:',
    ...openMembers(contract).map((line) => `  ${line}`),
    'Operations, with their situations (kinds of responses, by the names that `outcomes` uses):',
    ...operations.map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** The situations of an operation: one that has several statuses is named once. */
const situationsOf = ({id, outcomes}: Operation, texts: RefusalTexts): string[] => [
  ...new Set(
    outcomes.map(({situation, description}) => {
      const phrase = description ?? texts[`${id}.${situation}`] ?? texts[situation];
      return phrase === undefined ? situation : `${situation}  ${phrase}`;
    }),
  ),
];

function openMembers({document}: Contract): string[] {
  const components = Object.entries(document.components.schemas);
  return components.flatMap(([name, schema]) => openBelow(schema, `${name}#`));
}

function openBelow({properties = {}}: Schema, pointer: string): string[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const key = `${pointer}/${escapeToken(name)}`;
    const point = member['x-open'];
    const own = point === undefined ? [] : [`${key}  ${formOf(member)}  ${point}`];
    return [...own, ...openBelow(member, key)];
  });
}

/** The form that a member has to have, as JSON Schema calls it, or its possible values. */
function formOf({enum: values, type, format, items, properties}: Schema): string {
  if (values) return values.map(String).join(' or ');
  if (items) return 'array';
  const types = [type ?? (properties ? 'object' : 'any')].flat().join(' or ');
  return format === undefined ? types : `${types} (${format})`;
}
