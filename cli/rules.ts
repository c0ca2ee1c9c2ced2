import {Command} from 'commander';
import {loadSpecification} from '../spec/specification.ts';
import {likeliest} from '../spec/likeliest.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {Rule} from '../spec/rule.ts';
import {profileNames} from './profile-names.ts';

interface Options {
  search?: string;
  defects?: true;
  profile?: true;
}

/** `presscheck rules`: the catalogue, to read and to search. */
export const rulesCommand = (): Command =>
  new Command('rules')
    .description('Shows the rules of the catalogue.')
    .argument('[what]', 'a rule id, a chapter or an API (workspace, store); all rules without it')
    .option('--search <words>', 'only rules whose id or sentence has all these words')
    .option(
      '--profile',
      'show the names that a profile of an API uses: members, operations and situations',
    )
    .option('--defects', 'show the options of `presscheck mock` that break these rules on purpose')
    .action(async (what: string | undefined, options: Options) => {
      if (options.profile) {
        process.stdout.write(namesFor(what));
        return;
      }
      const found = rulesFound(what, options.search);
      const text = options.defects ? await defectsText(found) : rulesText(found);
      process.stdout.write(text);
    });

/** @throws UsageError for anything but an API: each has its own profile */
function namesFor(what: string | undefined): string {
  if (what === 'workspace' || what === 'store') return profileNames(loadSpecification(what));
  throw new UsageError(
    '--profile: name the API, for example `presscheck rules workspace --profile`',
  );
}

/**
 * The rules of an id, chapter or API that have all the words.
 * @throws UsageError when there are none
 */
function rulesFound(what: string | undefined, search = ''): Rule[] {
  const rules = [...loadSpecification('workspace').rules, ...loadSpecification('store').rules];
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rules
    .filter(({id, chapter, api}) => !what || [id, chapter, api].includes(what))
    .filter(({id, sentence}) => {
      const text = `${id} ${sentence}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  if (found.length) return found;
  if (!what) throw new UsageError('no rule has all these words');
  const names = rules.flatMap(({id, chapter, api}) => [id, chapter, api]);
  if (names.includes(what)) throw new UsageError(`no rule of ${what} has all these words`);
  throw new UsageError(
    `there is no rule or chapter ${what}; did you mean ${likeliest(what, names)}?`,
  );
}

/** Ids and sentences; of a single rule everything that the catalogue holds. */
function rulesText(rules: Rule[]): string {
  const [only, ...others] = rules;
  if (only && !others.length) return wholeRule(only);
  return rules.map(({id, sentence}) => `${id}\n    ${sentence}\n`).join('');
}

const wholeRule = ({id, sentence, section, level, since, covers}: Rule): string =>
  [
    id,
    `  ${sentence}`,
    `  section    ${section}`,
    `  level      ${level}`,
    `  since      catalogue ${since}`,
    `  covers     ${covers.join(', ')}`,
    '',
  ].join('\n');

/** The defects of each rule, as options to paste behind `presscheck mock`. */
async function defectsText(rules: Rule[]): Promise<string> {
  const {defectOptions} = await import('./defects.ts');
  const {allDefects} = await import('../proof/all-defects.ts');
  const defects = allDefects();
  const lines = rules.flatMap(({id}) => [
    id,
    ...defectOptions(id, defects).map((option) => `  ${option}`),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}
