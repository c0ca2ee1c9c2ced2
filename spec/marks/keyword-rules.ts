import type {RuleId} from '../rule.ts';
import type {Schema, XRule} from '../schema.ts';

/** The keywords of a schema that a rule can be about. */
const KEYWORDS = [
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'not',
] as const;

/**
 * The rule that a mark states for a keyword.
 *
 * For example `{'*': 'a.b.c', maxLength: 'a.b.d'}` states `a.b.d` for `maxLength` and `a.b.c` for
 * every other keyword.
 * @returns undefined when it states none
 */
export function ruleFor(mark: XRule | undefined, keyword: string): RuleId | undefined {
  if (typeof mark === 'string') return mark;
  return mark?.[keyword] ?? mark?.['*'];
}

/**
 * The keywords of one schema with the rules that it states for them; the schemas inside it are not
 * looked at.
 * @param required whether the member, header or parameter has to be there: the keyword `required`
 */
export function keywordRules(schema: Schema, required: boolean): {keyword: string; rule: RuleId}[] {
  const keywords = KEYWORDS.filter((keyword) => keyword in schema);
  return [...(required ? ['required'] : []), ...keywords].flatMap((keyword) => {
    const rule = ruleFor(schema['x-rule'], keyword);
    return rule ? [{keyword, rule}] : [];
  });
}
