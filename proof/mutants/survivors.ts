import type {Mutant} from './mutants.ts';

/**
 * Why a mutant may survive. `equivalent`: it behaves like the original for every input. `legal-variation`: it obeys
 * the document in another way. `hole`: a test or check is missing.
 */
const CLASSES = ['equivalent', 'legal-variation', 'hole'] as const;

/** A survivor that somebody has classified: a row of `survivors.tsv`. */
export interface ClassedSurvivor {
  file: string;
  change: string;
  class: (typeof CLASSES)[number];
  /** One sentence that says why it may survive. */
  why: string;
}

const COLUMNS = ['file', 'mutant', 'class', 'why'];

/**
 * Reads the table of classified survivors: a header line, then four columns separated by tabs.
 * @param path of the table, for messages
 * @throws Error that names an invalid line
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

/** The differences between a run of mutants and the table. */
export interface Comparison {
  /** Survivors that are not in the table. */
  unclassed: Mutant[];
  /** Rows about mutated files whose mutant did not survive or does not exist. */
  gone: ClassedSurvivor[];
  /** Rows whose mutant survived. */
  classed: ClassedSurvivor[];
}

/**
 * Compares the mutants of a run with the table of classified survivors.
 * @param mutants every mutant of the mutated files
 * @param table rows of other files are ignored
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
