import {readFileSync} from 'node:fs';
import type {Api} from '../../spec/rule.ts';
import {projectFile} from '../root.ts';
import type {Certification, Trial} from './certification.ts';
import type {Words} from './vendor-words.ts';

/** How many rules may be left undecided on a conforming server before that is a finding, too. */
const MOST_UNDECIDED = 5;

/** Which variants are tried, and how. */
export interface VariantChoice {
  api: Api;
  names: string[];
  /** To how many servers they are dealt out; each has its own if left out. */
  groups?: number | undefined;
  /** With hooks, without, or both. */
  hooks: boolean[];
  words: Words;
  seed: number;
  /** Whose rules are checked: `orders`; none means all. */
  chapters: string[];
}

/** The variants of a server that `variants.tsv` describes. */
export function variantsOf(api: Api): string[] {
  const file = projectFile(`proof/independent/${api}/variants.tsv`);
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.split('\t')[0] ?? '');
}

/** A trial of a server for each variant, with and without hooks; `a+b`: both on one server. */
export function variantTrials(choice: VariantChoice): Trial[] {
  const {api, names, groups, hooks, words, seed, chapters} = choice;
  if (!names.length) return [];
  const servers = groups ? dealtOut(names, groups) : names.map((name) => name.split('+'));
  const all = {api, credentials: 'all', seed, runs: 1, words} as const;
  const base = chapters.length ? {...all, chapters} : all;
  return servers.flatMap((variants) => hooks.map((one) => ({...base, variants, hooks: one})));
}

/** By turns: neighbours in the file often answer the same question in different ways, and so are not on one server. */
function dealtOut(names: readonly string[], groups: number): string[][] {
  const servers = Array.from({length: groups}, (_, server) =>
    names.filter((_name, index) => index % groups === server),
  );
  return servers.filter((some) => some.length > 0);
}

/** Whether a run on a conforming server accuses it, or leaves too much undecided. */
export function isAccused({notGreen, unfinished}: Certification): boolean {
  const failed = notGreen.some(({verdict}) => verdict !== 'inconclusive');
  return failed || unfinished !== undefined || notGreen.length > MOST_UNDECIDED;
}

function nameOf({variants = [], hooks}: Trial): string {
  return `${variants.join('+')}, ${hooks ? 'with' : 'without'} hooks`;
}

/** What a run said of a server with a variant: each failed rule, and what is undecided. */
export function variantLines(certification: Certification): string[] {
  const {trial, notGreen, unfinished, requests, took} = certification;
  const undecided = notGreen.filter(({verdict}) => verdict === 'inconclusive');
  const accused = notGreen.filter(({verdict}) => verdict !== 'inconclusive');
  const head = `${nameOf(trial)}: ${accused.length} failed, ${undecided.length} inconclusive`;
  const shown = undecided.length > MOST_UNDECIDED ? undecided : [];
  return [
    `${head} (${requests} requests, ${(took / 1000).toFixed(0)} s)`,
    ...(unfinished === undefined ? [] : [`  ${unfinished}`]),
    ...accused.map(({rule, verdict, reason}) => `  ${verdict} ${rule}: ${reason}`),
    ...shown.map(({rule, reason}) => `  undecided ${rule}: ${reason.slice(0, 200)}`),
  ];
}
