import type {Contract} from '../contract.ts';
import {tokens} from '../json.ts';
import {memberOf, type Schema} from '../schema.ts';
import {ONLY_OPEN} from './entry-judge.ts';

/**
 * Whether the document leaves the name of a member open. If a contract lists the points about names (`x-open-names`),
 * the other points are about values.
 */
export function isNameOpen({document}: Contract, {'x-open': point}: Schema): boolean {
  const names = document['x-open-names'];
  return point !== undefined && (names === undefined || names.includes(point));
}

/**
 * Whether the document leaves the form of a member's values open. Some points only leave open whether there is a value
 * (`x-open-presence`): a value has the documented form.
 */
export const isFormOpen = ({document}: Contract, {'x-open': point}: Schema): boolean =>
  point !== undefined && !document['x-open-presence']?.includes(point);

/** The member at a pointer through objects only, as the document writes it. */
export function memberAt(
  {document}: Contract,
  schema: Schema | undefined,
  pointer: string,
): Schema | undefined {
  let member = schema;
  for (const name of tokens(pointer)) member = member && memberOf(document, member, name);
  return member;
}

/** The operation whose request body is the component; undefined for components of responses. */
const senderOf = ({operations}: Contract, component: string): string | undefined =>
  Object.values(operations).find(({request}) => request?.$ref?.split('/').at(-1) === component)?.id;

/**
 * The member with a key `Component#/pointer`.
 * @returns a sentence when there is none, or when the document leaves nothing open about it
 */
export function openMember(contract: Contract, key: string): Schema | string {
  const {schemas} = contract.document.components;
  const [component = '', pointer = ''] = key.split('#');
  const sentBy = senderOf(contract, component);
  if (sentBy !== undefined) {
    const name = tokens(pointer)[0] ?? 'member';
    return `only requests have \`${component}\`; write requests.${sentBy}: {${name}: /pointer}`;
  }
  const isKnown = Object.hasOwn(schemas, component);
  if (isKnown && !pointer.startsWith('/'))
    return `names no member; write the component with one, such as ${component}#/member`;
  if (!isKnown) {
    const names = Object.keys(schemas)
      .filter((name) => senderOf(contract, name) === undefined)
      .join(', ');
    return `\`${component}\` is no component; write Component#/member with one of ${names}`;
  }
  const member = memberAt(contract, schemas[component], pointer);
  if (!member) return `${component} has no member ${pointer}`;
  if (!member['x-open']) return `the document names this member; ${ONLY_OPEN}`;
  return member;
}
