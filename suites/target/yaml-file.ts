import {readFileSync} from 'node:fs';
import {isMap, isNode, isSeq, LineCounter, parseDocument, type Document} from 'yaml';
import {tokens} from '../../spec/json.ts';
import {UsageError} from '../../spec/usage-error.ts';

/** The value of a YAML file, and the line of each part of it. */
export interface YamlFile {
  value: unknown;
  /** `FILE:LINE` of the value at a JSON Pointer, or of the nearest one above it. */
  at(pointer: string): string;
}

/** @throws UsageError for a file that cannot be read, and for one that is no YAML */
export function readYaml(file: string): YamlFile {
  const lines = new LineCounter();
  const lineAt = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  const {document, value} = parse(file, readText(file), lines);
  const [error] = document.errors;
  if (error) throw new UsageError(`${lineAt(error.pos[0])}: ${firstLine(error)}`);
  return {
    value,
    at(pointer) {
      const offset = offsetOf(document, pointer);
      return offset === undefined ? file : lineAt(offset);
    },
  };
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

/** Characters of a file at most. */
const MOST_CHARACTERS = 4_000_000;

/** How deep a file may nest: the parser's memory grows with the square of the depth. */
const MOST_LEVELS = 500;

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

/**
 * Parses a text. The parser throws on nesting without end and on aliases of aliases; other errors
 * stand in the document.
 */
function parse(
  file: string,
  text: string,
  lineCounter: LineCounter,
): {document: Document; value: unknown} {
  if (text.length > MOST_CHARACTERS)
    throw new UsageError(
      `${file}: has ${text.length} characters; ${MOST_CHARACTERS} at most are read`,
    );
  if (depthOf(text) > MOST_LEVELS)
    throw new UsageError(`${file}: cannot be read as YAML: it nests deeper than ${MOST_LEVELS}`);
  try {
    const document = parseDocument(text, {lineCounter});
    return {document, value: document.errors.length ? undefined : document.toJS()};
  } catch (error) {
    throw new UsageError(`${file}: cannot be read as YAML: ${firstLine(error as Error)}`);
  }
}

const firstLine = ({message}: Error): string => message.split('\n', 1)[0] ?? '';

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    throw new UsageError(`${file}: cannot be read (${code}); give the path of a YAML file`);
  }
}
