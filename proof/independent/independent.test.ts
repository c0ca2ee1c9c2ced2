import {readdirSync, readFileSync} from 'node:fs';
import {expect, inject, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import {projectFile} from '../root.ts';
import {Certifier} from './certification.ts';
import {Corpora} from './corpus/corpora.ts';
import {faultsOf, PARTS, type Fault} from './faults.ts';

const APIS = ['store', 'workspace'] as const;

const allFaults = (api: Api): Fault[] => PARTS.flatMap((part) => faultsOf(api, part));

/** The text of every source of a server. */
function sourcesOf(api: Api): string {
  const folder = projectFile(`proof/independent/${api}`);
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'});
  const sources = files.filter((name) => name.endsWith('.ts') && !name.includes('probes'));
  return sources.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
}

test.each(APIS)('each fault is described once, with a row of the checklist: %s', (api) => {
  const faults = allFaults(api);
  const {checklist} = loadSpecifications()[api];
  const rows = new Set(checklist.map(({row}) => row));
  expect(new Set(faults.map(({name}) => name)).size).toBe(faults.length);
  expect(faults.filter(({row}) => !rows.has(row)).length).toBe(0);
});

test.each(APIS)('the faults that are described are those in the code: %s', (api) => {
  const sources = sourcesOf(api);
  const described = new Set(allFaults(api).map(({name}) => name));
  const quoted = new Set([...sources.matchAll(/'([a-z0-9-]+)'/g)].map(([, name = '']) => name));
  const asked = sources.matchAll(/\b(?:faults|f)\.has\(\s*'([a-z0-9-]+)'/g);
  expect([...described].filter((name) => !quoted.has(name)).length).toBe(0);
  expect([...asked].filter(([, name = '']) => !described.has(name)).length).toBe(0);
});

/** Every how many-th fault is tried. */
const EVERY = inject('all') ? 1 : 25;

/** A fault as failures name it: those of other parts than A are anonymous. */
const shown = ({name, part}: Fault): string => (part === 'a' ? name : `one of part ${part}`);

test.each(APIS)('a fault changes what the suite is answered, or its probe: %s', async (api) => {
  const specifications = loadSpecifications();
  const corpora = new Corpora(api, new Certifier(specifications), specifications[api].rules);
  const unchanged: string[] = [];
  for (const fault of allFaults(api).filter((_, index) => index % EVERY === 0)) {
    if (!(await corpora.differenceOf(fault))) unchanged.push(shown(fault));
  }
  expect(unchanged).toEqual([]);
});
