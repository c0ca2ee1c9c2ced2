import {isMap, isNode, isPair, isScalar, LineCounter, parseDocument, type Document} from 'yaml';
import {Validator} from '../control/validate.ts';
import {seedSchema} from './seed-schema.ts';
import type {Seed} from './seed.ts';
import {pathAt, pathText, WrongValue, type Path} from '../wrong-value.ts';

/** A text that is no seed; the message names line, column and field. */
export class NoSeed extends Error {
  override name = 'NoSeed';
}

/** A seed, and the text that it was read from. */
export interface ParsedSeed {
  seed: Seed;
  /** The error of a wrong value, with its place in the text. */
  located(wrong: WrongValue): NoSeed;
}

/** Aliases that a text may resolve, so that a short text makes no endless world. */
const MAX_ALIASES = 1000;

/**
 * Reads a seed in YAML or JSON, and validates it.
 * @throws NoSeed
 */
export function parsedSeed(text: string): ParsedSeed {
  const lines = new LineCounter();
  const document = documentOf(text, lines);
  const located = (wrong: WrongValue): NoSeed => {
    const {line, col} = lines.linePos(offsetOf(document, wrong.path));
    const field = pathText(wrong.path);
    return new NoSeed(
      `line ${line}, column ${col}: ${field ? `${field}: ` : ''}${wrong.message}; ${wrong.todo}`,
    );
  };
  const seed = valueOf(document);
  const wrong = new Validator('docs/mock.md describes seeds').firstError(seedSchema, seed);
  if (wrong)
    throw located(
      new WrongValue(pathAt(seed, wrong.pointer, wrong.member), wrong.message, wrong.todo),
    );
  return {seed: seed as Seed, located};
}

function documentOf(text: string, lines: LineCounter): Document {
  try {
    const document = parseDocument(text, {lineCounter: lines, prettyErrors: false});
    const [error] = document.errors;
    if (!error) return document;
    const {line, col} = lines.linePos(error.pos[0]);
    throw new NoSeed(`line ${line}, column ${col}: ${error.message}; write YAML or JSON`);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

function valueOf(document: Document): unknown {
  try {
    return document.toJS({maxAliasCount: MAX_ALIASES});
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    if (error instanceof ReferenceError)
      throw new NoSeed(`${error.message}; write what the aliases stand for`);
    throw error;
  }
}

const tooDeep = (): NoSeed => new NoSeed('it is nested too deeply; docs/mock.md describes seeds');

/** Where a value begins in the text, or the nearest one around it that is written there. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    const pair =
      isMap(node) && node.items.find(({key}) => isScalar(key) && String(key.value) === step);
    const next: unknown = isPair(pair) ? pair.value : child(node, step);
    offset = (isPair(pair) ? startOf(pair.key) : undefined) ?? startOf(next) ?? offset;
    node = next;
  }
  return offset;
}

const child = (node: unknown, step: string | number): unknown =>
  typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items)
    ? (node.items as unknown[])[Number(step)]
    : undefined;

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);
