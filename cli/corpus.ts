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
import type {Coverage} from '../spec/run-record.ts';
import {UsageError} from '../spec/usage-error.ts';
import {fixtureText, type Fixture} from '../suites/engine/fixtures/fixture.ts';

/** A file of a corpus that cannot be replayed, and why. */
export interface LeftAside {
  file: string;
  problem: string;
}

/**
 * The folder with the sequences from which an exploration starts, and to which it adds. Findings are in the subfolder
 * `found`.
 */
export class Corpus {
  readonly #folder: string;

  /**
   * Creates the folder if it is missing.
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
   * Reads every fixture, in the order of their names. A file that cannot be replayed is skipped: an earlier version
   * may have written it, for a rule that no longer exists.
   * @param parse throws a UsageError for a file that is not a fixture
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

  /** Adds a sequence. @throws UsageError when that is no longer possible */
  writeSequence(fixture: Fixture): void {
    this.#write(this.#folder, fixture);
  }

  /** Writes the fixture of a finding. @returns its file */
  writeFinding(fixture: Fixture): string {
    return this.#write(join(this.#folder, FOUND), fixture);
  }

  /** Writes what the last exploration covered, and what not. @returns its file */
  writeCoverage(coverage: Coverage): string {
    return this.#replace(
      this.#folder,
      'coverage.json',
      `${JSON.stringify(coverage, undefined, 2)}\n`,
    );
  }

  #write(folder: string, fixture: Fixture): string {
    const text = fixtureText(fixture);
    const name = fixture.fixture.replaceAll(/[^\w.-]+/g, '-').slice(0, MAX_CHARACTERS);
    return this.#replace(folder, `${name}-${hashOf(text)}.yaml`, text);
  }

  #replace(folder: string, name: string, text: string): string {
    const file = join(folder, name);
    const draft = join(folder, `.${hashOf(text)}.tmp`);
    this.#using(() => {
      makeFolder(folder);
      // Renaming replaces a link and not its target, and a killed run leaves no incomplete file.
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

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);

/** The folder of findings in a corpus. */
const FOUND = 'found';

/** @throws UsageError for a link: otherwise the author of a corpus could determine where findings are written */
function requireOwnFolder(path: string): void {
  const stats = lstatSync(path, {throwIfNoEntry: false});
  if (!stats || stats.isDirectory()) return;
  throw new UsageError(
    `${path}: is not a folder of the corpus, and findings are written to it: remove it`,
  );
}

/** The part of the file name that is derived from the fixture's name. */
const MAX_CHARACTERS = 120;
