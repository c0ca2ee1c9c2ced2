/** Build step: compiles both specifications from YAML and TSV to the JSON that programs load (`dist/compiled`). */
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {parse} from 'yaml';
import type {OpenApiDocument} from './openapi.ts';
import {readContract} from './read-contract.ts';
import {readProfile} from './read-profile.ts';
import type {Api, Rule} from './rule.ts';
import type {Specification} from './specification.ts';

const root = new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url);
const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const readYaml = (path: string): unknown => parse(readText(path));

/** A rule in a file of the catalogue. Its id, API and chapter are derived from the file and the key. */
type CatalogueEntry = Pick<Rule, 'section' | 'sentence'> &
  Partial<Pick<Rule, 'protects' | 'level' | 'why' | 'since' | 'covers'>>;

const ENTRY_KEYS = ['section', 'sentence', 'protects', 'level', 'why', 'since', 'covers'];

const CHECKLIST_COLUMNS = ['row', 'chapter', 'section', 'statement', 'state'] as const;
const OPEN_POINT_COLUMNS = ['id', 'section', 'what', 'choices', 'tolerate'] as const;

/**
 * Reads the files in `spec/<api>/`.
 * @throws Error that names the file and the invalid entry
 */
export function compileSpecification(api: Api): Specification {
  const folder = `spec/${api}`;
  const contract = readContract(readYaml(`${folder}/contract.yaml`) as OpenApiDocument);
  return {
    api,
    contract,
    rules: rulesOf(api),
    checklist: readTable(`${folder}/checklist.tsv`, CHECKLIST_COLUMNS),
    openPoints: readTable(`${folder}/open-points.tsv`, OPEN_POINT_COLUMNS),
    profile: readProfile(readYaml(`${folder}/profile.yaml`), contract, `${folder}/profile.yaml`),
  };
}

/** The rules of all chapters of an API, in alphabetical order of the chapters. */
function rulesOf(api: Api): Rule[] {
  const files = readdirSync(new URL(`spec/${api}/catalogue/`, root)).sort();
  return files.flatMap((file) => {
    const chapter = file.replace('.yaml', '');
    const entries = (readYaml(`spec/${api}/catalogue/${file}`) ?? {}) as Record<
      string,
      CatalogueEntry
    >;
    return Object.entries(entries).map(([key, entry]): Rule => ({
      id: `${api}.${chapter}.${key}`,
      api,
      chapter: `${api}/${chapter}`,
      level: 'must',
      since: '1',
      covers: [],
      ...withKnownKeys(entry, `${api}/${file}: ${key}`),
    }));
  });
}

/** @throws Error for an unknown key: a misspelt `level` would silently mean `must` */
function withKnownKeys(entry: CatalogueEntry, name: string): CatalogueEntry {
  const unknown = Object.keys(entry).find((key) => !ENTRY_KEYS.includes(key));
  if (unknown !== undefined)
    throw new Error(`${name}: unknown key \`${unknown}\`; there are ${ENTRY_KEYS.join(', ')}`);
  return entry;
}

/**
 * The rows of a tab-separated file without its header line, by column.
 * @param columns names in the order of the file; a column that a row lacks is empty
 */
function readTable<Column extends string>(
  path: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  const [, ...lines] = readText(path).split('\n');
  return lines.filter(Boolean).map((line) => {
    const cells = line.split('\t');
    const entries = columns.map((column, i) => [column, cells[i] ?? '']);
    return Object.fromEntries(entries) as Record<Column, string>;
  });
}

if (process.argv[1]?.endsWith('compile.js')) {
  mkdirSync(new URL('dist/compiled/', root), {recursive: true});
  for (const api of ['workspace', 'store'] as const) {
    const compiled = JSON.stringify(compileSpecification(api));
    writeFileSync(new URL(`dist/compiled/${api}.json`, root), compiled);
  }
}
