import type {Mutant} from './mutants.ts';

/**
 * Why a mutant may survive. `equivalent`: no input tells it from the original. `legal-variation`: it
 * obeys the document in another way. `hole`: a test or check is missing.
 */
export const CLASSES = ['equivalent', 'legal-variation', 'hole'] as const;

/** A survivor that somebody has looked at: a row of `survivors.tsv`. */
export interface ClassedSurvivor {
  file: string;
  change: string;
  class: (typeof CLASSES)[number];
  /** One sentence: why it may survive. */
  why: string;
}

const COLUMNS = ['file', 'mutant', 'class', 'why'];

/**
 * Reads the table of classed survivors: a line of names, then four columns separated by tabs.
 * @param path of the table, for messages
 * @throws Error that names the line which is not as it has to be
 */
export function readSurvivors(text: string, path: string): ClassedSurvivor[] {
  const [names, ...rows] = text.split('\n').filter((line) => line !== '');
  if (names !== COLUMNS.join('\t'))
    throw new Error(`${path}, line 1: the columns have to be ${COLUMNS.join(', ')}.`);
  return rows.map((row, index) => {
    const [file = '', change = '', named = '', why = '', ...more] = row.split('\t');
    const known = CLASSES.find((one) => one === named);
    const isComplete = file !== '' && change !== '' && why !== '' && !more.length;
    if (known && isComplete) return {file, change, class: known, why};
    throw new Error(
      `${path}, line ${index + 2}: write four columns separated by tabs: ` +
        `${COLUMNS.join(', ')}; the class is ${CLASSES.join(' or ')}.`,
    );
  });
}

/** What a run of mutants says about the table. */
export interface Comparison {
  /** Survivors that nobody has classed. */
  unclassed: Mutant[];
  /** Rows of files that were mutated, whose mutant did not survive or does not exist. */
  gone: ClassedSurvivor[];
  /** Rows whose mutant did survive. */
  classed: ClassedSurvivor[];
}

/**
 * Compares the mutants of a run with the table of classed survivors.
 * @param mutants every mutant of the files that were mutated
 * @param table rows of other files are left alone
 */
export function compareSurvivors(
  mutants: readonly Mutant[],
  table: readonly ClassedSurvivor[],
): Comparison {
  const survivors = mutants.filter(({survived}) => survived);
  const mutated = new Set(mutants.map(({file}) => file));
  const concerned = table.filter(({file}) => mutated.has(file));
  const hasSurvived = (row: ClassedSurvivor): boolean =>
    survivors.some((mutant) => isSame(mutant, row));
  return {
    unclassed: survivors.filter((mutant) => !concerned.some((row) => isSame(mutant, row))),
    gone: concerned.filter((row) => !hasSurvived(row)),
    classed: concerned.filter(hasSurvived),
  };
}

const isSame = (mutant: Mutant, row: ClassedSurvivor): boolean =>
  mutant.file === row.file && mutant.change === row.change;
