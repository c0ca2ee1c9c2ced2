import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {projectFile} from '../root.ts';
import {faultsOf, PARTS} from './faults.ts';
import {leftOpenIn} from './left-open.ts';

test.each(['store', 'workspace'] as const)(
  'what the document leaves open are faults of the server, each with its point: %s',
  (api) => {
    const names = new Set(PARTS.flatMap((part) => faultsOf(api, part)).map(({name}) => name));
    const known = ['open-points', 'checklist']
      .map((file) => readFileSync(projectFile(`spec/${api}/${file}.tsv`), 'utf8'))
      .join('\n');
    for (const {name, point, why} of leftOpenIn(api)) {
      expect(names).toContain(name);
      expect(known).toMatch(new RegExp(`^${point}\t`, 'm'));
      expect(why).toMatch(/\.$/);
    }
  },
);
