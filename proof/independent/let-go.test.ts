import {expect, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import {Certifier} from './certification.ts';
import {failedIn} from './attribution.ts';

/** Faults that were once seen, and then let go: the rules that are checked, one that fails, and how many stay undecided. */
const LET_GO_ONCE = [
  {
    api: 'workspace',
    fault: 'retry-key-last-only',
    rules: ['workspace.runs.replay-is-the-same-run'],
    fails: 'workspace.runs.replay-is-the-same-run',
    undecided: 0,
  },
  {
    api: 'workspace',
    fault: 'reserve-no-headers',
    rules: ['downloads', 'workspace.uploads.link-lives-30-minutes'],
    fails: 'workspace.uploads.reservation-has-upload-headers',
    undecided: 0,
  },
  {
    api: 'workspace',
    fault: 'current-lost-after-rejected-replacement',
    rules: ['workspace.files.exactly-one-is-current'],
    fails: 'workspace.files.current-answers-200',
    undecided: 1,
  },
  {
    api: 'store',
    fault: 'deactivate-status-204',
    rules: ['store.users.deactivate-answers-200', 'store.users.reactivated-leaves-the-deactivated'],
    fails: 'store.users.deactivate-answers-200',
    undecided: 0,
  },
  {
    api: 'store',
    fault: 'update-reactivates',
    rules: ['store.users.deactivated-cannot-log-in', 'store.users.moves-are-the-listed-ones'],
    fails: 'store.users.moves-are-the-listed-ones',
    // Who is active again may log in: a consequence.
    undecided: 1,
  },
] as const;

const certifier = new Certifier(loadSpecifications());

test.each(LET_GO_ONCE)(
  'what was seen of $fault is not let go',
  async ({api, fault, rules, fails, undecided}) => {
    const [run] = await certifier.certify({
      api,
      fault,
      chapters: [...rules],
      seed: 1,
      credentials: 'all',
      hooks: true,
      runs: 1,
    });
    expect(run?.letGo).toEqual([]);
    expect(run && failedIn(run)).toContain(fails);
    expect(run?.verdicts.inconclusive ?? 0).toBe(undecided);
  },
);
