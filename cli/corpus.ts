import {createHash} from 'node:crypto';
import {
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {makeFolder} from '../spec/make-folder.ts';
import {UsageError} from '../spec/usage-error.ts';
import {fixtureText, type Fixture} from '../suites/engine/fixtures/fixture.ts';

/** A file of a corpus that cannot be played, and why. */
export interface LeftAside {
  file: string;
  problem: string;
}

/**
 * The folder of sequences with which an exploration begins, and to which it adds. What was found is in
 * `found` below it.
 */
export class Corpus {
  readonly #folder: string;

  /**
   * Makes the folder where it is missing.
   * @throws UsageError for a folder that cannot be read or written to
   */
  constructor(folder: string) {
    this.#folder = folder;
    this.#using(() => {
      makeFolder(folder);
      accessSync(folder, constants.R_OK | constants.W_OK);
      readdirSync(folder);
    });
    requireOwnFolder(join(folder, FOUND));
  }

  /**
   * Reads every fixture, in the order of their names. A file that cannot be played is left aside: an
   * earlier version may have written it, for a rule that there is no more.
   * @param parse throws a UsageError for a file that is no fixture
   */
  readAll(parse: (file: string) => Fixture): {fixtures: Fixture[]; leftAside: LeftAside[]} {
    const files = readdirSync(this.#folder).filter((file) => file.endsWith('.yaml'));
    const fixtures: Fixture[] = [];
    const leftAside: LeftAside[] = [];
    for (const name of files.toSorted()) {
      const file = join(this.#folder, name);
      try {
        fixtures.push(parse(file));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        leftAside.push({file, problem: error.message});
      }
    }
    return {fixtures, leftAside};
  }

  /** Adds a sequence. @throws UsageError where that is not possible any more */
  writeSequence(fixture: Fixture): void {
    this.#write(this.#folder, fixture);
  }

  /** Writes the fixture of a finding. @returns its file */
  writeFinding(fixture: Fixture): string {
    return this.#write(join(this.#folder, FOUND), fixture);
  }

  #write(folder: string, fixture: Fixture): string {
    const text = fixtureText(fixture);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const name = fixture.fixture.replaceAll(/[^\w.-]+/g, '-').slice(0, MOST_CHARACTERS);
    const file = join(folder, `${name}-${hash}.yaml`);
    const draft = join(folder, `.${hash}.tmp`);
    this.#using(() => {
      makeFolder(folder);
      // What is renamed replaces a link, and never what it leads to; a killed run leaves no half of it.
      rmSync(draft, {force: true});
      writeFileSync(draft, text, {flag: 'wx'});
      renameSync(draft, file);
    });
    return file;
  }

  #using(action: () => void): void {
    try {
      action();
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException;
      throw new UsageError(
        `--corpus ${this.#folder}: cannot be used (${code}); give a folder that can be read and written`,
      );
    }
  }
}

/** The folder of findings below a corpus. */
const FOUND = 'found';

/** @throws UsageError for a link: a corpus that somebody gave away would say where findings are written */
function requireOwnFolder(path: string): void {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (!stats || stats.isDirectory()) return;
  throw new UsageError(
    `${path}: is no folder of the corpus; findings are written there: remove it`,
  );
}

/** Of the name of a fixture in the name of its file. */
const MOST_CHARACTERS = 120;
