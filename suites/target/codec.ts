import type {Contract, Operation, Outcome} from '../../spec/contract.ts';
import type {Pager} from '../../spec/openapi.ts';
import {at, isObject, tokens, withAt} from '../../spec/json.ts';
import {isSettled, type Encoding, type Profile} from '../../spec/profile.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import type {ProfileMismatch} from '../../spec/step.ts';
import {layersOf, linkIn, plain, respelt} from './tool-codec.ts';

/** What reading one body has at hand, and what it finds wrong with the profile. */
interface Reading {
  headers: Record<string, string>;
  mistaken: ProfileMismatch[];
  /** A tool's result has no headers: what stands there stands beside the rest. */
  tool?: true;
}

/** An answer in canonical names. */
export interface Decoded {
  /** Every situation that the answer can be, as profiled. */
  situations: string[];
  /** The same as documented, that is without the profile. */
  documented: string[];
  body: unknown;
  /** What of the profile the response contradicts. */
  profileMismatch?: ProfileMismatch;
}

/**
 * Translates between canonical names and the names of one deployment: the only place that reads a
 * profile. A decoded answer is a set of situations, because the documents leave statuses and
 * reasons open.
 */
export class Codec {
  readonly #contract: Contract;
  readonly #profile: Profile;
  /** URLs that a deployment handed out for resources whose path is open: `kind id` to URL. */
  readonly #followed = new Map<string, string>();

  constructor(contract: Contract, profile: Profile) {
    this.#contract = contract;
    this.#profile = profile;
  }

  get operations(): Operation[] {
    return Object.values(this.#contract.operations);
  }

  has(id: string): boolean {
    return id in this.#contract.operations;
  }

  /** @throws Error for an operation that the contract does not have */
  operation(id: string): Operation {
    const operation = this.#contract.operations[id];
    if (!operation) throw new Error(`${id} is no operation of the ${this.#contract.api} API`);
    return operation;
  }

  /**
   * The path below the base address.
   * @returns undefined when the path is open and this deployment has not handed out its URL
   */
  path(id: string, parameters: Record<string, string>): string | undefined {
    const operation = this.operation(id);
    const said = this.#profile.paths[id];
    if (said && 'followed' in said)
      return this.#followed.get(`${said.followed.kind} ${Object.values(parameters)[0]}`);
    const template = said?.template ?? this.#contract.prefix + operation.path;
    return template.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
      encodeURIComponent(parameters[name] ?? ''),
    );
  }

  /** The request body in the deployment's names. */
  encode(id: string, body: unknown): unknown {
    const names = this.#profile.requests[id];
    if (!names || !isObject(body)) return body;
    let wire: unknown = {};
    for (const [name, value] of Object.entries(body)) {
      const place = names[name] ?? name;
      wire = withAt(wire, place.startsWith('/') ? place : `/${place}`, value);
    }
    return wire;
  }

