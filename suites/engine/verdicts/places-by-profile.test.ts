import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {withPlacesByProfile} from './places-by-profile.ts';

/** What a failure is said to expect of a member of the account. */
function expectedOf(pointer: string, at?: string): string | undefined {
  const violation = {branch: 'b', expected: 'it to be 3', got: '4', step: 's', op: 'getAccount'};
  const place = {
    place: '*',
    verdict: 'failed',
    witnesses: [],
    violations: [{...violation, pointer}],
  };
  const profile = openProfile();
  if (at !== undefined) profile.members['Account#/publications_left'] = {at};
  const rules = [{rule: 'workspace.account.a-rule', places: [place]}] as unknown as RuleVerdict[];
  const [rule] = withPlacesByProfile(rules, loadSpecifications(), () => profile);
  return rule?.places[0]?.violations[0]?.expected;
}

test('a failure says where the deployment has the member by the profile', () => {
  expect(expectedOf('/publications_left', '/quota/left')).toBe(
    'it to be 3 (by the profile `publications_left` is at /quota/left)',
  );
});

test('a member that is where the document has it needs no word', () => {
  expect(expectedOf('/publications_left')).toBe('it to be 3');
  expect(expectedOf('/publications_left', '/publications_left')).toBe('it to be 3');
});
