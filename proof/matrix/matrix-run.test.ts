import {expect, test} from 'vitest';
import {matrixLines, type MatrixRun} from './matrix-run.ts';

const run = (defect: string, ...failed: MatrixRun['failed']): MatrixRun => ({
  defect,
  breaks: 'store.users.update-is-kept',
  failed,
  undecided: 0,
  took: 1500,
});

test('defects that are not seen, that others see, and that fail others too are named', () => {
  const runs = [
    run('one', 'store.users.update-is-kept'),
    run('two'),
    run('three', 'store.users.query-finds-the-email'),
    run('four', 'store.users.update-is-kept', 'store.users.query-finds-the-email'),
  ];
  expect(matrixLines(runs)).toEqual([
    'not seen: two',
    'seen by other rules alone: three',
    '    store.users.query-finds-the-email',
    'fails other rules too: four',
    '    store.users.query-finds-the-email',
    '4 defects before every check: 3 seen, 2 by the rule that they break, 1.33 failed rules each, 6 s.',
  ]);
});
