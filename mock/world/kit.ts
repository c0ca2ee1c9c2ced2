import type {Json} from '../../spec/json.ts';
import type {Chapter, TableSpec, TemplateName} from '../chapter.ts';
import type {Seeding} from '../chapter.ts';
import type {Settle} from '../operation.ts';
import type {Counter} from './counter.ts';

/** What all worlds of a mock share: the chapters' parts, put together. */
export interface Kit {
  tables: Record<string, TableSpec>;
  numbers: Record<string, number>;
  counters: Record<string, Counter>;
  freedoms: Record<string, unknown>;
  /** Freedoms that worlds of a template have. */
  templateFreedoms: Record<TemplateName | 'empty', Record<string, Json>>;
  settle: Record<string, Settle>;
  templates: Record<TemplateName, ((seeding: Seeding) => void)[]>;
}

/** @throws Error when two chapters declare the same table, number, counter, freedom or event */
export function assemble(chapters: readonly Chapter[]): Kit {
  const kit: Kit = {
    tables: {},
    numbers: {},
    counters: {},
    freedoms: {},
    templateFreedoms: {demo: {}, suite: {}, empty: {}},
    settle: {},
    templates: {demo: [], suite: []},
  };
  for (const chapter of chapters) {
    for (const part of ['tables', 'numbers', 'counters', 'freedoms', 'settle'] as const)
      for (const [name, value] of Object.entries(chapter[part] ?? {})) {
        if (Object.hasOwn(kit[part], name))
          throw new Error(`${chapter.name} declares ${part} \`${name}\` a second time`);
        (kit[part] as Record<string, unknown>)[name] = value;
      }
    for (const name of ['demo', 'suite'] as const) {
      if (chapter.templates) kit.templates[name].push(chapter.templates[name]);
      Object.assign(kit.templateFreedoms[name], chapter.templateFreedoms?.[name]);
    }
  }
  return kit;
}
