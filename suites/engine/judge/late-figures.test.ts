import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import type {Violation} from '../../../spec/run-record.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Call, Step} from '../../../spec/step.ts';
import {Codec} from '../../target/codec.ts';
import {possiblyLate, listsReadAfterWrites} from '../send/late-lists.ts';

const codec = new Codec(loadSpecification('workspace').contract, openProfile());
const violation: Violation = {step: 'after', branch: 'left', expected: '1', got: '2'};

/** Whether what was read last, behind the other steps, may have been late. */
function mayBeLate(...act: Step[]): boolean {
  const {id} = act.at(-1)!;
  const codecs = {workspace: codec, store: codec};
  return possiblyLate([violation], listsReadAfterWrites({given: [], act}, [id], codecs)).length > 0;
}

const call = (op: string): Call => ({step: 'call', id: op, api: 'workspace', op}) as Call;
const registration = call('createPublication');
const advance = (ms: number): Step => ({step: 'advance', id: 'later', ms});

test('figures behind a write may be late, as a list may', () => {
  expect(mayBeLate(registration, call('getAccount'))).toBe(true);
  expect(mayBeLate(registration, call('listPublications'))).toBe(true);
});

test('one publication is not: its path names it', () => {
  expect(mayBeLate(registration, call('getPublication'))).toBe(false);
});

test('figures before any write are not late', () => {
  expect(mayBeLate(call('getAccountUsage'))).toBe(false);
});

test('figures at an instant are not late, but those behind another write are', () => {
  expect(mayBeLate(registration, advance(86_400_000), call('getAccountUsage'))).toBe(false);
  expect(mayBeLate(advance(86_400_000), registration, call('getAccountUsage'))).toBe(true);
});
