import {expect, test} from 'vitest';
import {openProfile, type Profile} from '../../../spec/profile.ts';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {withPlacesByProfile} from './places-by-profile.ts';

/** What a failure is said to expect of a member of the account. */
function expectedOf(
  pointer: string,
  members: Profile['members'] = {},
  op = 'getAccount',
): string | undefined {
  const violation = {branch: 'b', expected: 'it to be 3', got: '4', step: 's', op};
  const place = {
    place: '*',
    verdict: 'failed',
    witnesses: [],
    violations: [{...violation, pointer}],
  };
  const profile = {...openProfile(), members};
  const rules = [{rule: 'workspace.account.a-rule', places: [place]}] as unknown as RuleVerdict[];
  const [rule] = withPlacesByProfile(rules, loadSpecifications(), () => profile);
  return rule?.places[0]?.violations[0]?.expected;
}

test('a failure says where the deployment has the member by the profile', () => {
  expect(
    expectedOf('/publications_left', {'Account#/publications_left': {at: '/quota/left'}}),
  ).toBe('it to be 3 (by the profile `publications_left` is at /quota/left)');
});

test('a member that is where the document has it needs no word', () => {
  expect(expectedOf('/publications_left')).toBe('it to be 3');
  const members = {'Account#/publications_left': {at: '/publications_left'}};
  expect(expectedOf('/publications_left', members)).toBe('it to be 3');
});

test('a member that the successes of an operation have in different places needs no word', () => {
  const members = {'Run#/id': {at: '/number'}, 'StartedRun#/id': {header: 'Location'}};
  expect(expectedOf('/id', members, 'startRun')).toBe('it to be 3');
});
