import type {RuleId} from '../../spec/rule.ts';
import type {Foundation} from './foundation.ts';

/** The ids of rules of a chapter, by their keys in its catalogue. @param chapter for example `store.orders` */
export const rulesOf = (chapter: string, keys: readonly string[]): RuleId[] =>
  keys.map((key) => `${chapter}.${key}`);

/** What the violations of a consequence have in common; without it every violation counts. */
type Narrowed = Pick<Foundation, 'alike' | 'operations' | 'branches'>;

/** Declares that rules of a chapter cannot be judged while another one of it is broken. */
type Declare = (key: string, spoils: readonly string[], narrowed?: Narrowed) => Foundation;

/**
 * How a chapter declares its foundations. A rule in its own list is ignored, so that lists can be shared.
 * @param chapter for example `store.orders`
 */
export const foundationsOf =
  (chapter: string): Declare =>
  (key, spoils, narrowed = {}) => ({
    rule: `${chapter}.${key}`,
    spoils: rulesOf(
      chapter,
      spoils.filter((one) => one !== key),
    ),
    ...narrowed,
  });
