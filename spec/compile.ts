/** Build step: the two laws, from YAML and TSV to the JSON that programs load (`dist/compiled`). */
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {parse} from 'yaml';
import type {Specification} from './specification.ts';
import {readContract} from './read-contract.ts';
import type {Api, ChecklistRow, OpenPoint, Rule} from './rule.ts';
import {readProfile} from './profile.ts';

const root = new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const rows = (path: string): string[][] =>
  text(path)
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split('\t'));

/** What a rule says of itself; the rest follows from where it stands. */
type Entry = Pick<Rule, 'section' | 'sentence'> & Partial<Pick<Rule, 'level' | 'since' | 'covers'>>;
const KEYS = ['section', 'sentence', 'level', 'since', 'covers'];

/** @throws Error for a key that no rule has: a misspelt `level` would silently be `must` */
function known(entry: Entry, where: string): Entry {
  const unknown = Object.keys(entry).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    throw new Error(`${where}: unknown key \`${unknown}\`; there are ${KEYS.join(', ')}`);
  return entry;
}

/**
 * Reads everything that stands in `spec/<api>/`.
 * @throws Error that names the file and place of what is not usable
 */
export function compileSpecification(api: Api): Specification {
  const contract = readContract(parse(text(`spec/${api}/contract.yaml`)));
  const rules: Rule[] = readdirSync(new URL(`spec/${api}/catalogue/`, root))
    .sort()
    .flatMap((file) => {
      const name = file.replace('.yaml', '');
      return Object.entries<Entry>(parse(text(`spec/${api}/catalogue/${file}`)) ?? {}).map(
        ([word, entry]): Rule => ({
          id: `${api}.${name}.${word}`,
          api,
          chapter: `${api}/${name}`,
          level: 'must',
          since: '1',
          covers: [],
          ...known(entry, `${api}/${file}: ${word}`),
        }),
      );
    });
  const checklist = rows(`spec/${api}/checklist.tsv`).map(
    ([row, chapter, section, statement, state]): ChecklistRow => ({
      row: row!,
      chapter: chapter!,
      section: section!,
      statement: statement!,
      state: state ?? '',
    }),
  );
  const openPoints = rows(`spec/${api}/open-points.tsv`).map(
    ([id, section, what, choices, tolerate]): OpenPoint => ({
      id: id!,
      section: section!,
      what: what!,
      choices: choices!,
      tolerate: tolerate!,
    }),
  );
  const profile = readProfile(
    parse(text(`spec/${api}/profile.yaml`)),
    contract,
    `spec/${api}/profile.yaml`,
  );
  return {api, contract, rules, checklist, openPoints, profile};
}

if (process.argv[1]?.endsWith('compile.js')) {
  mkdirSync(new URL('dist/compiled/', root), {recursive: true});
  for (const api of ['workspace', 'store'] as const)
    writeFileSync(
      new URL(`dist/compiled/${api}.json`, root),
      JSON.stringify(compileSpecification(api)),
    );
}
