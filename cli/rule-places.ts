import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {Rule} from '../spec/rule.ts';
import {keyOf} from './rules-named.ts';

/** The files in which the parts of a rule are defined, as paths below presscheck's folder, usually with a line. */
export interface RulePlaces {
  /** What decides it: a check of the suite, marks in the contract, or both. */
  checks: string[];
  /** The defects of the mock that break it. */
  defects: string[];
  /** The commented examples that replay it; its other fixtures are made when somebody asks for them. */
  examples: string[];
}

/** A file of the project, with its path below the project's folder. */
interface SourceFile {
  path: string;
  lines: string[];
}

const EXAMPLES = 'fixtures/examples';

/** How a mark in the contract is identified. */
const MARK = 'mark `x-rule` at ';

/**
 * Finds the parts of a rule by its id, or by the last word of its id in the files of its chapter. If neither occurs in
 * a file, the folder of the chapter is returned.
 * @param root presscheck's folder: a clone, or the installed package, which contains compiled sources
 */
export function rulePlaces(rule: Rule, root: string): RulePlaces {
  const marks = marksOf(rule, root);
  const checks = declaredIn('suites', rule, root);
  const defects = declaredIn('mock/defects', rule, root);
  return {
    checks: checks.length || marks.length ? [...checks, ...marks] : [`suites/${rule.chapter}/`],
    defects: defects.length || marks.length ? defects : [`mock/defects/${rule.chapter}`],
    examples: examplesOf(rule, root),
  };
}

/** The positions in the source files of a folder at which a rule is declared. */
function declaredIn(folder: string, rule: Rule, root: string): string[] {
  const files = sourceFiles(folder, root);
  const byId = files.flatMap((file) => linesWith([`'${rule.id}'`, `'${rule.id} @ `], file));
  if (byId.length) return byId;
  return files
    .filter(({path}) => path.includes(`${rule.chapter}/`) || path.includes(`${rule.chapter}.`))
    .flatMap((file) => linesWith([`'${keyOf(rule.id)}'`, `'${keyOf(rule.id)} @ `], file));
}

/** The first line of a file that contains one of the texts. */
function linesWith(texts: readonly string[], {path, lines}: SourceFile): string[] {
  const index = lines.findIndex((line) => texts.some((text) => line.includes(text)));
  return index < 0 ? [] : [`${path}:${index + 1}`];
}

/** The marks of the contract for the rule. */
function marksOf({id, api}: Rule, root: string): string[] {
  const path = `spec/${api}/contract.yaml`;
  const {lines} = read(path, root);
  return lines.flatMap((line, index) =>
    wordsOf(line).includes(id) ? [`${MARK}${path}:${index + 1}`] : [],
  );
}

/** The words of a line, including dots and hyphens. */
const wordsOf = (line: string): string[] => line.match(/[\w.-]+/g) ?? [];

/** The sources in a folder, without tests and without the lists of foundations. In a package they are compiled. */
function sourceFiles(folder: string, root: string): SourceFile[] {
  const isClone = existsSync(join(root, folder));
  const below = isClone ? folder : `dist/${folder}`;
  const ending = isClone ? '.ts' : '.js';
  return readdirSync(join(root, below), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith(ending) && !name.includes('.test.'))
    .filter((name) => !basename(name).includes('foundations'))
    .sort()
    .map((name) => read(`${below}/${name.replaceAll('\\', '/')}`, root));
}

const read = (path: string, root: string): SourceFile => ({
  path,
  lines: readFileSync(join(root, path), 'utf8').split('\n'),
});

/** The examples that replay a rule. If there are several, the one with the shortest name is the first. */
const examplesOf = ({id}: Rule, root: string): string[] =>
  readdirSync(join(root, EXAMPLES), {recursive: true, encoding: 'utf8'})
    .filter((name) => basename(name).startsWith(`${keyOf(id)}.`) && name.endsWith('.yaml'))
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .map((name) => read(`${EXAMPLES}/${name.replaceAll('\\', '/')}`, root))
    .filter(({lines}) => lines.includes(`rule: ${id}`))
    .map(({path}) => path);
