import type {RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {byChapter, witnessesOf} from './chapters.ts';
import {presentRules} from './scope.ts';
import {VERDICT_WORDS, VERDICTS} from './verdict-words.ts';

/** The table of verdicts by chapter, as lines of text. */
export function chapterLines(record: RunRecord): string[] {
  const rules = presentRules(record);
  const chapters = byChapter(rules);
  const width = Math.max(7, ...chapters.map(([chapter]) => chapter.length));
  const shown = VERDICTS.filter(
    (one) => one === 'passed' || rules.some(({verdict}) => verdict === one),
  );
  const row = (name: string, cells: string[], witnesses: string): string =>
    `${name.padEnd(width)}  ${cells.map((cell) => cell.padStart(15)).join('')}  ` +
    witnesses.padStart(12);
  const counts = (name: string, of: RuleVerdict[]): string =>
    row(
      name,
      shown.map((verdict) => countOf(of, verdict)),
      String(witnessesOf(of)),
    );
  return [
    row(
      'chapter',
      shown.map((verdict) => VERDICT_WORDS[verdict]),
      'observations',
    ),
    ...chapters.map(([chapter, of]) => counts(chapter, of)),
    counts('in all', rules),
  ];
}

/** Zero is left blank, so that the other numbers stand out. */
const countOf = (rules: readonly RuleVerdict[], verdict: Verdict): string =>
  String(rules.filter((rule) => rule.verdict === verdict).length || '');
