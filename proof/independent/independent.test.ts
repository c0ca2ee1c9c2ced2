import {readdirSync, readFileSync} from 'node:fs';
import {expect, inject, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import {projectFile} from '../root.ts';
import {Certifier} from './certification.ts';
import {Corpora} from './corpus/corpora.ts';
import {faultsOf, PARTS, type Fault, type Part} from './faults.ts';

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
  const {checklist} = specifications[api];
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

/** The chapter whose faults are tried in short, every fifth of them: its requests are soon recorded. */
const SHORT: Record<Api, string> = {store: 'plans', workspace: 'tools'};

const specifications = loadSpecifications();
const certifier = new Certifier(specifications);
const corpora = {
  store: new Corpora('store', certifier, specifications.store.rules),
  workspace: new Corpora('workspace', certifier, specifications.workspace.rules),
};

/** The faults of a part that are tried: all of them, or those that are soon tried. */
function triedOf(api: Api, part: Part): Fault[] {
  const faults = faultsOf(api, part);
  if (inject('all')) return faults;
  const own = faults.filter((fault) => corpora[api].chaptersOf(fault)[0] === SHORT[api]);
  const sample = own.filter((_, index) => index % 5 === 0);
  return [...new Set([...sample, ...faults.filter((fault) => corpora[api].hasProbe(fault))])];
}

/** A fault as failures name it: those of other parts than A are anonymous. */
const shown = ({name, part}: Fault): string => (part === 'a' ? name : `one of part ${part}`);

test.each(APIS.flatMap((api) => PARTS.map((part) => [api, part] as const)))(
  'a fault changes what the suite, or its probe, is answered: %s, part %s',
  async (api, part) => {
    const unchanged: string[] = [];
    const tried = triedOf(api, part);
    for (const fault of tried)
      if (!(await corpora[api].differenceOf(fault))) unchanged.push(shown(fault));
    expect(unchanged).toEqual([]);
    expect(tried.length).toBeGreaterThan(0);
  },
);
