import {expect, test} from 'vitest';
import {readFileSync, existsSync} from 'node:fs';
import {projectFile} from '../root.ts';
import {GROUPS} from './groups.ts';
import {mutantsOf, type Mutant} from './mutants.ts';
import {compareSurvivors, readSurvivors} from './survivors.ts';

const TABLE = 'proof/mutants/survivors.tsv';

const place = (line: number, column: number) => ({line, column});

const mutant = (file: string, change: string, survived: boolean): Mutant => ({
  file,
  line: 1,
  change,
  survived,
  timedOut: false,
  killedIn: [],
});

test('mutants are named by what was written in the place of what, equal ones by their order', () => {
  const source = 'const a =\n  one\n  + one;\n';
  const reported = (start: object, end: object, status: string, killedBy?: string[]) => ({
    location: {start, end} as never,
    replacement: 'two',
    status,
    ...(killedBy && {killedBy}),
  });
  const mutants = [
    reported(place(3, 5), place(3, 8), 'NoCoverage'),
    reported(place(2, 3), place(2, 6), 'Killed', ['7', '8']),
    reported(place(2, 3), place(3, 8), 'Timeout'),
  ];
  const testFiles = {'a.test.ts': {tests: [{id: '7'}, {id: '8'}]}};
  expect(mutantsOf({files: {'a.ts': {source, mutants}}, testFiles})).toEqual([
    {...mutant('a.ts', 'one → two', false), line: 2, killedIn: ['a.test.ts']},
    {...mutant('a.ts', 'one + one → two', false), line: 2, timedOut: true},
    {...mutant('a.ts', 'one → two #2', true), line: 3},
  ]);
});

test('survivors that nobody classed are found, and classed ones that did not survive', () => {
  const row = (file: string, change: string) =>
    ({file, change, class: 'equivalent', why: 'x'}) as const;
  const table = [
    row('a.ts', 'x → y'),
    row('a.ts', 'killed'),
    row('a.ts', 'away'),
    row('b.ts', 'z'),
  ];
  const mutants = [
    mutant('a.ts', 'x → y', true),
    mutant('a.ts', 'killed', false),
    mutant('a.ts', 'new', true),
  ];
  const {unclassed, gone, classed} = compareSurvivors(mutants, table);
  expect(unclassed.map(({change}) => change)).toEqual(['new']);
  expect(gone.map(({change}) => change)).toEqual(['killed', 'away']);
  expect(classed).toEqual([table[0]]);
});

test('a wrong line of the table is named', () => {
  const names = 'file\tmutant\tclass\twhy\n';
  expect(() => readSurvivors('file\tclass\n', 't.tsv')).toThrow('t.tsv, line 1');
  expect(() => readSurvivors(`${names}a.ts\tx\tfine\tbecause\n`, 't.tsv')).toThrow(
    't.tsv, line 2: write four columns separated by tabs',
  );
  expect(readSurvivors(`${names}a.ts\tx\thole\tbecause\n`, 't.tsv')).toEqual([
    {file: 'a.ts', change: 'x', class: 'hole', why: 'because'},
  ]);
});

test('the table of survivors can be read, each row once, of files that are mutated', () => {
  const table = readSurvivors(readFileSync(projectFile(TABLE), 'utf8'), TABLE);
  const names = table.map(({file, change}) => `${file} ${change}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const mutated = GROUPS.flatMap(({mutate}) => mutate);
  expect(table.filter(({file}) => !mutated.includes(file))).toEqual([]);
});

test('files that are mutated and tests that notice it exist, and no file is in two groups', () => {
  const mutated = GROUPS.flatMap(({mutate}) => mutate);
  const named = [...mutated, ...GROUPS.flatMap(({tests}) => tests)];
  expect(named.filter((path) => !existsSync(projectFile(path)))).toEqual([]);
  expect(mutated.filter((path, index) => mutated.indexOf(path) !== index)).toEqual([]);
});
