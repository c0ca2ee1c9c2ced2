import type {RuleVerdict} from '../spec/run-record.ts';

/** A section of a document with its rules. */
export interface Section {
  /** For example `getAccount` below `Endpoints`, or `Errors` on its own. */
  name: string;
  rules: RuleVerdict[];
}

/** A part of a document: the sections below one heading, or those without a heading. */
export interface DocumentPart {
  /** For example `workspace: Endpoints`. */
  name: string;
  sections: Section[];
}

/**
 * The rules by part and section of their documents. A rule that several sections state is listed in the first one; the
 * paragraphs of a section (`Authentication 5`) count as one section.
 */
export function documentParts(rules: readonly RuleVerdict[]): DocumentPart[] {
  const parts = new Map<string, Map<string, RuleVerdict[]>>();
  for (const rule of rules) {
    const {part, section} = positionOf(rule);
    const sections = parts.get(part) ?? new Map<string, RuleVerdict[]>();
    parts.set(part, sections);
    sections.set(section, [...(sections.get(section) ?? []), rule]);
  }
  return [...parts].map(([name, sections]) => ({
    name,
    sections: [...sections].map(([section, of]) => ({name: section, rules: of})),
  }));
}

function positionOf({rule, section}: RuleVerdict): {part: string; section: string} {
  const [api = ''] = rule.split('.');
  const [first = section] = section.split(';');
  const [heading = '', below] = first.trim().split(' / ');
  if (below !== undefined) return {part: `${api}: ${heading}`, section: below};
  return {part: `${api}: conventions`, section: heading.replace(/ \d+( and \d+)*$/, '')};
}
