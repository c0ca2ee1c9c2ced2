import {Command, Option} from 'commander';
import {loadSpecification, type Specification} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {Api, Rule} from '../spec/rule.ts';
import {refusalsOf} from '../mock/http/refusals-of.ts';
import {packageFolder} from './package-folder.ts';
import {profileNames} from './profile-names.ts';
import {rowPage} from './row-page.ts';
import {rulePage} from './rule-page.ts';
import {rulePlaces} from './rule-places.ts';
import {nameAdvice, rulesNamed} from './rules-named.ts';

interface Options {
  search?: string;
  defects?: true;
  profile?: true;
  fixture?: true;
  place?: string;
  out?: string;
}

/** `presscheck rules`: shows and searches the catalogue. */
export const rulesCommand = (): Command =>
  new Command('rules')
    .argument(
      '[what]',
      'a rule id or its last word, a chapter, an API (workspace, store), a row of the checklist ' +
        '(WS-120) or an open point (NS-WS-01); all rules without it',
    )
    .option('--search <words>', 'only rules whose id or sentence has all these words')
    .option(
      '--profile',
      'show the names that a profile of an API uses: members, operations and situations',
    )
    .addOption(
      new Option(
        '--defects',
        'show the options of `presscheck mock` that break these rules on purpose',
      ).conflicts(['fixture', 'profile']),
    )
    .addOption(
      new Option(
        '--fixture',
        'print the fixtures of these rules, which `presscheck replay` sends',
      ).conflicts('profile'),
    )
    .option('--place <words>', 'with --fixture: only of the places that have all these words')
    .option('--out <dir>', 'with --fixture: write each to a file in this folder')
    .action(async (what: string | undefined, options: Options) => {
      if (options.profile) {
        requireFixture(options);
        requireNoSearch(options, '--profile');
        process.stdout.write(await namesFor(what));
        return;
      }
      if (options.fixture) {
        process.stdout.write(await fixturesText(what, options));
        return;
      }
      requireFixture(options);
      const page = what === undefined ? undefined : rowPage(what, specificationsOf());
      if (page !== undefined) {
        requireNoSearch(options, 'a row or an open point');
        process.stdout.write(page);
        return;
      }
      const found = rulesFound(what, options.search);
      const text = options.defects ? await defectsText(found) : await rulesText(found);
      process.stdout.write(text);
    });

/** The fixtures of the rules that a name means: the suite is loaded only for them. */
async function fixturesText(what: string | undefined, options: Options): Promise<string> {
  if (what === undefined && options.out === undefined)
    throw new UsageError(
      '--fixture: name a rule or a chapter, or write those of all rules to a folder: --out DIR',
    );
  const rules = rulesFound(what, options.search);
  const {rulesFixtures} = await import('./rule-fixtures.ts');
  return rulesFixtures(rules, options);
}

/** @throws UsageError for options that only choose among fixtures */
function requireFixture({place, out}: Options): void {
  if (place !== undefined) throw new UsageError('--place: add --fixture');
  if (out !== undefined) throw new UsageError('--out: add --fixture');
}

/** @throws UsageError for words to search where there is nothing to choose from */
function requireNoSearch({search}: Options, beside: string): void {
  if (search !== undefined) throw new UsageError(`--search: leave it out beside ${beside}`);
}

/** @throws UsageError for anything but an API: each has its own profile */
async function namesFor(what: string | undefined): Promise<string> {
  if (what === 'workspace' || what === 'store')
    return profileNames(loadSpecification(what), await refusalTexts(what));
  throw new UsageError(
    '--profile: name the API, for example `presscheck rules workspace --profile`',
  );
}

/** What the mock says when it refuses a request, by situation. */
async function refusalTexts(api: Api): Promise<Record<string, string>> {
  const chapters =
    api === 'workspace'
      ? (await import('../mock/workspace/chapters.ts')).workspaceChapters
      : (await import('../mock/store/chapters.ts')).storeChapters;
  return refusalsOf(chapters);
}

const specificationsOf = (): Specification[] => [
  loadSpecification('workspace'),
  loadSpecification('store'),
];

/**
 * The rules to which a name refers and that contain all the words.
 * @throws UsageError when there are none
 */
function rulesFound(what: string | undefined, search = ''): Rule[] {
  const rules = specificationsOf().flatMap((specification) => specification.rules);
  const named = what === undefined ? rules : rulesNamed(what, rules);
  if (what !== undefined && !named.length)
    throw new UsageError(`there is no rule or chapter ${what}; ${nameAdvice(what, rules)}`);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = named.filter(({id, sentence}) => {
    const text = `${id} ${sentence}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (found.length) return found;
  const among = what === undefined ? '' : ` of ${what}`;
  throw new UsageError(`no rule${among} has all these words`);
}

/** Prints ids and sentences; for a single rule everything about it. */
async function rulesText(rules: Rule[]): Promise<string> {
  const [only, ...others] = rules;
  if (only && !others.length) return pageOf(only);
  return rules.map(({id, sentence}) => `${id}\n    ${sentence}\n`).join('');
}

async function pageOf(rule: Rule): Promise<string> {
  const {allDefects} = await import('../proof/all-defects.ts');
  const {checklist} = loadSpecification(rule.api);
  const places = rulePlaces(rule, packageFolder());
  return rulePage({rule, checklist, places, defects: allDefects(new Set([rule.id]))});
}

/** The defects of each rule, as options for `presscheck mock`. */
async function defectsText(rules: Rule[]): Promise<string> {
  const {defectOptions} = await import('./defects.ts');
  const {allDefects} = await import('../proof/all-defects.ts');
  const defects = allDefects(new Set(rules.map(({id}) => id)));
  const lines = rules.flatMap(({id}) => [
    id,
    ...defectOptions(id, defects).map((option) => `  ${option}`),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}
