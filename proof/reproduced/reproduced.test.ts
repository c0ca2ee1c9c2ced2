import {execFileSync} from 'node:child_process';
import {expect, inject, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import {faultsOf, PARTS} from '../independent/faults.ts';
import {leftOpenIn} from '../independent/left-open.ts';
import {projectFile} from '../root.ts';
import {drawn, tryAgain, tryingWith} from './fault-tried.ts';
import {SHOWN, type Shown} from './reproduce.ts';

/** How many faults are drawn. */
const FAULTS = 10;

/** The commit, which draws other faults each time; a package without a history always has the same ones. */
function commit(): string {
  try {
    const git = {cwd: projectFile('.'), stdio: ['ignore', 'pipe', 'ignore'] as const};
    return execFileSync('git', ['rev-parse', 'HEAD'], git as object).toString();
  } catch {
    return 'no commit';
  }
}

const waysThatDoNot = ({rule, fixture, only, curl}: Shown): string[] =>
  Object.entries({fixture, only, curl}).flatMap(([way, said]) =>
    said === SHOWN ? [] : [`${rule}, by ${way}: ${said}`],
  );

/** Only in full length, until a whole night has shown that no failure is missed. */
test.runIf(inject('all'))(
  'failures of ten faults, drawn by the commit, are seen again by fixture, rule and commands',
  async () => {
    const all = (['store', 'workspace'] as const).flatMap((api) => {
      const open = new Set(leftOpenIn(api).map(({name}) => name));
      return PARTS.flatMap((part) => faultsOf(api, part)).filter(({name}) => !open.has(name));
    });
    const trying = tryingWith(loadSpecifications(), 1);
    const tried = [];
    for (const fault of drawn(all, FAULTS, commit()))
      tried.push(await tryAgain(fault, 'rule', true, trying));
    const failures = tried.flatMap(({shown}) => shown);
    expect(failures.length).toBeGreaterThan(0);
    const missed = tried.flatMap(({fault, shown}) =>
      shown.flatMap(waysThatDoNot).map((way) => `${fault.api} ${fault.name}: ${way}`),
    );
    expect(missed).toEqual([]);
  },
);