  /** How this deployment turns pages. */
  pager(id: string): Pager {
    const {pager} = this.operation(id);
    if (!pager) throw new Error(`${id} is no list: its contract has no x-pager`);
    return {...pager, ...this.#profile.pager[id]};
  }

  /** Reads an answer in canonical names. */
  decode(id: string, status: number, headers: Record<string, string>, wire: unknown): Decoded {
    const operation = this.operation(id);
    const documentedFits = operation.outcomes.filter((outcome) =>
      fits(operation, outcome, status, wire),
    );
    const profiled = documentedFits.filter((outcome) =>
      this.#narrowed(operation, outcome, status, wire),
    );
    const mistaken: ProfileMismatch[] = [];
    const body = this.#body(operation, profiled[0] ?? documentedFits[0], wire, {headers, mistaken});
    this.#remember(operation, headers, body);
    const hidden = documentedFits.filter((outcome) => !profiled.includes(outcome));
    // What is left explains the answer only when the document or the profile gives it this reason.
    const explained =
      status < 400 ||
      profiled.some(
        (outcome) =>
          outcome.reason !== undefined || this.#said(operation, outcome)?.reason !== undefined,
      );
    const doubted = explained && profiled.length ? undefined : hidden[0];
    const unasked = profiled.some((outcome) => outcome.situation === operation.invalid)
      ? this.#unsettledRequest(operation)
      : undefined;
    if (unasked) mistaken.push(unasked);
    return {
      situations: profiled.map((outcome) => outcome.situation),
      documented: documentedFits.map((outcome) => outcome.situation),
      body,
      ...(mistaken[0] && {profileMismatch: mistaken[0]}),
      ...(doubted && {
        profileMismatch: {
          kind: 'outcome' as const,
          line: `outcomes.${id}.${doubted.situation}: {status: [${status}], reason: ${JSON.stringify(reasonOf(wire))}}`,
        },
      }),
    };
  }

  /**
   * Reads a tool's result. It has no status: of a success every documented one can be meant, of a
   * refusal those that its reason allows.
   * @param refused the result is an error
   * @returns with the status that the document gives the situation; 400 for a refusal that it does
   * not know
   */
  decodeTool(
    id: string,
    refused: boolean,
    wire: unknown,
  ): Decoded & {status: number; headers: Record<string, string>; unread?: string} {
    const operation = this.operation(id);
    const plainly = operation.outcomes.find(({situation}) => situation === operation.success)!;
    const said = refused
      ? this.#withReason(operation, wire)
      : this.#unwrapped(operation, plainly, wire);
    const fitting = operation.outcomes.filter((outcome) =>
      refused
        ? outcome.statuses[0]! >= 400 &&
          mayBeTools(outcome, said, this.#said(operation, outcome)) &&
          fitsReason(operation, outcome, said)
        : outcome.statuses[0]! < 400,
    );
    const profiled = refused
      ? fitting.filter((outcome) => this.#narrowedReason(operation, outcome, said))
      : fitting;
    const redirects = plainly.statuses.includes(302);
    const location = refused || !redirects ? undefined : linkIn(said);
    const headers: Record<string, string> = location === undefined ? {} : {location};
    const mistaken: ProfileMismatch[] = [];
    const body = this.#body(operation, refused ? (profiled[0] ?? fitting[0]) : plainly, said, {
      headers,
      mistaken,
      tool: true,
    });
    const unasked = profiled.some(({situation}) => situation === operation.invalid)
      ? this.#unsettledRequest(operation)
      : undefined;
    const mismatch = mistaken[0] ?? (refused ? unasked : undefined);
    const [first] = profiled;
    const status = refused
      ? first
        ? (this.#said(operation, first)?.status?.[0] ?? first.statuses[0]!)
        : 400
      : plainly.statuses[0]!;
    return {
      situations: profiled.map(({situation}) => situation),
      documented: fitting.map(({situation}) => situation),
      body,
      status,
      headers,
      ...(mismatch !== undefined && {profileMismatch: mismatch}),
      ...(!refused &&
        !redirects &&
        !this.#seen(plainly, body) && {
          unread: `no object of ${id} is to be seen in ${JSON.stringify(said).slice(0, 60)}`,
        }),
    };
  }

  /**
   * Whether anything of an operation's is to be seen in what its tool brought; nothing at all is
   * not another shape.
   */
  #seen({schema}: Outcome, body: unknown): boolean {
    const names = this.#membersOf(schema);
    return (
      isObject(body) &&
      (names.length === 0 ||
        Object.keys(body).length === 0 ||
        names.some((name) => body[name] !== undefined))
    );
  }

