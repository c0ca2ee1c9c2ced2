import type {Contract, Mark, Operation} from '../../spec/contract.ts';
import {at, withAt} from '../../spec/json.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import type {Exchange, Val} from '../../spec/step.ts';
import type {Check, Judgement, Scene, Visit} from '../check.ts';
import {all, holds, is, when} from '../judge.ts';
import type {Handle, Script} from '../script.ts';

/** One minimal edit of a valid request, and the boundary twin that has to be accepted. */
interface Edit {
  name: string;
  /** Undefined removes the member. */
  refused?: {value: (s: Script) => Val | undefined};
  accepted?: {value: (s: Script) => Val};
}

/**
 * Texts that are not of a form, each taken by another sort of careless check: for an `@`, for
 * figures and dashes, by reading any date.
 */
const WRONG_FORMS: Record<string, string[]> = {
  email: ['not-one', 'a b@@'],
  date: ['12/31/2030', '31-12-2030', '2030-13-45'],
};

/** What some languages take for a boolean beside `true`, `1`, `false` and `0`. */
const NO_BOOLEANS = ['yes', '2'];

/** The edits that break exactly one keyword. */
function editsOf(schema: Schema, keyword: string, pointer: string): Edit[] {
  const as = (value: Val) => ({value: () => value});
  const grown = (length: number) => ({value: (s: Script) => ofLength(s, schema, pointer, length)});
  if (keyword === 'required')
    return [
      {name: 'missing', refused: {value: () => undefined}},
      {name: 'null', refused: as(null)},
    ];
  if (keyword === 'maxLength')
    return [
      {
        name: `${schema.maxLength! + 1} characters`,
        refused: grown(schema.maxLength! + 1),
        accepted: grown(schema.maxLength!),
      },
    ];
  if (keyword === 'minLength')
    return schema.minLength! <= 1
      ? [{name: 'empty', refused: as('')}]
      : [
          {
            name: `${schema.minLength! - 1} characters`,
            refused: grown(schema.minLength! - 1),
            accepted: grown(schema.minLength!),
          },
        ];
  if (keyword === 'maximum')
    return [
      {
        name: `${schema.maximum! + 1}`,
        refused: as(schema.maximum! + 1),
        accepted: as(schema.maximum!),
      },
    ];
  if (keyword === 'minimum')
    return [
      {
        name: `${schema.minimum! - 1}`,
        refused: as(schema.minimum! - 1),
        accepted: as(schema.minimum!),
      },
    ];
  if (keyword === 'enum')
    return ['presscheck-none-of-these', ...(schema.enum!.includes('true') ? NO_BOOLEANS : [])].map(
      (value) => ({name: `outside the list: ${value}`, refused: as(value)}),
    );
  if (keyword === 'format' || keyword === 'pattern')
    return (WRONG_FORMS[schema.format ?? ''] ?? ['not-one']).map((value) => ({
      name: `no ${schema.format ?? 'match'}: ${value}`,
      refused: as(value),
    }));
  if (keyword === 'type') {
    const types = [schema.type ?? []].flat();
    const other = {name: 'an object', refused: as({a: 1})};
    if (types.includes('boolean'))
      return [
        {name: 'no boolean', refused: as('perhaps')},
        {name: 'a number', refused: as(7)},
        other,
      ];
    const noNumber = {name: 'no number', refused: as('many')};
    if (types.includes('integer'))
      return [noNumber, {name: 'no whole number', refused: as(1.5)}, other];
    if (types.includes('number')) return [noNumber];
    if (types.includes('string')) return [{name: 'no string', refused: as({a: 1})}];
    if (types.includes('array')) return [{name: 'no array', refused: as('none')}];
    if (types.includes('object')) return [{name: 'no object', refused: as('none')}];
  }
  return [];
}

const ofLength = (s: Script, schema: Schema, pointer: string, length: number): Val =>
  schema.format === 'email'
    ? s.fresh('email', length)
    : pointer.includes('password')
      ? s.fresh('password', length)
      : s.fresh('external-id', length);

/**
 * The checks of one request mark: the edited request is refused, the twin and the untouched one are
 * accepted.
 */
export function edits(
  contract: Contract,
  operation: Operation,
  mark: Extract<Mark, {kind: 'request'}>,
  visit: Visit,
): Check[] | string {
  const schema = schemaAt(contract, operation, mark);
  const found = editsOf(schema, mark.keyword, mark.pointer);
  if (!found.length) return `an edit that breaks ${mark.keyword}`;
  const invalid = operation.invalid!;
  const place = mark.in === 'body' ? 'body' : 'query';
  const edited = (s: Script, value: Val | undefined): Handle => {
    const args = visit.args(s);
    return s.call(operation.id, {
      ...args,
      [place]: withAt(args[place] ?? {}, mark.pointer, value) as any,
    });
  };
  const {errorsByField: byField} = contract.anyResponse;
  return found.flatMap(({name, refused, accepted}) => {
    const scene: Scene = {
      id: `${contract.api} ${operation.id} ${mark.in} ${mark.pointer} ${mark.keyword}${found.length > 1 ? ` (${name})` : ''}`,
      api: contract.api,
      act: (s: Script) => ({
        refused: edited(s, refused!.value(s)),
        accepted: accepted
          ? edited(s, accepted.value(s))
          : s.call(operation.id, {...visit.args(s), expects: operation.success}),
      }),
    };
    const edit: Check = {
      rule: mark.rule,
      place: mark.place,
      scene,
      judge: (seen: {refused: Exchange; accepted: Exchange}) =>
        all(
          is(
            seen.accepted,
            operation.success,
            accepted ? `boundary-refused ${mark.keyword}` : `valid-refused ${mark.keyword}`,
          ),
          is(seen.refused, invalid, `accepted ${mark.keyword} (${name})`),
        ),
    };
    if (!byField) return [edit];
    const judge = ({refused: answer}: {refused: Exchange}) =>
      namesOnly(answer, invalid, byField.at, mark.pointer.split('/')[1]!);
    return [edit, {rule: byField.rule, place: '*', scene, judge}];
  });
}

/** A refusal names the field that is wrong, and none that was sent as it should be. */
export function namesOnly(
  answer: Exchange,
  invalid: string,
  where: string,
  field: string,
): Judgement {
  const named = Object.keys(at(answer.body, where) ?? {});
  const valid = Object.keys((answer.requestBody as object | undefined) ?? {}).filter(
    (name) => name !== field,
  );
  const right = named.includes(field) && !named.some((name) => valid.includes(name));
  // That it is refused at all is the field's own rule.
  return when(
    answer.situations.includes(invalid),
    `${answer.op} was answered ${answer.status}`,
    () =>
      holds(right, {
        branch: `not the ${field}`,
        expected: `${field} alone`,
        got: named.join(', ') || 'no field',
        at: answer,
      }),
  );
}

function schemaAt(
  contract: Contract,
  operation: Operation,
  mark: Extract<Mark, {kind: 'request'}>,
): Schema {
  if (mark.in === 'query')
    return operation.parameters.find((parameter) => `/${parameter.name}` === mark.pointer)!.schema;
  let node = resolve(contract.document as any, operation.request as any) as Schema;
  for (const token of mark.pointer.slice(1).split('/')) {
    const parts = [
      node,
      ...(node.allOf ?? []).map((part) => resolve(contract.document as any, part as any) as Schema),
    ];
    const child = parts.map((part) => part.properties?.[token]).find(Boolean) ?? node.items!;
    node = resolve(contract.document as any, child as any) as Schema;
  }
  return node;
}
