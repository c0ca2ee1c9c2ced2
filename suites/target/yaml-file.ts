import {readFileSync} from 'node:fs';
import {isMap, isNode, isSeq, LineCounter, parseDocument, type Document} from 'yaml';
import {tokens} from '../../spec/json.ts';
import {UsageError} from '../../spec/profile.ts';

/** What a YAML file says, and where. */
export interface YamlFile {
  value: unknown;
  /** `FILE:LINE` of the value at a JSON Pointer, or of the nearest one above it. */
  at(pointer: string): string;
}

/** @throws UsageError for a file that is not there or no YAML */
export function readYaml(file: string): YamlFile {
  const lines = new LineCounter();
  const line = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  const {document, said} = parsed(file, readText(file), lines);
  const [problem] = document.errors;
  if (problem) throw new UsageError(`${line(problem.pos[0])}: ${problem.message.split('\n')[0]}`);
  return {
    value: said,
    at(pointer) {
      let node: unknown = document.contents;
      let found = file;
      for (const token of tokens(pointer)) {
        const pair = isMap(node)
          ? node.items.find(({key}) => String(isNode(key) ? key : '') === token)
          : undefined;
        const place: unknown = pair
          ? pair.key
          : isSeq(node)
            ? node.items[Number(token)]
            : undefined;
        if (!isNode(place) || !place.range) break;
        found = line(place.range[0]);
        node = pair ? pair.value : place;
      }
      return found;
    },
  };
}

/**
 * Characters of a file at most, and how deep it may nest: the parser's memory grows with the square
 * of the depth.
 */
const MOST = 4_000_000;
const DEEPEST = 500;

/**
 * Opened brackets that nothing closed, and dashes before one another on a line: never less than the
 * true depth.
 */
function depthOf(text: string): number {
  let open = 0;
  let deepest = 0;
  for (const [brackets] of text.matchAll(/[[{]+|[\]}]+|(?:[-?] +)+/g)) {
    if (/^[-?]/.test(brackets)) deepest = Math.max(deepest, open + brackets.length / 2);
    else if (/^[[{]/.test(brackets)) deepest = Math.max(deepest, (open += brackets.length));
    else open = Math.max(0, open - brackets.length);
  }
  return deepest;
}

/**
 * Nesting without end and aliases of aliases are refused by the parser itself, with an exception.
 */
function parsed(
  file: string,
  text: string,
  lineCounter: LineCounter,
): {document: Document; said: unknown} {
  if (text.length > MOST)
    throw new UsageError(`${file}: has ${text.length} characters; ${MOST} at most are read`);
  if (depthOf(text) > DEEPEST)
    throw new UsageError(`${file}: cannot be read as YAML: it nests deeper than ${DEEPEST}`);
  try {
    const document = parseDocument(text, {lineCounter});
    return {document, said: document.errors.length ? undefined : document.toJS()};
  } catch (error) {
    throw new UsageError(
      `${file}: cannot be read as YAML: ${(error as Error).message.split('\n')[0]}`,
    );
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file}: cannot be read (${(error as NodeJS.ErrnoException).code}); give the path of a YAML file`,
    );
  }
}