  #membersOf(schema: Schema | undefined): string[] {
    return schema
      ? Object.keys(
          (resolve(this.#contract.document as any, schema as any) as Schema).properties ?? {},
        )
      : [];
  }

  /**
   * A refusal with the reason that the operation is known to give, where the text alone says it
   * (NS-WS-47).
   */
  #withReason(operation: Operation, said: unknown): unknown {
    const words = JSON.stringify(said).split(/[^\w.-]+|[.-](?!\w)/);
    const reasons = operation.outcomes.flatMap((outcome) =>
      [outcome.reason, this.#said(operation, outcome)?.reason].flat(),
    );
    const reason =
      isObject(said) && 'reason' in said
        ? undefined
        : reasons.find((one) => one !== undefined && words.includes(one));
    return reason === undefined ? said : {...(isObject(said) && said), reason};
  }

  /**
   * A result in the names that are known: of what is wrapped in it that which has most of the
   * operation's members (NS-WS-46).
   */
  #unwrapped(operation: Operation, success: Outcome, said: unknown): unknown {
    const names = this.#membersOf(success.schema);
    const has = (layer: unknown): number => {
      const body = this.#body(operation, success, layer, {headers: {}, mistaken: [], tool: true});
      return names.filter(
        (name) =>
          isObject(body) &&
          body[name] !== undefined &&
          (name !== 'data' || Array.isArray(body.data)),
      ).length;
    };
    return layersOf(respelt(said, this.#names()))
      .map((layer) => ({layer, has: has(layer)}))
      .reduce((best, one) => (one.has > best.has ? one : best)).layer;
  }

  /** Names that members have in this deployment's answers, by their plain spelling. */
  #names(): Map<string, string> {
    const {components} = this.#contract.document as {components: {schemas: Record<string, Schema>}};
    const places = Object.values(this.#profile.members).flatMap((place) =>
      'at' in place ? tokens(place.at) : [],
    );
    return new Map(
      [
        ...Object.values(components.schemas).flatMap(({properties = {}}) =>
          Object.keys(properties),
        ),
        ...places,
      ].map((name) => [plain(name), name]),
    );
  }

  /**
   * The name of an operation's tool as the profile has it, and what its arguments are called there.
   */
  tool(id: string): Profile['tools'][string] | undefined {
    return this.#profile.tools[id];
  }

  /** A request may have been refused because it was made in names that are only the contract's. */
  #unsettledRequest({id, request}: Operation): ProfileMismatch | undefined {
    const {properties = {}} = request
      ? (resolve(this.#contract.document as any, request as any) as Schema)
      : {};
    const name = Object.keys(properties).find(
      (one) =>
        !this.#profile.requests[id]?.[one] &&
        !isSettled(this.#contract, this.#profile, '', properties[one]!),
    );
    if (name === undefined) return undefined;
    const line = `requests.${id}: {${name}: /pointer} (the document does not name it)`;
    return {kind: 'request', line};
  }

  #narrowed(operation: Operation, outcome: Outcome, status: number, wire: unknown): boolean {
    const said = this.#said(operation, outcome);
    if (!said) return true;
    if (said.status && !said.status.includes(status)) return false;
    return this.#narrowedReason(operation, outcome, wire);
  }

  #narrowedReason(operation: Operation, outcome: Outcome, wire: unknown): boolean {
    const reason = this.#said(operation, outcome)?.reason;
    return reason === undefined || [reason].flat().includes(String(reasonOf(wire)));
  }

  /** The profile's line for an outcome. */
  #said(operation: Operation, outcome: Outcome): Profile['outcomes'][string] | undefined {
    return (
      this.#profile.outcomes[`${operation.id}.${outcome.situation}`] ??
      this.#profile.outcomes[outcome.situation]
    );
  }

  #remember(operation: Operation, headers: Record<string, string>, body: unknown): void {
    for (const said of Object.values(this.#profile.paths))
      if ('followed' in said && said.followed.from === operation.id && operation.creates) {
        const url = headers[said.followed.header.toLowerCase()];
        const made = at(body, operation.creates.id);
        if (url && made !== undefined)
          this.#followed.set(`${said.followed.kind} ${String(made)}`, url);
      }
  }

  #body(
    operation: Operation,
    outcome: Outcome | undefined,
    wire: unknown,
    reading: Reading,
  ): unknown {
    if (!outcome?.schema) return wire;
    if (outcome.situation !== operation.success)
      return this.#value(outcome.schema, '', '', wire, reading);
    const rows = this.#profile.rows[operation.id];
    const wrapped = operation.wrapOpen !== undefined && isObject(wire) && isObject(wire.data);
    const unwrapped = rows
      ? {...(isObject(wire) && wire), data: rowsAt(wire, rows)}
      : wrapped
        ? wire.data
        : wire;
    return this.#value(outcome.schema, '', '', unwrapped, reading);
  }

