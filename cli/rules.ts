import {Command} from 'commander';
import {loadSpecification} from '../spec/specification.ts';
import {likeliest} from '../spec/likeliest.ts';
import {UsageError} from '../spec/profile.ts';
import type {Rule} from '../spec/rule.ts';

/** `presscheck rules`: the catalogue, to read and to search. */
export const rulesCommand = (): Command =>
  new Command('rules')
    .description('shows the rules of the catalogue')
    .argument('[what]', 'a rule id or a chapter')
    .option('--search <words>', 'only rules whose id or sentence has all these words')
    .action((what: string | undefined, options: {search?: string}) => {
      const rules = [...loadSpecification('workspace').rules, ...loadSpecification('store').rules];
      const words = (options.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const found = rules
        .filter((rule) => !what || rule.id === what || rule.chapter === what || rule.api === what)
        .filter((rule) =>
          words.every((word) => `${rule.id} ${rule.sentence}`.toLowerCase().includes(word)),
        );
      if (!found.length)
        throw new UsageError(
          what
            ? `there is no rule or chapter ${what}; did you mean ${likeliest(
                what,
                rules.flatMap((rule) => [rule.id, rule.chapter]),
              )}?`
            : 'no rule has all these words',
        );
      process.stdout.write(
        found.length === 1
          ? whole(found[0]!)
          : found.map((rule) => `${rule.id}\n    ${rule.sentence}\n`).join(''),
      );
    });

const whole = (rule: Rule): string =>
  `${rule.id}\n  ${rule.sentence}\n  section    ${rule.section}\n  level      ${rule.level}\n  since      catalogue ${rule.since}\n  covers     ${rule.covers.join(', ')}\n`;
