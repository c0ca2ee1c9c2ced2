/** A mutant made by Stryker, and the result of the tests. */
export interface Mutant {
  /** Path of the file from the root of the project. */
  file: string;
  /** The changed line, from 1. */
  line: number;
  /**
   * The replacement and the original text. It does not depend on other lines of the file; the second of equal ones in
   * a file ends with `#2`.
   */
  change: string;
  /** Whether no test failed. */
  survived: boolean;
  /** Whether the tests timed out, which counts as detected. */
  timedOut: boolean;
  /** Files of the tests that failed. */
  killedIn: string[];
}

/** The parts of Stryker's report that are used (`mutation-testing-report-schema`). */
export interface StrykerReport {
  files: Record<string, {source: string; mutants: StrykerMutant[]}>;
  testFiles?: Record<string, {tests: {id: string}[]}>;
}

/** A position in a source file: line and column from 1. */
interface Position {
  line: number;
  column: number;
}

interface StrykerMutant {
  replacement?: string;
  status: string;
  location: {start: Position; end: Position};
  killedBy?: string[];
}

/** Statuses of mutants that no test detected. A mutant that times out or does not compile counts as detected. */
const SURVIVED = new Set(['Survived', 'NoCoverage']);

/** The mutants of a report, in the order of the source. */
export function mutantsOf({files, testFiles = {}}: StrykerReport): Mutant[] {
  const fileOfTest = new Map(
    Object.entries(testFiles).flatMap(([file, {tests}]) => tests.map(({id}) => [id, file])),
  );
  return Object.entries(files).flatMap(([file, {source, mutants}]) => {
    const times = new Map<string, number>();
    return mutants.toSorted(inSource).map((mutant) => {
      const {replacement = '', status, location, killedBy = []} = mutant;
      const change = `${onOneLine(textAt(source, location))} → ${onOneLine(replacement)}`;
      const time = (times.get(change) ?? 0) + 1;
      times.set(change, time);
      return {
        file,
        line: location.start.line,
        change: time > 1 ? `${change} #${time}` : change,
        survived: SURVIVED.has(status),
        timedOut: status === 'Timeout',
        killedIn: [...new Set(killedBy.map((id) => fileOfTest.get(id) ?? id))],
      };
    });
  });
}

const inSource = ({location: {start: one}}: StrykerMutant, other: StrykerMutant): number =>
  one.line - other.location.start.line || one.column - other.location.start.column;

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim() || '(nothing)';

/** The text of a source between two positions. */
function textAt(source: string, {start, end}: StrykerMutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === last ? line.slice(0, end.column - 1) : line))
    .map((line, index) => (index === 0 ? line.slice(start.column - 1) : line))
    .join('\n');
}
