import type {Api} from '../../spec/rule.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {shardNamed, shardOf, wholeNumber} from '../nightly-options.ts';
import {apisOf, hooksOf, print, type Options} from './night-options.ts';
import {playAll} from './play-all.ts';
import {isAccused, variantLines, variantsOf, variantTrials} from './variant-trials.ts';
import type {Words} from './vendor-words.ts';

/** Certifies servers with their variants; exits with 1 when one is accused. */
export async function certifyVariants(options: Options): Promise<void> {
  const words = wordsChosen(options);
  const trials = apisOf(options).flatMap((api) =>
    variantTrials({
      api,
      names: variantsChosen(api, options),
      groups: groupsChosen(options),
      hooks: hooksOf(options),
      words,
      seed: wholeNumber(options.seed, '--seed'),
      chapters: chaptersChosen(options),
    }),
  );
  if (!trials.length) throw new UsageError(`--only ${options.only.join(', ')}: it is no variant`);
  const chosen = shardOf(trials, shardNamed(options.shard));
  const played = await playAll('variants', chosen, options, (certifications) => {
    for (const one of certifications) for (const line of variantLines(one)) print(line);
  });
  const accused = played.filter(isAccused);
  print(`${played.length} runs, ${accused.length} with findings`);
  if (accused.length) process.exitCode = 1;
}

/** The variants of a server that `--only` names, or all. */
function variantsChosen(api: Api, {only}: Options): string[] {
  const known = variantsOf(api);
  if (!only.length) return known;
  return only.filter((names) => names.split('+').every((name) => known.includes(name)));
}

/** To how many servers the variants are dealt out. */
const groupsChosen = ({groups}: Options): number | undefined =>
  groups === undefined ? undefined : wholeNumber(groups, '--groups');

/** The chapters that `--chapter` names. @throws UsageError for one that no API has */
function chaptersChosen({chapter}: Options): string[] {
  const known = Object.values(loadSpecifications()).flatMap(({rules}) =>
    rules.map(({id}) => id.split('.')[1] ?? ''),
  );
  const unknown = chapter.find((one) => !known.includes(one));
  if (unknown === undefined) return chapter;
  throw new UsageError(`--chapter ${unknown}: one of ${[...new Set(known)].join(', ')}`);
}

/** What `--words` says. @throws UsageError for anything else */
function wordsChosen(options: Options): Words {
  const words = (['named', 'silent', 'speechless'] as const).find((one) => one === options.words);
  if (words === undefined)
    throw new UsageError(`--words ${options.words}: named, silent or speechless`);
  return words;
}
