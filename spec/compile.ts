/** Build step: the two laws, from YAML and TSV to the JSON that programs load (`dist/compiled`). */
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {parse} from 'yaml';
import type {Law} from './law.ts';
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

/** Reads everything that stands in `spec/<api>/`. */
export function compileLaw(api: Api): Law {
  const contract = readContract(parse(text(`spec/${api}/contract.yaml`)));
  const rules: Rule[] = readdirSync(new URL(`spec/${api}/catalogue/`, root))
    .sort()
    .flatMap((file) => {
      const name = file.replace('.yaml', '');
      return Object.entries<Omit<Rule, 'id' | 'api' | 'chapter'>>(parse(text(`spec/${api}/catalogue/${file}`)) ?? {}).map(
        ([word, rule]): Rule => ({
          id: `${api}.${name}.${word}`, api, chapter: `${api}/${name}`, section: rule.section, sentence: rule.sentence,
          level: rule.level ?? 'must', since: rule.since ?? '1', covers: rule.covers ?? [],
        }),
      );
    });
  const checklist = rows(`spec/${api}/checklist.tsv`).map(
    ([row, chapter, section, statement, state]): ChecklistRow => ({
      row: row!, chapter: chapter!, section: section!, statement: statement!, state: state ?? '',
    }),
  );
  const openPoints = rows(`spec/${api}/open-points.tsv`).map(
    ([id, section, what, choices, tolerate]): OpenPoint => ({
      id: id!, section: section!, what: what!, choices: choices!, tolerate: tolerate!,
    }),
  );
  const profile = readProfile(parse(text(`spec/${api}/profile.yaml`)), contract, `spec/${api}/profile.yaml`);
  return {api, contract, rules, checklist, openPoints, profile};
}

if (process.argv[1]?.endsWith('compile.js')) {
  mkdirSync(new URL('dist/compiled/', root), {recursive: true});
  for (const api of ['workspace', 'store'] as const)
    writeFileSync(new URL(`dist/compiled/${api}.json`, root), JSON.stringify(compileLaw(api)));
}
