import type {IncomingMessage} from 'node:http';
import {escapeToken} from '../../spec/json.ts';
import {masked} from '../world/secrets.ts';
import {knownMembers, unknownMembers, type KnownMembers} from './known-members.ts';
import {meantName, plainOf} from './nearest.ts';
import type {RequestContext} from './request-context.ts';
import type {SchemasOf} from './request-schemas.ts';
import type {ServedOperation} from './served-operation.ts';

/** The maximum number of parts of one request that are named. */
const MAX_NAMED = 5;

/** Longer names are shortened: they may be a secret that was pasted at the wrong place. */
const MAX_NAME_CHARS = 40;

/** The number of names of headers that are remembered for each operation. */
const MAX_REMEMBERED = 500;

/** What an operation reads of a request. */
interface ReadParts {
  /** By name without case and punctuation. */
  headers: ReadonlyMap<string, string>;
  /** The headers that were compared before: the one that each resembles, if any. */
  compared: Map<string, string | undefined>;
  members: KnownMembers | undefined;
}

/**
 * Names the parts of requests that nothing reads and that may be mistyped: query parameters and members of the body
 * that the operation does not have, headers that resemble one that it has, and `Idempotency-Key` where nothing reads
 * it: its client believes that a repetition is harmless.
 */
export class Unread {
  readonly #schemas: SchemasOf;
  readonly #credential: string;
  readonly #known = new Map<string, ReadParts>();

  /** @param credential name of the header with the credential */
  constructor(schemas: SchemasOf, credential: string) {
    this.#schemas = schemas;
    this.#credential = credential;
  }

  /**
   * Returns a sentence for each such part, for example `the query parameter perPage has no effect here: did you mean
   * per_page?` Query and body of a request that was refused before they were read are left out.
   */
  of({request, path, input}: RequestContext, operation: ServedOperation): string[] {
    const read = this.#read(operation);
    const sentences = [...headerSentences(request, read), ...keySentences(request, read)];
    if (input) {
      sentences.push(...querySentences(path, operation.query));
      if (read.members && input.body !== undefined)
        sentences.push(...memberSentences(input.body, read.members));
    }
    return sentences.slice(0, MAX_NAMED);
  }

  #read(operation: ServedOperation): ReadParts {
    const {contract} = operation;
    const existing = this.#known.get(contract.id);
    if (existing) return existing;
    const schema = this.#schemas.body(contract);
    const declared = contract.parameters.filter((each) => each.in === 'header');
    const names = [this.#credential, 'Prefer', ...declared.map(({name}) => name)];
    if (schema) names.push('Content-Type');
    const read: ReadParts = {
      headers: new Map(names.map((name) => [plainOf(name), name])),
      compared: new Map(names.map((name) => [name.toLowerCase(), undefined])),
      members: schema && knownMembers(schema),
    };
    this.#known.set(contract.id, read);
    return read;
  }
}

function headerSentences(request: IncomingMessage, {headers, compared}: ReadParts): string[] {
  const sentences: string[] = [];
  for (const name in request.headers) {
    if (!compared.has(name)) {
      if (compared.size >= MAX_REMEMBERED) compared.clear();
      compared.set(name, resembled(name, headers));
    }
    const meant = compared.get(name);
    if (meant !== undefined) sentences.push(sentence('header', rawName(request, name), meant));
  }
  return sentences;
}

const KEY = 'Idempotency-Key';

const keySentences = ({method, headers}: IncomingMessage, read: ReadParts): string[] =>
  method === 'GET' || headers[KEY.toLowerCase()] === undefined || read.headers.has(plainOf(KEY))
    ? []
    : [
        `the header ${KEY} has no effect here: after a lost response, read whether the change was made`,
      ];

/** The header that another resembles; the header itself resembles none. */
function resembled(name: string, headers: ReadonlyMap<string, string>): string | undefined {
  if (name.length > MAX_NAME_CHARS) return undefined;
  const plain = meantName(plainOf(name), [...headers.keys()]);
  const meant = plain === undefined ? undefined : headers.get(plain);
  return meant?.toLowerCase() === name ? undefined : meant;
}

/** A header's name as the client wrote it. */
const rawName = ({rawHeaders}: IncomingMessage, name: string): string =>
  rawHeaders.find((raw, at) => at % 2 === 0 && raw.toLowerCase() === name) ?? name;

function querySentences(path: string, declared: readonly string[]): string[] {
  const from = path.indexOf('?');
  if (from < 0) return [];
  const names = new Set(new URLSearchParams(path.slice(from + 1)).keys());
  return [...names]
    .filter((name) => !declared.includes(name))
    .slice(0, MAX_NAMED)
    .map((name) => sentence('query parameter', name, meantName(name, declared), declared));
}

const memberSentences = (body: unknown, members: KnownMembers): string[] =>
  unknownMembers(body, members, MAX_NAMED).map(({parent, name, known}) => {
    const meant = meantName(name, known);
    const at = (member: string): string => `${parent}/${escapeToken(member)}`;
    return sentence(
      'member',
      name.length > MAX_NAME_CHARS ? `${parent}/${masked(name)}` : at(name),
      meant && at(meant),
      known,
    );
  });

/** @param known the names that have an effect, to list when none of them was meant */
function sentence(
  part: 'query parameter' | 'header' | 'member',
  name: string,
  meant: string | undefined,
  known: readonly string[] = [],
): string {
  const isLong = part !== 'member' && name.length > MAX_NAME_CHARS;
  const shown = isLong ? masked(name) : name || 'with an empty name';
  const listed = known.length ? ` (there are ${known.join(', ')})` : '';
  const todo = meant === undefined ? `leave it out${listed}` : `did you mean ${meant}?`;
  return `the ${part} ${shown} has no effect here: ${todo}`;
}