  #value(
    schema: Schema,
    component: string,
    pointer: string,
    wire: unknown,
    reading: Reading,
  ): unknown {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1)!;
      return this.#value(
        resolve(this.#contract.document as any, schema as any) as Schema,
        name,
        '',
        wire,
        reading,
      );
    }
    if (schema.allOf)
      return schema.allOf.reduce(
        (body, part) => this.#value(part, component, pointer, body, reading),
        wire,
      );
    if (schema.items && Array.isArray(wire))
      return wire.map((row) => this.#value(schema.items!, component, pointer, row, reading));
    if (schema.properties && isObject(wire)) {
      const root = pointer === '' ? wire : undefined;
      const body: Record<string, unknown> = {...wire};
      for (const [name, member] of Object.entries(schema.properties)) {
        const key = `${component}#${pointer}/${name}`;
        const place = this.#profile.members[key];
        let value: unknown = wire[name];
        if (place && 'header' in place)
          value = reading.tool
            ? value
            : taken(reading.headers[place.header.toLowerCase()], place.take);
        else if (place) {
          value = at(root ?? wire, place.at);
          if (value === undefined && place.absent === 'null') value = null;
          // As profiled it is not there, under the canonical name it is: the profile is wrong, not
          // the deployment.
          if (value === undefined && wire[name] !== undefined)
            reading.mistaken.push({kind: 'member', line: `members.${key}: {at: /${name}}`});
        }
        if (
          value === undefined &&
          schema.required?.includes(name) &&
          !isSettled(this.#contract, this.#profile, key, member)
        )
          reading.mistaken.push({
            kind: 'member',
            line: `members.${key}: {at: /pointer} (the document does not name it)`,
          });
        value = decodeValue(this.#profile.encodings[key], value);
        value = this.#value(member, component, `${pointer}/${name}`, value, reading);
        if (value === undefined) delete body[name];
        else body[name] = value;
      }
      return body;
    }
    return wire;
  }
}

/** The rows of a list where the deployment keeps them; what is no list stays what it is. */
function rowsAt(wire: unknown, {at: where, unwrap = ''}: {at: string; unwrap?: string}): unknown {
  const rows = at(wire, where);
  return Array.isArray(rows) ? rows.map((row) => at(row, unwrap)) : rows;
}

const reasonOf = (wire: unknown): unknown => (isObject(wire) ? wire.reason : undefined);

/**
 * Refusals of the key and of the minute: the MCP server has an authorization of its own, and is
 * asked for tools only then.
 */
const GENERAL = ['unauthenticated', 'forbidden', 'rate-limited'];

/**
 * A tool's error is the limit's only when it says so: everything else whose reason is open would be
 * taken for it.
 */
const mayBeTools = (
  {situation}: Outcome,
  said: unknown,
  profile: Profile['outcomes'][string] | undefined,
): boolean =>
  !GENERAL.includes(situation) ||
  (situation === 'rate-limited' &&
    (profile?.reason !== undefined || /rate.?limit|too.?many/i.test(JSON.stringify(said) ?? '')));

/** Whether the document allows to call an answer by an outcome's name. */
const fits = (operation: Operation, outcome: Outcome, status: number, wire: unknown): boolean =>
  outcome.statuses.includes(status) &&
  (fitsReason(operation, outcome, wire) || (status < 400 && outcome.reason === undefined));

function fitsReason(operation: Operation, outcome: Outcome, wire: unknown): boolean {
  if (outcome.reason !== undefined) return reasonOf(wire) === outcome.reason;
  if (outcome.anyReason) return true;
  // An open reason is not one that the document gives to another situation of the operation.
  return !operation.outcomes.some(
    (other) => other.reason !== undefined && other.reason === reasonOf(wire),
  );
}

const taken = (
  header: string | undefined,
  take: 'last-segment' | 'whole' = 'whole',
): string | undefined =>
  take === 'last-segment' ? header?.split('?')[0]!.split('/').at(-1) : header;

/** A number of seconds or milliseconds as a date-time; one that is no instant stays what it is. */
function instant(value: unknown, milliseconds: number): unknown {
  const date = typeof value === 'number' ? new Date(value * milliseconds) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : value;
}

function decodeValue(encoding: Encoding | undefined, value: unknown): unknown {
  if (encoding === undefined || value === null || value === undefined) return value;
  if (encoding === 'bool-as-int') return value === 1 ? true : value === 0 ? false : value;
  if (encoding === 'number-as-string')
    return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
      ? Number(value)
      : value;
  if (encoding === 'epoch-seconds') return instant(value, 1000);
  if (encoding === 'epoch-milliseconds') return instant(value, 1);
  if (encoding === 'pairs')
    return Array.isArray(value)
      ? Object.fromEntries(
          value.map((pair: any) => (Array.isArray(pair) ? pair : [pair?.name, pair?.value])),
        )
      : value;
  return Object.entries(encoding).find(([, spelt]) => spelt === value)?.[0] ?? value;
}
