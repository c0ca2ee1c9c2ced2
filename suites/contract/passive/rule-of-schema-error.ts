import type {BodyMark, Contract} from '../../../spec/contract.ts';
import {tokens} from '../../../spec/json.ts';
import {ruleFor} from '../../../spec/marks/keyword-rules.ts';
import {isSettled, type Profile} from '../../../spec/profile.ts';
import {schemaAt, type Schema} from '../../../spec/schema.ts';
import {memberKey} from '../../target/codec/member-key.ts';
import type {PassiveViolation} from './passive-result.ts';

/** The body that was judged: the schema of a situation of an operation. */
interface JudgedBody {
  op: string;
  situation: string;
  schema: Schema;
}

/** The marks of the body of a situation, those of shared refusals among them. */
export const bodyMarksOf = ({marks}: Contract, op: string, situation: string): BodyMark[] =>
  marks.filter(
    (mark): mark is BodyMark =>
      mark.kind === 'body' &&
      mark.situation === situation &&
      (mark.op === op || mark.place.startsWith('* ')),
  );

/**
 * The rule that a value breaks by a keyword of its schema.
 * @param pointer of the value in the body, for example `/data/3/title`
 * @returns undefined when no rule is about it
 */
export function ruleOfSchemaError(
  contract: Contract,
  profile: Profile,
  {op, situation, schema}: JudgedBody,
  pointer: string,
  keyword: string,
): Pick<PassiveViolation, 'rule' | 'place' | 'line' | 'correction'> | undefined {
  const {document} = contract;
  const node = schemaAt(document, schema, pointer);
  const rule = ruleFor(node?.['x-rule'], keyword) ?? ruleAbove(document, schema, pointer);
  if (!rule) return undefined;
  const marked = withStars(pointer);
  const mark = bodyMarksOf(contract, op, situation).find(
    (one) => one.rule === rule && marked.startsWith(one.pointer),
  );
  const place = mark?.place ?? `${op} ${situation} ${marked}`;
  const key = memberKey(document, schema, pointer);
  const line = `members.${key}`;
  if (!node || isSettled(contract, profile, key, node)) return {rule, place, line};
  return {rule, place, line, correction: `${line}: {at: /pointer} (${node['x-open']})`};
}

/**
 * The rule of the nearest marked member around a value: the type of an item belongs to its list.
 */
function ruleAbove(document: object, schema: Schema, pointer: string): string | undefined {
  const parts = pointer.split('/');
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const above = schemaAt(document, schema, parts.slice(0, length).join('/'));
    const rule = ruleFor(above?.['x-rule'], 'type');
    if (rule) return rule;
  }
  return undefined;
}

/** A pointer into a body as marks write it: `/data/3/title` is `/data/*` and `/title`. */
export const withStars = (pointer: string): string =>
  tokens(pointer)
    .map((token) => `/${/^\d+$/.test(token) ? '*' : token}`)
    .join('');
