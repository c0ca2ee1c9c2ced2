import {Ajv2020, type ErrorObject, type ValidateFunction} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {Contract, Mark, Outcome, Schema} from '../../spec/contract.ts';
import {isSettled, openProfile, type Profile} from '../../spec/profile.ts';
import {at, tokens} from '../../spec/json.ts';
import {ruleFor} from '../../spec/read-contract.ts';
import {resolve} from '../../spec/schema.ts';
import type {Violation} from '../../spec/run-record.ts';
import type {Exchange} from '../../spec/step.ts';

/** What one answer says in passing about the rules that its members and headers carry. */
export interface InPassing {
  violations: {
    rule: string;
    place: string;
    violation: Violation;
    /** Where in the body. */ pointer?: string;
    /** Name or form of the member is open and the profile does not settle it. */ open?: string;
  }[];
  /** `rule place` of everything that was there to be wrong and was not. */
  witnesses: {rule: string; place: string; saw: string}[];
}

/**
 * Judges every answer against the effective contract; a violation belongs to the rule it breaks,
 * whichever check saw it.
 */
export class Conformance {
  readonly #contract: Contract;
  readonly #ajv: Ajv2020;
  readonly #profile: Profile;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(contract: Contract, profile = openProfile()) {
    this.#contract = contract;
    this.#profile = profile;
    // The contract was judged when it was written: to compile the schema of schemas takes longer
    // than all of it.
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      validateFormats: true,
      multipleOfPrecision: 6,
      meta: false,
      validateSchema: false,
    });
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(contract.document as object, contract.api);
  }

  /** @returns the rules that the answer breaks and those that it could have broken */
  judge(exchange: Exchange): InPassing {
    const seen: InPassing = {violations: [], witnesses: []};
    const operation = this.#contract.operations[exchange.op];
    if (!operation || exchange.status === 0 || [502, 503, 504].includes(exchange.status))
      return seen;
    this.#judgeHeaders(exchange, seen);
    this.#judgeAbsence(exchange, seen);
    this.#judgeStatus(exchange, seen);
    // An answer that is no documented situation still has a status, and a status has a documented
    // form.
    const named = [exchange.situations, exchange.documented].find(
      (situations) => situations.length,
    );
    const outcomes = operation.outcomes.filter((outcome) =>
      named ? named.includes(outcome.situation) : outcome.statuses.includes(exchange.status),
    );
    const withBody = outcomes.filter((outcome) => outcome.schema);
    const first = withBody[0];
    // Where a body is documented and none came, every member that it has to have is missing.
    const body =
      exchange.body ?? (exchange.problem || exchange.sent.method === 'HEAD' ? undefined : {});
    if (!first || body === undefined) return seen;
    // A set of situations: the answer conforms when it fits any of them.
    const fitting = withBody.find((outcome) => this.#validate(outcome)(body)) ?? first;
    const validate = this.#validate(fitting);
    validate(body);
    const broken = new Set<string>();
    for (const error of (validate.errors ?? []).flatMap((one) =>
      this.#lacking(exchange, fitting, one),
    )) {
      const found = this.#ruleOf(exchange.op, fitting, error);
      if (!found) continue;
      broken.add(`${found.rule} ${found.place}`);
      seen.violations.push({
        ...found,
        violation: {
          branch: `${error.keyword} ${canonical(error)}`,
          expected: `${canonical(error)} ${error.message ?? error.keyword}`,
          got: JSON.stringify(at(body, canonical(error)))?.slice(0, 120) ?? 'nothing',
          at: exchange.step,
        },
        pointer: canonical(error),
      });
    }
    // Where the document leaves several situations open, the answer is a witness for each that it
    // conforms to.
    for (const {situation} of broken.size
      ? [fitting]
      : withBody.filter((outcome) => this.#validate(outcome)(body)))
      for (const mark of this.#marks(exchange.op, situation))
        if (
          !broken.has(`${mark.rule} ${mark.place}`) &&
          isThere(body, mark.pointer, mark.keyword) &&
          this.#isFull(body, fitting, mark)
        )
          seen.witnesses.push({
            rule: mark.rule,
            place: mark.place,
            saw: `${exchange.op} ${exchange.status} ${mark.pointer}`,
          });
    return seen;
  }

  /** A body that is no object at all lacks every member that it has to have. */
  #lacking(exchange: Exchange, outcome: Outcome, error: ErrorObject): ErrorObject[] {
    if (error.instancePath !== '' || error.keyword !== 'type') return [error];
    return this.#marks(exchange.op, outcome.situation)
      .filter((mark) => mark.keyword === 'required' && tokens(mark.pointer).length === 1)
      .map((mark) => ({
        ...error,
        keyword: 'required',
        params: {missingProperty: tokens(mark.pointer)[0]!},
        message: 'is there',
      }));
  }

  #judgeHeaders(exchange: Exchange, seen: InPassing): void {
    for (const mark of this.#contract.marks) {
      if (mark.kind !== 'header' || !this.#concerns(mark, exchange)) continue;
      const violation = headerViolation(this.#contract, mark, exchange);
      if (violation) seen.violations.push({rule: mark.rule, place: mark.place, violation});
      else if (exchange.headers[mark.header] !== undefined)
        seen.witnesses.push({
          rule: mark.rule,
          place: mark.place,
          saw: `${exchange.op} ${exchange.status} ${mark.header}: ${exchange.headers[mark.header]}`,
        });
    }
  }

  /** A header that says of a limit what only an exhausted one has. */
  #judgeAbsence({headers, status, op, step}: Exchange, seen: InPassing): void {
    for (const {rule, header, while: counts} of this.#contract.anyAnswer.absent) {
      if (status === 429 || !(Number(headers[counts]) > 0)) continue;
      const saw = `${counts}: ${headers[counts]}`;
      if (headers[header] === undefined)
        seen.witnesses.push({rule, place: '*', saw: `${op} ${status} ${saw}`});
      else
        seen.violations.push({
          rule,
          place: '*',
          violation: {
            branch: 'there-before',
            expected: `no ${header} beside ${saw}`,
            got: headers[header],
            at: step,
          },
        });
    }
  }

  /** Statuses that the document lists for every answer. What `HEAD` is answered is told nowhere. */
  #judgeStatus({op, status, sent, step}: Exchange, seen: InPassing): void {
    const {statuses} = this.#contract.anyAnswer;
    if (!statuses || sent.method === 'HEAD') return;
    const allowed = [...statuses.listed, ...(statuses.open[op] ?? [])];
    if (!allowed.includes(status))
      seen.violations.push({
        rule: statuses.rule,
        place: '*',
        violation: {
          branch: `status of ${op}`,
          expected: allowed.join(', '),
          got: String(status),
          at: step,
        },
      });
  }

  #concerns(mark: Extract<Mark, {kind: 'header'}>, exchange: Exchange): boolean {
    if (mark.op !== '*')
      return (
        mark.op === exchange.op &&
        exchange.situations.includes(mark.situation) &&
        exchange.situations.length === 1
      );
    if (mark.situation === 'every') return true;
    const hasBody = exchange.wire !== undefined || exchange.problem !== undefined;
    if (mark.situation === 'success')
      return exchange.status >= 200 && exchange.status < 300 && hasBody;
    if (mark.situation === 'failure') return exchange.status >= 400 && hasBody;
    if (mark.situation === 'authenticated')
      return exchange.status !== 401 && exchange.situations.length > 0;
    return (
      mark.situation === 'limited' &&
      exchange.situations.includes('rate-limited') &&
      exchange.situations.length === 1
    );
  }

  /** Rows that are fewer than their bound could not have been too many. */
  #isFull(
    body: unknown,
    {schema}: Outcome,
    {keyword, pointer}: {keyword: string; pointer: string},
  ): boolean {
    const most =
      keyword === 'maxItems' ? nodeAt(this.#contract, schema!, pointer)?.maxItems : undefined;
    return (
      most === undefined || ((at(body, pointer) as unknown[] | undefined)?.length ?? 0) >= most
    );
  }

  #marks(op: string, situation: string): Extract<Mark, {kind: 'body'}>[] {
    return this.#contract.marks.filter(
      (mark): mark is Extract<Mark, {kind: 'body'}> =>
        mark.kind === 'body' &&
        mark.situation === situation &&
        (mark.op === op || mark.place.startsWith('* ')),
    );
  }

  #validate(outcome: Outcome): ValidateFunction {
    const where = outcome.schemaAt!;
    let validate = this.#compiled.get(where);
    if (!validate) {
      validate = this.#ajv.compile({
        $ref: `${this.#contract.api}#${where.split('/').map(encodeURIComponent).join('/')}`,
      });
      this.#compiled.set(where, validate);
    }
    return validate;
  }

  #ruleOf(
    op: string,
    outcome: Outcome,
    error: ErrorObject,
  ): {rule: string; place: string; open?: string} | undefined {
    const pointer = canonical(error);
    const node = nodeAt(this.#contract, outcome.schema!, pointer);
    const rule =
      ruleFor(node?.['x-rule'], error.keyword) ?? this.#nearest(outcome.schema!, pointer);
    if (!rule) return undefined;
    const starred = starredPointer(pointer);
    const mark = this.#marks(op, outcome.situation).find(
      (one) => one.rule === rule && starred.startsWith(one.pointer),
    );
    const key = keyOf(this.#contract, outcome.schema!, pointer);
    const open =
      node && !isSettled(this.#contract, this.#profile, key, node)
        ? `members.${key}: {at: /pointer} (${node['x-open']})`
        : undefined;
    return {
      rule,
      place: mark?.place ?? `${op} ${outcome.situation} ${starred}`,
      ...(open && {open}),
    };
  }

  /** A keyword below a marked member (an item's type, say) belongs to that member's rule. */
  #nearest(schema: Schema, pointer: string): string | undefined {
    const parts = pointer.split('/');
    for (let length = parts.length - 1; length > 0; length -= 1) {
      const rule = ruleFor(
        nodeAt(this.#contract, schema, parts.slice(0, length).join('/'))?.['x-rule'],
        'type',
      );
      if (rule) return rule;
    }
    return undefined;
  }
}

/**
 * What a header of an answer breaks of a mark. Answers whose situation is ambiguous are judged
 * where it is known: in the scene that brought it about.
 */
export function headerViolation(
  contract: Contract,
  mark: Extract<Mark, {kind: 'header'}>,
  exchange: Exchange,
): Violation | undefined {
  const groups = ((contract.document as any)['x-headers'] ?? {}) as Record<
    string,
    Record<string, Schema>
  >;
  const outcome = contract.operations[mark.op]?.outcomes.find(
    (one) => one.situation === mark.situation,
  );
  const schema =
    mark.op === '*' ? groups[mark.situation]?.[mark.header] : outcome?.headers[mark.header];
  const value = exchange.headers[mark.header];
  const wrong = schema && headerProblem(schema, mark.keyword, value, exchange);
  return wrong
    ? {
        branch: `${mark.header} ${mark.keyword}`,
        expected: wrong,
        got: value ?? 'no such header',
        at: exchange.step,
      }
    : undefined;
}

/** Where a violation stands in the body; for a missing member, the member itself. */
const canonical = (error: ErrorObject): string =>
  error.keyword === 'required'
    ? `${error.instancePath}/${String((error.params as {missingProperty: string}).missingProperty)}`
    : error.instancePath;

const starredPointer = (pointer: string): string =>
  tokens(pointer)
    .map((token) => `/${/^\d+$/.test(token) ? '*' : token}`)
    .join('');

function nodeAt(contract: Contract, schema: Schema, pointer: string): Schema | undefined {
  let node: Schema | undefined = resolve(contract.document as any, schema as any) as Schema;
  for (const token of tokens(pointer)) {
    if (!node) return undefined;
    const parts: Schema[] = [
      node,
      ...(node.allOf ?? []).map((part) => resolve(contract.document as any, part as any) as Schema),
    ];
    const child: Schema | undefined =
      parts.map((part) => part.properties?.[token]).find(Boolean) ??
      (/^(\d+|\*)$/.test(token) ? node.items : undefined);
    node = child && (resolve(contract.document as any, child as any) as Schema);
  }
  return node;
}

/** The member behind a pointer as profiles call it: `Component#/pointer`. */
function keyOf(contract: Contract, schema: Schema, pointer: string): string {
  let [component, below, node] = ['', '', schema as Schema | undefined];
  const enter = (): void => {
    while (node?.$ref) {
      [component, below] = [node.$ref.split('/').at(-1)!, ''];
      node = resolve(
        contract.document as any,
        {$ref: `#/components/schemas/${component}`} as any,
      ) as Schema;
      if (node === undefined) return;
    }
  };
  enter();
  for (const token of tokens(pointer)) {
    below += `/${token}`;
    const parts: Schema[] = node
      ? [
          node,
          ...(node.allOf ?? []).map(
            (part) => resolve(contract.document as any, part as any) as Schema,
          ),
        ]
      : [];
    node = parts.map((part) => part.properties?.[token]).find(Boolean) ?? node?.items;
    enter();
  }
  return `${component}#${below}`;
}

/** Keywords that say nothing of values of another type: a `null` in their place is no witness. */
const OF_TYPE: Record<string, string> = {
  format: 'string',
  pattern: 'string',
  minLength: 'string',
  maxLength: 'string',
  minimum: 'number',
  maximum: 'number',
};

/**
 * Whether a pointer with `*` for rows leads to at least one value that the keyword could have found
 * wrong.
 */
function isThere(value: unknown, pointer: string, keyword: string): boolean {
  const star = pointer.indexOf('/*');
  if (star < 0) {
    const found = at(value, pointer);
    return (
      found !== undefined && (OF_TYPE[keyword] === undefined || typeof found === OF_TYPE[keyword])
    );
  }
  const rows = at(value, pointer.slice(0, star));
  return Array.isArray(rows) && rows.some((row) => isThere(row, pointer.slice(star + 2), keyword));
}

function headerProblem(
  schema: Schema,
  keyword: string,
  value: string | undefined,
  exchange: Exchange,
): string | undefined {
  // JSON that does not parse is no JSON, whatever its type says.
  if (
    (keyword === 'required' || keyword === 'pattern') &&
    /json/.test(schema.pattern ?? '') &&
    exchange.problem?.kind === 'not-json'
  )
    return 'a body that parses as JSON';
  if (keyword === 'required') return value === undefined ? 'the header is there' : undefined;
  if (value === undefined) return undefined;
  if (keyword === 'pattern' && !new RegExp(schema.pattern!, 'i').test(value))
    return `matches ${schema.pattern}`;
  if (
    keyword === 'const' &&
    value.toLowerCase().replaceAll(/\s+/g, '') !==
      String(schema.const).toLowerCase().replaceAll(/\s+/g, '')
  )
    return `is ${String(schema.const)}`;
  if (keyword === 'type' && schema.type === 'integer' && !/^-?\d+$/.test(value))
    return 'is an integer';
  if (keyword === 'minimum' && Number(value) < schema.minimum!)
    return `is at least ${schema.minimum}`;
  if (keyword === 'maximum' && Number(value) > schema.maximum!)
    return `is at most ${schema.maximum}`;
  return undefined;
}
