import type {Json} from '../../spec/json.ts';
import type {Chapter, Freedoms, TableSpec, TemplateName} from '../chapter.ts';
import type {Seeder} from '../chapter.ts';
import type {DueHandler} from '../operation.ts';
import type {Counter} from './counter.ts';

/** What all worlds of a mock have in common: the declarations of all chapters, merged. */
export interface WorldDefinition {
  tables: Record<string, TableSpec>;
  numbers: Record<string, number>;
  counters: Record<string, Counter>;
  freedoms: Freedoms;
  /** The freedoms of worlds that are made from a template. */
  templateFreedoms: Record<TemplateName | 'empty', Record<string, Json>>;
  onDue: Record<string, DueHandler>;
  templates: Record<TemplateName, ((seeder: Seeder) => void)[]>;
}

/** The parts of which a chapter declares entries with names that no other chapter may have. */
const PARTS = ['tables', 'numbers', 'counters', 'freedoms', 'onDue'] as const;

/** Merges the chapters' declarations. @throws Error when two chapters declare the same table, number, counter, freedom or event */
export function defineWorld(chapters: readonly Chapter[]): WorldDefinition {
  const definition: WorldDefinition = {
    tables: {},
    numbers: {},
    counters: {},
    freedoms: {},
    templateFreedoms: {demo: {}, suite: {}, empty: {}},
    onDue: {},
    templates: {demo: [], suite: []},
  };
  for (const chapter of chapters) {
    for (const part of PARTS) addDeclarations(definition, chapter, part);
    for (const name of ['demo', 'suite'] as const) {
      if (chapter.templates) definition.templates[name].push(chapter.templates[name]);
      Object.assign(definition.templateFreedoms[name], chapter.templateFreedoms?.[name]);
    }
  }
  return definition;
}

/** Adds the entries of one part of a chapter. @throws Error when another chapter declared one of them */
function addDeclarations(
  definition: WorldDefinition,
  chapter: Chapter,
  part: (typeof PARTS)[number],
): void {
  const declared: Record<string, unknown> = definition[part];
  for (const [name, value] of Object.entries(chapter[part] ?? {})) {
    if (Object.hasOwn(declared, name))
      throw new Error(`${chapter.name} declares ${part} \`${name}\` a second time`);
    declared[name] = value;
  }
}
