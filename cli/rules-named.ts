import {likeliest, pairOverlap} from '../spec/likeliest.ts';
import type {Rule} from '../spec/rule.ts';

/** The last word of a rule id: `has-plan` of `workspace.account.has-plan`. */
export const keyOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** An id without its API: `account.has-plan` of `workspace.account.has-plan`. */
const withoutApi = (id: string): string => id.slice(id.indexOf('.') + 1);

/** The name of a chapter without its API: `uploads` of `workspace/uploads`. */
const shortChapter = (chapter: string): string => chapter.slice(chapter.indexOf('/') + 1);

/** The names by which a user may refer to a rule, the most exact first. */
const namesOf = ({id, chapter, api}: Rule): string[] => [
  id,
  chapter,
  api,
  withoutApi(id),
  keyOf(id),
  shortChapter(chapter),
];

/**
 * The rules to which a name refers: an id, a prefix of ids up to a dot (`store.users`), a chapter with or without its
 * API (`workspace/uploads`, `uploads`), an API, an id without its API (`account.has-plan`), or the last word of an id. A
 * name that occurs in several chapters refers to the rules of all of them.
 */
export const rulesNamed = (name: string, rules: readonly Rule[]): Rule[] =>
  rules.filter((rule) => namesOf(rule).includes(name) || rule.id.startsWith(`${name}.`));

/** The minimum similarity (`pairOverlap`) of a name that is suggested. */
const ALIKE = 0.2;

/**
 * What to do about a name that refers to no rule: the most similar name, if there is a similar one. A last word that
 * occurs in several chapters is given with the ids of all of them.
 */
export function nameAdvice(name: string, rules: readonly Rule[]): string {
  const nearest = likeliest(name, [...new Set(rules.flatMap(namesOf))]);
  if (pairOverlap(name, nearest) < ALIKE) return '`presscheck rules` lists the names';
  const sharing = rules.filter(({id}) => keyOf(id) === keyOf(nearest)).map(({id}) => id);
  return `did you mean ${sharing.length > 1 ? `${nearest} (${sharing.join(', ')})` : nearest}?`;
}
