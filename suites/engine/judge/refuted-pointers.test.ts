import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {expectMember} from '../../language/judge.ts';
import {Codec} from '../../target/codec.ts';
import {LineEvidence} from '../../target/codec/line-evidence.ts';
import {noteRefutedPointers} from './refuted-pointers.ts';
import type {RunServices} from './run-services.ts';

const specifications = {workspace: loadSpecification('workspace')};
const members = {'Publication#/original_size_bytes': {at: '/original/bytes'}};
const profile = {...openProfile(), members};

/** Whether the line of the size is excused when a publication of 149 bytes has this beside its id. */
function isExcused(beside: object): boolean {
  const lines = new LineEvidence();
  const codec = new Codec(specifications.workspace.contract, profile, lines);
  const wire = {id: 'pub_1', type: 'book', status: 'ready', title: 'Tides', ...beside};
  const seen = {
    step: 's1',
    op: 'getPublication',
    status: 200,
    headers: {},
    wire,
    ...codec.decode('getPublication', 200, {}, wire),
  } as unknown as Exchange;
  const check = {
    scene: {api: 'workspace'},
    judge: ({read}: {read: Exchange}) => expectMember(read, '/original_size_bytes', 149, 'b'),
  } as unknown as Check;
  const {suspectLines = []} = seen;
  const violations = check
    .judge({read: seen} as never)
    .violations.map((one) => ({...one, suspectLines}));
  const target = {profile: () => profile};
  const services = {specifications, target, lines} as unknown as RunServices;
  noteRefutedPointers(check, {read: seen}, violations, services);
  const own = suspectLines.filter(({line}) => line.endsWith('/original_size_bytes'));
  return own.some((suspect) => lines.mayBeWrong(suspect));
}

test('a member does not stand where its known value does not', () => {
  expect(isExcused({versions: 1})).toBe(false);
});

test('it may stand where its value is, and where something is called like it', () => {
  expect(isExcused({extent: 149})).toBe(true);
  expect(isExcused({size_bytes: 1})).toBe(true);
});
