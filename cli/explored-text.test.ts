import {expect, test} from 'vitest';
import type {Explored} from '../suites/explore/explore.ts';
import {exploredText, foundText, leftAsideText} from './explored-text.ts';

const explored = (of: {run?: object; outcomes?: object; shrinking?: object}): Explored =>
  ({
    run: {requests: 1, residue: {}, coverage: {values: [], models: []}, rules: [], ...of.run},
    outcomes: {verdicts: {}, reasons: [], notRun: [], ...of.outcomes},
    shrinking: {requests: 0, residue: {}, ...of.shrinking},
  }) as unknown as Explored;

const OF_DEPLOYMENT = {isDeployment: true, coverageFile: 'c/coverage.json'};

test('what stays on a deployment is counted with what making findings simpler left', () => {
  const residue = {'deactivated users (the API offers no removal)': 2};
  const text = exploredText(
    explored({
      run: {residue, leftInUse: ['user 7']},
      shrinking: {requests: 5, residue: {...residue, 'publications (x)': 1}},
    }),
    0,
    OF_DEPLOYMENT,
  );
  expect(text).toContain(
    'It leaves 4 deactivated users (the API offers no removal); 1 publication',
  );
  expect(text).toContain('Still in use: user 7.');
  expect(text).toContain('Simplifying the findings took 5 further requests.');
  expect(exploredText(explored({}), 0, OF_DEPLOYMENT)).toContain(
    'It leaves nothing on the deployment.',
  );
  expect(
    exploredText(explored({run: {residue}}), 0, {...OF_DEPLOYMENT, isDeployment: false}),
  ).not.toContain('leaves');
});

test('what could not be decided or begun says why, and forms of texts are noted', () => {
  const undecided = explored({
    run: {
      couldNotBegin: 'no response',
      coverage: {values: [], models: [], normalized: [{of: 'name', by: ['Unicode NFC']}]},
    },
    outcomes: {verdicts: {inconclusive: 3}, reasons: [{reason: 'a gateway', times: 2}]},
  });
  const text = exploredText(undecided, 0, OF_DEPLOYMENT);
  expect(text).toContain('3 could not be decided, 2 of them because: a gateway');
  expect(text).toContain('It could not begin: no response');
  expect(text).toContain('name (Unicode NFC)');
});

test('what a target lacks was not sent, and spends no requests', () => {
  const text = exploredText(
    explored({
      run: {rounds: {rounds: 2, maxRequests: 50, ended: 'nothing new'}},
      outcomes: {verdicts: {passed: 2}, notRun: ['a', 'b', 'c', 'd']},
    }),
    0,
    OF_DEPLOYMENT,
  );
  expect(text).toContain('it ended because nothing is left to send to this target');
  expect(text).toContain('2 of 2 checks passed.');
  expect(text).toContain('Not sent: a\nNot sent: b\nNot sent: c\n  and 1 other reason');
});

test('the coverage is counted in two lines, after what matters more', () => {
  const values = [{of: 'email', sent: ['dots'], notSent: ['plus sign', 'underscore']}];
  const models = [
    {rule: 'a', sequences: 2, situations: 5, withClasses: 9},
    {rule: 'b', sequences: 1, situations: 4, withClasses: 7},
  ];
  const lines = exploredText(explored({run: {coverage: {values, models}}}), 0, OF_DEPLOYMENT);
  expect(lines.split('\n').slice(-4)).toEqual([
    'It leaves nothing on the deployment.',
    '3 sequences with 9 commands in different states, of 2 models.',
    '1 of 3 classes of values were sent: c/coverage.json names all of them.',
    '',
  ]);
});

test('a finding shows its sequence, and files left aside are named, five at most', () => {
  const text = foundText(
    {
      rule: 'r',
      branch: 'b\u001B[1m',
      expected: 'e',
      got: 'g',
      failsAgain: false,
      fixture: {
        fixture: 'f',
        sequence: [
          {id: 0, does: 'make'},
          {id: 1, does: 'change', on: 0},
        ],
        steps: [],
      },
    },
    'a corpus/f.yaml',
    ['--config', 'staging.yaml'],
  );
  expect(text).toContain("npx presscheck replay --config staging.yaml 'a corpus/f.yaml'");
  expect(text).toContain('make, change 0');
  expect(text).toContain('did not fail again');
  expect(text).not.toContain('\u001B');
  const files = Array.from({length: 7}, (_, n) => ({file: `${n}`, problem: `file ${n}`}));
  expect(leftAsideText(files)).toMatch(/^7 files.*file 4\n {2}and 2 more/s);
  expect(leftAsideText([])).toBe('');
});
