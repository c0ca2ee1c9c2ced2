import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {Defect} from '../mock/defect.ts';
import type {Contract, Mark} from '../spec/contract.ts';
import {resolve, type Schema} from '../spec/schema.ts';

/**
 * The generic defects of the table rules: every marked (place, keyword) is broken in the ways that
 * its kind allows.
 */
export const tableDefects = (contract: Contract): Defect[] =>
  contract.marks.flatMap((mark) => defectsOf(contract, mark));

function defectsOf(contract: Contract, mark: Mark): Defect[] {
  const named = (how: string) => ({
    name: `${mark.rule} @ ${mark.place}: ${how}`,
    breaks: mark.rule,
    place: mark.place,
  });
  if (mark.kind === 'outcome') return outcomeDefects(contract, mark, named);
  if (mark.kind === 'header') return headerDefects(mark, named);
  if (mark.kind === 'request') return requestDefects(contract, mark, named);
  const where = {
    situation: mark.situation,
    pointer: mark.pointer,
    ...(mark.place.startsWith('* ') ? {} : {in: [mark.op]}),
  };
  if (mark.keyword === 'required')
    return [{...named('dropped'), seam: 'member', ...where, edit: 'drop'}];
  const wrong = breaking(contract, schemaAt(contract, mark), mark.keyword);
  return wrong === undefined
    ? []
    : [{...named(`${mark.keyword} broken`), seam: 'member', ...where, edit: {set: wrong}}];
}

type Named = (how: string) => {name: string; breaks: string; place: string};

function outcomeDefects(
  contract: Contract,
  mark: Extract<Mark, {kind: 'outcome'}>,
  named: Named,
): Defect[] {
  const operation = contract.operations[mark.op]!;
  const outcome = operation.outcomes.find((one) => one.situation === mark.situation)!;
  const taken = operation.outcomes
    .filter((one) => one.situation === mark.situation || one.situation === operation.success)
    .flatMap((one) => one.statuses);
  const limit = mark.place.startsWith('* ') ? {} : {in: [mark.op]};
  if (outcome.statuses[0]! < 400) {
    const as = [202, 206, 200].find(
      (status) => !operation.outcomes.some((one) => one.statuses.includes(status)),
    )!;
    if (mark.condition === 'ability-alone') {
      const also = ['library:read', 'library:write', 'tools:run'].find(
        (ability) => ability !== operation.ability,
      )!;
      return [{...named(`asks for ${also} too`), seam: 'ability', in: [operation.id], also}];
    }
    return [{...named(`answered ${as}`), seam: 'status', situation: mark.situation, ...limit, as}];
  }
  const as = [403, 404, 409, 418].find(
    (status) => !taken.includes(status) && !outcome.statuses.includes(status),
  )!;
  const when =
    mark.condition === 'foreign' || mark.condition === 'unknown'
      ? {when: mark.condition as 'foreign' | 'unknown'}
      : {};
  const status: Defect = {
    ...named(`answered ${as}`),
    seam: 'refusal',
    situation: mark.situation,
    ...limit,
    ...when,
    as: {status: as},
  };
  if (outcome.reason === undefined) return [status];
  return [
    status,
    {
      ...named('another reason'),
      seam: 'refusal',
      situation: mark.situation,
      ...limit,
      ...when,
      as: {reason: 'some_other_reason'},
    },
  ];
}

function headerDefects(mark: Extract<Mark, {kind: 'header'}>, named: Named): Defect[] {
  const where = {
    seam: 'header' as const,
    situation: mark.situation,
    header: mark.header,
    ...(mark.op === '*' ? {} : {in: [mark.op]}),
  };
  if (mark.keyword === 'required') return [{...named('dropped'), ...where, edit: 'drop'}];
  const values: Record<string, string> = {
    type: 'many',
    minimum: '-1',
    const: '59',
    pattern: 'text/html',
  };
  const value = values[mark.keyword];
  return value === undefined
    ? []
    : [{...named(`${mark.keyword} broken`), ...where, edit: {set: value}}];
}

function requestDefects(
  contract: Contract,
  mark: Extract<Mark, {kind: 'request'}>,
  named: Named,
): Defect[] {
  const where = {
    seam: 'schema' as const,
    in: mark.op,
    pointer: mark.in === 'query' ? `query${mark.pointer}` : mark.pointer,
    keyword: mark.keyword,
  };
  const dropped: Defect = {...named(`${mark.keyword} not checked`), ...where};
  const schema = requestSchemaAt(contract, mark);
  const bound = schema[mark.keyword as keyof Schema];
  if (
    !['maxLength', 'minLength', 'maximum', 'minimum'].includes(mark.keyword) ||
    typeof bound !== 'number'
  )
    return [dropped];
  return [
    dropped,
    ...[1, -1].map((off): Defect => ({
      ...named(`${mark.keyword} off by ${off}`),
      ...where,
      as: bound + off,
    })),
  ];
}

function requestSchemaAt(contract: Contract, mark: Extract<Mark, {kind: 'request'}>): Schema {
  const operation = contract.operations[mark.op]!;
  if (mark.in === 'query')
    return operation.parameters.find((parameter) => `/${parameter.name}` === mark.pointer)!.schema;
  return walk(contract, operation.request!, mark.pointer);
}

const schemaAt = (contract: Contract, mark: Extract<Mark, {kind: 'body'}>): Schema =>
  walk(
    contract,
    contract.operations[mark.op]!.outcomes.find((outcome) => outcome.situation === mark.situation)!
      .schema!,
    mark.pointer,
  );

function walk(contract: Contract, schema: Schema, pointer: string): Schema {
  const solve = (node: Schema): Schema =>
    resolve(contract.document as never, node as never) as Schema;
  let node = solve(schema);
  for (const token of pointer.split('/').slice(1)) {
    const parts = [node, ...(node.allOf ?? []).map(solve)];
    node = solve(
      token === '*' ? node.items! : parts.map((part) => part.properties?.[token]).find(Boolean)!,
    );
  }
  return node;
}

/** A value that breaks the keyword of a schema and, where there is one, no other. */
function breaking(contract: Contract, schema: Schema, keyword: string): unknown {
  const ajv = new Ajv2020({strict: false, allErrors: true, meta: false, validateSchema: false});
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const validate = ajv.compile({...schema, components: contract.document.components} as object);
  const filled = Array.from({length: 60}, () => ({}));
  const candidates = [
    ...(schema.not?.enum ?? []),
    0,
    -1,
    'none of these',
    '',
    true,
    7.5,
    [],
    {a: 1},
    {a: {}},
    filled,
    ['x'],
    null,
    'error',
    1000000,
  ];
  const broken = candidates.filter(
    (value) =>
      !validate(value) &&
      validate.errors!.some(
        (error) => error.keyword === keyword && error.instancePath.split('/').length <= 2,
      ),
  );
  const clean = broken.find(
    (value) => !validate(value) && validate.errors!.every((error) => error.keyword === keyword),
  );
  return clean ?? broken[0];
}
