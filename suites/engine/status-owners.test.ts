import {expect, test} from 'vitest';
import type {PlaceVerdict} from '../../spec/run-record.ts';
import {loadSpecification} from '../../spec/specification.ts';
import {leaveStatusesToOwners} from './status-owners.ts';

const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};
const OWNER = 'workspace.account.read-answers-200';
const OTHER = 'workspace.access.ability-alone-suffices';
const failed = (): PlaceVerdict[] => [
  {
    place: 'getAccount',
    verdict: 'failed',
    witnesses: [],
    violations: [
      {
        branch: 'b',
        expected: 'the status 200',
        got: '202',
        step: 's1',
        op: 'getAccount',
        statusOf: 'account',
      },
    ],
  },
];

test('one rule fails by a wrong status; others that saw nothing else are blocked by it', () => {
  const places = new Map([
    [OTHER, failed()],
    [OWNER, failed()],
  ]);
  leaveStatusesToOwners(places, specifications);
  expect(places.get(OWNER)).toMatchObject([{verdict: 'failed'}]);
  expect(places.get(OTHER)).toMatchObject([{verdict: 'inconclusive', blockedBy: OWNER}]);
});

test('a rule whose own condition alone has the wrong status fails itself', () => {
  const places = new Map([[OTHER, failed()]]);
  leaveStatusesToOwners(places, specifications);
  expect(places.get(OTHER)).toMatchObject([{verdict: 'failed'}]);
});
