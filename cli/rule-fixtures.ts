import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {likeliest} from '../spec/likeliest.ts';
import {makeFolder} from '../spec/make-folder.ts';
import {quantity} from '../spec/quantity.ts';
import {whyUnread} from '../spec/read-file.ts';
import type {Rule} from '../spec/rule.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import {fixtureText} from '../suites/engine/fixtures/fixture.ts';
import {madeFixtures, type MadeFixture} from '../suites/made-fixtures.ts';

/** Which fixtures are wanted, and where. */
interface Wanted {
  /** Words of the places; default: all places. */
  place?: string;
  /** The folder to which they are written; default: they are printed. */
  out?: string;
}

/**
 * Makes the fixtures of rules: as the text that is printed, a YAML document each, or as files.
 * @throws UsageError for rules without a fixture, for words that no place has, and for a folder that cannot be written
 */
export function rulesFixtures(rules: readonly Rule[], {place, out}: Wanted): string {
  const specifications = loadSpecifications();
  const made = madeFixtures(specifications, allChecks(specifications).checks);
  const ids = new Set<string>(rules.map(({id}) => id));
  const found = [...made.values()].filter(({rule}) => ids.has(rule));
  if (!found.length)
    throw new UsageError(
      `${[...ids].join(', ')}: has no fixture, because no check sends requests for it; \`presscheck certify\` ` +
        'decides it on the responses to others',
    );
  const wanted = place === undefined ? found : atPlace(place, found);
  return out === undefined ? wanted.map(commented).join('---\n') : written(wanted, out);
}

/** The fixtures of the place with this name, or else of those with all its words. */
function atPlace(place: string, found: readonly MadeFixture[]): MadeFixture[] {
  const exact = found.filter((one) => one.place === place);
  if (exact.length) return exact;
  const words = place.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = found.filter((one) =>
    words.every((word) => one.place.toLowerCase().includes(word)),
  );
  if (wanted.length) return wanted;
  const places = [...new Set(found.map((one) => one.place))];
  throw new UsageError(
    `--place ${place}: none of the ${quantity(places.length, 'place')} has all these words; ` +
      `did you mean '${likeliest(place, places)}'?`,
  );
}

/** A fixture as YAML under a comment with its path, which `presscheck replay` takes as well. */
const commented = ({path, make}: MadeFixture): string => `# ${path}\n${fixtureText(make())}`;

/** Writes files into a folder, below it as the fixtures stand below `fixtures/`; says which. */
function written(fixtures: readonly MadeFixture[], folder: string): string {
  const texts = new Map(
    fixtures.map((one) => [join(folder, relative('fixtures', one.path)), commented(one)]),
  );
  const writing = (file: string, write: () => void): void => {
    try {
      write();
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(
        `--out ${folder}: ${file} cannot be written (${whyUnread(error)}); give a folder that can be written`,
      );
    }
  };
  for (const [file, text] of texts) writing(file, () => requireSame(file, text));
  for (const [file, text] of texts)
    writing(file, () => {
      makeFolder(dirname(file));
      writeFileSync(file, text);
    });
  return [...texts.keys()].map((file) => `${file}\n`).join('');
}

/** @throws UsageError for a file with another content: somebody may have edited it */
function requireSame(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') === text) return;
  throw new UsageError(
    `--out: ${file} exists with another content; remove it, or give another folder`,
  );
}
