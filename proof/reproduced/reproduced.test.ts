import {execFileSync} from 'node:child_process';
import {expect, inject, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import {faultsOf, READ_PARTS} from '../independent/faults.ts';
import {leftOpenIn} from '../independent/left-open.ts';
import {projectFile} from '../root.ts';
import {drawn, tryAgain, tryingWith} from './fault-tried.ts';
import {KNOWN_MISSES} from './known-misses.ts';
import {SHOWN, type Shown} from './reproduce.ts';

/** How many faults are drawn by the commit: each takes some seconds. */
const FAULTS = inject('all') ? 10 : 3;

/** Those that `npm run nightly:reproduced -- --draw 30 --scope rule` has tried: what it missed is known. */
const MEASURED = 30;

/** Milliseconds that the test may take on a quiet machine. */
const MAX_TIME_MS = 60_000;

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

const APIS = ['store', 'workspace'] as const;

const ALL = APIS.flatMap((api) => READ_PARTS.flatMap((part) => faultsOf(api, part)));

test('each fault with known misses exists', () => {
  expect(ALL.map(({api, name}) => `${api} ${name}`)).toEqual(
    expect.arrayContaining(Object.keys(KNOWN_MISSES)),
  );
});

test(
  'failures of some faults, drawn by the commit, are seen again by fixture, rule and commands',
  async () => {
    const open = new Set(APIS.flatMap((api) => leftOpenIn(api).map(({name}) => `${api} ${name}`)));
    const measured = drawn(ALL, MEASURED, '1').filter(({api, name}) => {
      const fault = `${api} ${name}`;
      return !open.has(fault) && !(fault in KNOWN_MISSES);
    });
    const trying = tryingWith(loadSpecifications(), 1);
    const tried = [];
    for (const fault of drawn(measured, FAULTS, commit()))
      tried.push(await tryAgain(fault, 'rule', true, trying));
    expect(tried.flatMap(({shown}) => shown).length).toBeGreaterThan(0);
    const missed = tried.flatMap(({fault, shown}) =>
      shown.flatMap(waysThatDoNot).map((way) => `${fault.api} ${fault.name}: ${way}`),
    );
    expect(missed).toEqual([]);
  },
  MAX_TIME_MS * inject('patience'),
);
