/**
 * A story is a sequence of changes with reads after each of them. `storyOf` records it as the steps of a
 * scene, `stagesIn` finds its stages in the exchanges, `judgedStages` judges them in turn, and `judgesOf`
 * assigns the judgements to rules.
 */

import type {RuleId} from '../../spec/rule.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isClientError, isSuccessStatus} from '../../spec/status.ts';
import type {Handles, Judgement} from './check.ts';
import {all} from './judge.ts';
import type {Handle} from './script.ts';

/** One change of a story, with the responses of the reads after it. */
export interface Stage<C> {
  change: C;
  response: Exchange;
  /** The responses by the names that the story gives them; the pages of a walk are together. */
  shown: Record<string, Exchange[]>;
}

/** The exchanges of a scene of a story, by the names of its steps. */
export type SeenInStory = Record<string, Exchange | Exchange[]>;

const SHOWN = ' shown ';

/**
 * Records the changes of a story, with reads after each of them.
 * @param change records one change
 * @param show records the reads that show its effect, by names
 */
export function storyOf<C>(
  changes: readonly C[],
  change: (one: C, at: number) => Handle,
  show: (one: C, at: number) => Record<string, Handle<unknown> | undefined>,
): Handles {
  const steps: Handles = {};
  for (const [at, one] of changes.entries()) {
    steps[String(at)] = change(one, at);
    for (const [name, handle] of Object.entries(show(one, at)))
      if (handle) steps[`${at}${SHOWN}${name}`] = handle;
  }
  return steps;
}

/** The stages of a story that `storyOf` recorded. */
export function stagesIn<C>(seen: SeenInStory, changes: readonly C[]): Stage<C>[] {
  return changes.flatMap((change, at) => {
    const [response] = [seen[String(at)] ?? []].flat();
    if (!response) return [];
    const prefix = `${at}${SHOWN}`;
    const shown = Object.entries(seen)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, pages]) => [key.slice(prefix.length), [pages].flat()] as const);
    return [{change, response, shown: Object.fromEntries(shown)}];
  });
}

/** Whether a request was performed or refused; undefined if the response shows neither. */
export function doneOrRefused({status}: Exchange): 'done' | 'refused' | undefined {
  if (isSuccessStatus(status)) return 'done';
  return isClientError(status) && status !== 429 ? 'refused' : undefined;
}

/** A judgement with its rule. */
export interface Judged {
  rule: RuleId;
  judgement: Judgement;
}

/**
 * Judges stages up to the first one with a violation, since later violations may be its consequences.
 * @param judge of one stage; undefined if the state is no longer known
 */
export function judgedStages<C>(
  stages: readonly Stage<C>[],
  judge: (stage: Stage<C>) => Judged[] | undefined,
): Judged[] {
  const judged: Judged[] = [];
  for (const stage of stages) {
    const here = judge(stage);
    if (!here) break;
    judged.push(...here);
    if (here.some(({judgement}) => judgement.violations.length || judgement.unread)) break;
  }
  return judged;
}

/** The judges of several rules that share the judgements of each stage. */
export const judgesOf = <D>(
  rules: readonly RuleId[],
  judgedIn: (seen: SeenInStory, drawn: D) => Judged[],
): Record<RuleId, (seen: SeenInStory, drawn: D) => Judgement> =>
  Object.fromEntries(
    rules.map((rule) => [
      rule,
      (seen: SeenInStory, drawn: D) => judgeRule(rule, judgedIn(seen, drawn)),
    ]),
  );

function judgeRule(rule: RuleId, judged: readonly Judged[]): Judgement {
  const ofRule = judged.filter((one) => one.rule === rule);
  return all(...ofRule.map(({judgement}) => judgement));
}
