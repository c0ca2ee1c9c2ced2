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
 * The rule that a mark assigns to a keyword.
 *
 * For example `{'*': 'a.b.c', maxLength: 'a.b.d'}` assigns `a.b.d` to `maxLength` and `a.b.c` to every other keyword.
 * @returns undefined when it assigns none
 */
export function ruleFor(mark: XRule | undefined, keyword: string): RuleId | undefined {
  if (typeof mark === 'string') return mark;
  return mark?.[keyword] ?? mark?.['*'];
}

/**
 * The keywords of one schema with their rules, without the schemas inside it.
 * @param required whether the member, header or parameter is required: the keyword `required`
 */
export function keywordRules(schema: Schema, required: boolean): {keyword: string; rule: RuleId}[] {
  const keywords = KEYWORDS.filter((keyword) => keyword in schema);
  return [...(required ? ['required'] : []), ...keywords].flatMap((keyword) => {
    const rule = ruleFor(schema['x-rule'], keyword);
    return rule ? [{keyword, rule}] : [];
  });
}
