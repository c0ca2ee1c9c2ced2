import {describe, expect, it} from 'vitest';
import {defined} from '../spec/defined.ts';
import {loadSpecifications} from '../spec/specification.ts';
import type {Exchange} from '../spec/exchange.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/language/check.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {accusationsOn, type Accusation} from './accusations.ts';
import {FRONTS} from './fronts.ts';

/** An assertion about a response that the document leaves open. */
interface Unfair {
  name: string;
  /** The rule whose check is given the assertion. */
  rule: string;
  /** The operation whose success it is about. */
  op: string;
  holds(response: Exchange): boolean;
}

const READ = {rule: 'workspace.publications.read-answers-200', op: 'getPublication'};

const UNFAIR: Unfair[] = [
  {...READ, name: 'a status of publications', holds: ({body}) => body.status === 'ready'},
  {...READ, name: 'the form of ids', holds: ({body}) => body.id.startsWith('pub_')},
  {...READ, name: 'the form of instants', holds: ({body}) => body.created_at.endsWith('Z')},
  {...READ, name: 'no entity tag', holds: ({headers}) => headers.etag === undefined},
  {
    ...READ,
    name: 'the parameters of the media type',
    holds: ({headers}) => headers['content-type'] === 'application/json; charset=utf-8',
  },
  {
    name: 'the media type of a download',
    rule: 'workspace.downloads.link-brings-the-bytes',
    op: 'GET Location',
    holds: ({headers}) => headers['content-type'] === 'application/epub+zip',
  },
];

const specifications = loadSpecifications();
const {checks} = allChecks(specifications);

describe.each(UNFAIR)('an assertion about $name', (unfair) => {
  const check = withAssertion(unfair);
  it('holds on the mock as it is', async () => {
    expect(await accusationsAt('as it is', check, 1)).toEqual([]);
  });
  it.each([1, 2])('accuses a deployment with other values, seed %i', async (seed) => {
    expect(await accusationsAt('other values', check, seed)).toMatchObject([
      {rule: unfair.rule, verdict: 'failed'},
    ]);
  });
});

/** The check of a rule with an unfair assertion beside its own. */
function withAssertion({name, rule, op, holds}: Unfair): Check {
  const check = defined(
    checks.find((one) => one.rule === rule),
    `the check of ${rule}`,
  );
  return {
    ...check,
    judge: (seen: Record<string, Exchange>) => {
      const judged = check.judge(seen as never);
      const responses = Object.values(seen).filter((one) => one.op === op && one.status === 200);
      const violations = responses
        .filter((response) => !holds(response))
        .map(({step}) => ({branch: 'unfair', expected: name, got: 'another', step}));
      return {...judged, violations: [...judged.violations, ...violations]};
    },
  };
}

async function accusationsAt(front: string, check: Check, seed: number): Promise<Accusation[]> {
  const open = defined(FRONTS[front], `the front ${front}`);
  const opened = await open(specifications, seed);
  return accusationsOn(specifications, [check], opened, seed, realClock);
}
