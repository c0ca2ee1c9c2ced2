/**
 * `npm run fixtures`: writes the fixture of every behavioural check to `fixtures/<api>/<chapter>/`.
 */
import {existsSync, mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {loadSpecification} from '../spec/specification.ts';
import {CHAPTERS} from './all-checks.ts';
import type {Check} from './check.ts';
import {fixtureText, recorded, type Fixture} from './engine/fixtures/fixture.ts';

/** Fixtures by path below `fixtures/`: one for every check that a chapter declares. */
export function recordedFixtures(): Map<string, Fixture> {
  const contracts = {
    workspace: loadSpecification('workspace').contract,
    store: loadSpecification('store').contract,
  };
  const chapters = Object.values(CHAPTERS).flat();
  return new Map(
    chapters.flatMap(({chapter, checks}) =>
      checks.map((check): [string, Fixture] => [
        `${chapter}/${nameOf(check)}.yaml`,
        recorded(check, contracts),
      ]),
    ),
  );
}

/** The last word of the rule id, and of a rule that holds in many places the place. */
function nameOf({rule, place}: Check): string {
  const key = rule.slice(rule.lastIndexOf('.') + 1);
  return place === '*' ? key : `${key}.${place.replaceAll(/[^\w]+/g, '-')}`;
}

/** Makes the folder hold exactly these fixtures; what people wrote (`examples/`) stays. */
function write(root: URL): void {
  const fixtures = recordedFixtures();
  for (const api of Object.keys(CHAPTERS)) {
    const folder = new URL(`${api}/`, root);
    if (!existsSync(folder)) continue;
    for (const file of readdirSync(folder, {recursive: true, encoding: 'utf8'}))
      if (file.endsWith('.yaml') && !fixtures.has(`${api}/${file}`)) rmSync(new URL(file, folder));
  }
  for (const [path, fixture] of fixtures) {
    const file = fileURLToPath(new URL(path, root));
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, fixtureText(fixture));
  }
  console.log(`Wrote ${fixtures.size} fixtures.`);
}

if (process.argv[1]?.endsWith('record-fixtures.js'))
  write(new URL('../../fixtures/', import.meta.url));
