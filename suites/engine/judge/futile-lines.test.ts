import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {expectEqual} from '../../language/judge.ts';
import {Codec} from '../../target/codec.ts';
import type {RunServices} from './run-services.ts';
import {withoutFutileLines} from './futile-lines.ts';

const specifications = {workspace: loadSpecification('workspace')};
const members = {'Usage#/daily_runs_limit': {at: '/limit'}};
const profile = {...openProfile(), members};
const codec = new Codec(specifications.workspace.contract, profile);

/** The usage as a deployment shows it, beside what is always there. */
function usage(step: string, shown: object): Exchange {
  const wire = {daily_runs_used: 0, publications_left: 3, ...shown};
  const decoded = codec.decode('getAccountUsage', 200, {}, wire);
  return {
    step,
    op: 'getAccountUsage',
    status: 200,
    headers: {},
    wire,
    ...decoded,
  } as unknown as Exchange;
}

/** Whether a missing `absent: null` in the profile is suspected when two responses that should be equal differ. */
function isSuspected(one: object, other: object): boolean {
  const responses = {one: usage('s1', one), other: usage('s2', other)};
  const check = {
    scene: {api: 'workspace'},
    judge: (seen: Record<string, Exchange>) =>
      expectEqual(
        seen.other?.body.daily_runs_limit,
        seen.one?.body.daily_runs_limit,
        'differs',
        seen.other,
        'the limit',
      ),
  } as unknown as Check;
  const {violations} = check.judge(responses as never);
  const suspectLines = responses.other.suspectLines ?? [];
  const verdict = {
    place: '*',
    verdict: 'failed' as const,
    witnesses: [],
    violations: violations.map((violation) => ({...violation, suspectLines})),
  };
  const services = {specifications, target: {profile: () => profile}} as unknown as RunServices;
  const {violations: judged} = withoutFutileLines(verdict, check, responses, services);
  expect(judged).toHaveLength(1);
  return judged[0]?.suspectLines?.some(({member}) => member?.about === 'absence') === true;
}

test('a member that is absent may be null where another response has null', () => {
  expect(isSuspected({limit: null}, {})).toBe(true);
});

test('a member that is absent is no null where another response has its value', () => {
  expect(isSuspected({limit: 200}, {})).toBe(false);
});
