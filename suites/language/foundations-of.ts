import type {RuleId} from '../../spec/rule.ts';
import type {Foundation} from './foundation.ts';

/** What the violations of a consequence have in common; without it every violation counts. */
type Narrowed = Pick<Foundation, 'alike' | 'operations' | 'branches'>;

/** Declares that rules cannot be judged while others are broken, by their keys. */
type Declare = (
  keys: string | readonly string[],
  spoils: readonly string[],
  narrowed?: Narrowed,
) => Foundation[];

/**
 * How a chapter declares its foundations. A key is that of a rule of the chapter, or of another chapter of its API with the
 * name of that: `users.has-id`. A rule in its own list is ignored, so that lists can be shared.
 * @param chapter for example `store.orders`, or the API if no chapter is meant above all
 */
export function foundationsOf(chapter: string): Declare {
  const [api = ''] = chapter.split('.');
  const idOf = (key: string): RuleId => `${key.includes('.') ? api : chapter}.${key}`;
  return (keys, spoils, narrowed = {}) =>
    [keys].flat().map((rule) => ({
      rule: idOf(rule),
      spoils: spoils.filter((one) => one !== rule).map(idOf),
      ...narrowed,
    }));
}
