import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  type Alias,
  type Document,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml';
import {tokens} from '../../spec/json.ts';
import {readPlainFile, whyUnread} from '../../spec/read-file.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {nearestBeside} from './nearest-file.ts';

/** The value of a YAML file, and the line of each part of it. */
export interface YamlFile {
  value: unknown;
  /** `FILE:LINE` of the value at a JSON Pointer, or of the nearest one above it. */
  at(pointer: string): string;
}

/**
 * Reads a YAML file.
 * @param text its content, if it is known already
 * @throws UsageError for a file that cannot be read, and for one that is no YAML
 */
export function readYaml(file: string, text = readText(file)): YamlFile {
  const lines = new LineCounter();
  const lineAt = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  const {document, value} = parse(file, text, lines);
  const [error] = document.errors;
  if (error) throw new UsageError(`${lineAt(error.pos[0])}: ${complaintOf(error)}`);
  const twice = offsetOfKeyTwice(document);
  if (twice !== undefined) throw new UsageError(`${lineAt(twice)}: Map keys must be unique`);
  return {
    value,
    at(pointer) {
      const offset = offsetOf(document, pointer);
      return offset === undefined ? file : lineAt(offset);
    },
  };
}

/** An error of the parser, and what to do about it if its own words do not say that. */
function complaintOf(error: YAMLParseError): string {
  const words = firstLine(error);
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return `${words}; indent with spaces`;
    case 'BLOCK_AS_IMPLICIT_KEY':
      return `${words}; the next line may be indented deeper than this one`;
    case 'MULTIPLE_DOCS':
      return 'another YAML document begins (`---`); write each to a file of its own';
    default:
      return words;
  }
}

/** Where the value at a JSON Pointer begins, or the nearest one above it that is there. */
function offsetOf(document: Document, pointer: string): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const token of tokens(pointer)) {
    const {begin, value} = childOf(node, token);
    if (!isNode(begin) || !begin.range) break;
    [offset] = begin.range;
    node = value;
  }
  return offset;
}

/** A member or item of a node: the node at which it begins, and its value. */
function childOf(node: unknown, token: string): {begin?: unknown; value?: unknown} {
  if (isSeq(node)) {
    const item = node.items[Number(token)];
    return {begin: item, value: item};
  }
  if (!isMap(node)) return {};
  const pair = node.items.find(({key}) => String(isNode(key) ? key : '') === token);
  return pair ? {begin: pair.key, value: pair.value} : {};
}

/** Bytes of a file at most. */
const MAX_BYTES = 1_000_000;

/** Tokens of a file at most: a line has about five. */
const MAX_TOKENS = 50_000;

/** Aliases of a file at most: each is looked for in all of it. */
const MAX_ALIASES = 100;

/** Characters of a complaint of the parser that are shown: it may show the file. */
const MAX_COMPLAINT_CHARS = 200;

/** How deep a file may nest: the parser's memory grows with the square of the depth. */
const MAX_LEVELS = 500;

/**
 * An upper bound of how deep a text nests, before it is parsed: opened brackets that nothing
 * closed, and dashes one after the other on a line.
 */
function depthOf(text: string): number {
  let open = 0;
  let deepest = 0;
  for (const [run] of text.matchAll(/[[{]+|[\]}]+|(?:[-?] +)+/g)) {
    if (/^[-?]/.test(run)) {
      deepest = Math.max(deepest, open + run.length / 2);
      continue;
    }
    open = /^[[{]/.test(run) ? open + run.length : Math.max(0, open - run.length);
    deepest = Math.max(deepest, open);
  }
  return deepest;
}

/** Of what a text has too many, in words. */
function tooManyIn(text: string): string | undefined {
  let tokensLeft = MAX_TOKENS;
  let aliasesLeft = MAX_ALIASES;
  for (const token of new Lexer().lex(text)) {
    tokensLeft -= 1;
    if (token.startsWith('*')) aliasesLeft -= 1;
    if (tokensLeft < 0) return `${MAX_TOKENS} tokens`;
    if (aliasesLeft < 0) return `${MAX_ALIASES} aliases`;
  }
  return undefined;
}

/** Where a key stands that its map has already. */
function offsetOfKeyTwice(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Map(_key, map) {
      offset = keyTwiceIn(map);
      return offset === undefined ? undefined : visit.BREAK;
    },
  });
  return offset;
}

function keyTwiceIn({items}: YAMLMap): number | undefined {
  const known = new Set<unknown>();
  for (const {key} of items) {
    if (!isScalar(key)) continue;
    if (known.has(key.value)) return key.range?.[0];
    known.add(key.value);
  }
  return undefined;
}

/**
 * Parses a text. The parser throws on nesting without end and on aliases of aliases; other errors
 * stand in the document.
 */
function parse(
  file: string,
  text: string,
  lineCounter: LineCounter,
): {document: Document; value: unknown} {
  const unread = (why: string) => new UsageError(`${file}: cannot be read as YAML: ${why}`);
  if (/[\0\uFFFD]/.test(text)) throw unread('it is no text in UTF-8');
  if (depthOf(text) > MAX_LEVELS) throw unread(`it nests deeper than ${MAX_LEVELS}`);
  const tooMany = tooManyIn(text);
  if (tooMany !== undefined) throw unread(`it has more than ${tooMany}`);
  try {
    // The parser's time for pretty errors, and for unique keys, grows with the square of their number.
    const options = {lineCounter, prettyErrors: false, uniqueKeys: false};
    const document = parseDocument(text, options);
    const unknown = unknownAlias(document);
    if (unknown)
      throw new UsageError(
        `${file}:${lineCounter.linePos(unknown.range?.[0] ?? 0).line}: nothing above is named \`&${unknown.source}\`; ` +
          `write the value here in place of \`*${unknown.source}\``,
      );
    if (hasCircle(document)) throw unread('an alias (`*`) stands within what it names (`&`)');
    return {document, value: document.errors.length ? undefined : document.toJS()};
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unread(firstLine(error as Error));
  }
}

/** An alias for which there is no value before it. */
function unknownAlias(document: Document): Alias | undefined {
  let unknown: Alias | undefined;
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document)) return undefined;
      unknown = alias;
      return visit.BREAK;
    },
  });
  return unknown;
}

/** Whether an alias stands within what it names: the value would have no end. */
function hasCircle(document: Document): boolean {
  let isFound = false;
  visit(document, {
    Alias(_key, alias, path) {
      const named = alias.resolve(document);
      isFound = path.some((node) => node === named);
      return isFound ? visit.BREAK : undefined;
    },
  });
  return isFound;
}

const firstLine = ({message}: Error): string =>
  (message.split('\n', 1)[0] ?? '').slice(0, MAX_COMPLAINT_CHARS);

function readText(file: string): string {
  try {
    return readPlainFile(file, MAX_BYTES).toString('utf8');
  } catch (error) {
    const why = whyUnread(error);
    const advice = why === 'ENOENT' ? nearestBeside(file) : undefined;
    throw new UsageError(
      `${file}: cannot be read (${why}); ${advice ?? 'give the path of a YAML file'}`,
    );
  }
}
