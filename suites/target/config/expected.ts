import {readAll} from '../../../spec/read-all.ts';
import type {RuleId} from '../../../spec/rule.ts';
import {isDay} from '../../values/datetimes.ts';
import type {Expectation} from '../config.ts';
import type {ConfigDocument} from './schema.ts';
import type {ConfigSource} from './source.ts';

/**
 * Reads the section `expected`: rules that are known to end with another verdict than `passed`.
 * @param rules all ids of the catalogue
 * @throws UsageError for an unknown rule, a rule that is listed twice, and what is no date
 */
export function readExpected(
  source: ConfigSource,
  {expected = []}: ConfigDocument,
  rules: ReadonlySet<RuleId>,
): Expectation[] {
  const listed = expected.map(({rule}) => rule);
  return readAll(
    expected.map((row, index) => () => {
      judgeRow(source, row, `/expected/${index}`, rules);
      if (listed.indexOf(row.rule) < index)
        throw source.mistake(
          `/expected/${index}/rule`,
          `\`${row.rule}\` is listed twice; keep one row`,
        );
      return row;
    }),
  );
}

/** @throws UsageError for an unknown rule, and for what is no date */
function judgeRow(
  source: ConfigSource,
  {rule, until}: Expectation,
  pointer: string,
  rules: ReadonlySet<RuleId>,
): void {
  if (!rules.has(rule))
    throw source.mistake(
      `${pointer}/rule`,
      `\`${rule}\` is not a rule of the catalogue; give one row for each rule (\`presscheck rules\` lists them)`,
    );
  if (!isDay(until))
    throw source.mistake(
      `${pointer}/until`,
      `\`${until}\` is not a date; a date looks like 2030-12-31`,
    );
}
