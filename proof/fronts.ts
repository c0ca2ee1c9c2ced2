import {readFileSync} from 'node:fs';
import {parse} from 'yaml';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {defined} from '../spec/defined.ts';
import type {Specification} from '../spec/specification.ts';
import {openProfile, type Profile} from '../spec/profile.ts';
import {readProfile} from '../spec/read-profile.ts';
import type {Json} from '../spec/json.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Verdict} from '../spec/run-record.ts';
import type {WaitingClock} from '../spec/clock.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import type {Target} from '../suites/target/target.ts';
import {hiddenBy} from './freedoms.ts';
import {relabellingFront, type FrontOptions} from './relabel/front.ts';
import {valueFormOf} from './relabel/value-form.ts';
import {projectFile} from './root.ts';
import {stranger} from './stranger.ts';

/**
 * A correct deployment in one of several variants: `as it is` (with control plane and the mock's own profile), `other
 * values` (the same names, other ids, instants, statuses, JSON and headers), `relabelled` (other names as well,
 * wherever the documents leave them open), `stranger` (by URL alone), or with freedoms.
 */
export interface Front {
  name: string;
  target: Target;
  clock?: WaitingClock;
  /** Whether a rule is allowed not to pass: some rules need a hook, some cannot be observed with a freedom. */
  hides?(rule: RuleId, verdict: Verdict): boolean;
  close(): Promise<void>;
}

/** Opens the variant on a new mock. */
export type OpenFront = (
  specifications: Record<Api, Specification>,
  seed: number,
) => Promise<Front>;

/** The profiles of the relabelled variant: its choices where the documents leave a choice. */
export const relabelledProfiles = (
  specifications: Record<Api, Specification>,
): Record<Api, Profile> => ({
  workspace: profileAt('proof/relabel/workspace.profile.yaml', specifications.workspace),
  store: profileAt('proof/relabel/store.profile.yaml', specifications.store),
});

const profileAt = (path: string, specification: Specification): Profile =>
  readProfile(parse(readFileSync(projectFile(path), 'utf8')), specification.contract, path);

/** All variants of a mock without defects. */
export const FRONTS: Record<string, OpenFront> = {
  async 'as it is'(specifications, seed) {
    const mock = await createMock({world: 'empty'});
    const profiles = ownProfiles(specifications);
    return {
      name: 'as it is',
      target: new MockTarget({control: controlOf(mock), seed, profiles}),
      close: () => mock.close(),
    };
  },
  async relabelled(specifications, seed) {
    return behindFront('relabelled', relabelledProfiles(specifications), seed, {
      values: valueFormOf(seed),
    });
  },
  async 'other values'(specifications, seed) {
    return behindFront('other values', ownProfiles(specifications), seed, {
      renames: false,
      values: valueFormOf(seed + 1),
    });
  },
  async stranger(specifications) {
    const {target, clock, close} = await stranger(specifications);
    return {
      name: 'stranger',
      target,
      clock,
      hides: (_rule, verdict) => verdict === 'not-exercised',
      close,
    };
  },
};

/** The mock's own profiles. */
export const ownProfiles = ({
  workspace,
  store,
}: Record<Api, Specification>): Record<Api, Profile> => ({
  workspace: workspace.profile,
  store: store.profile,
});

/** A mock behind a proxy that changes names, values or both. */
export async function behindFront(
  name: string,
  profiles: Record<Api, Profile>,
  seed: number,
  options: FrontOptions,
): Promise<Front> {
  const mock = await createMock({world: 'empty'});
  const front = await relabellingFront(mock.urls, options);
  const control = front.control ?? controlOf(mock);
  return {
    name,
    target: new MockTarget({control, seed, profiles, proxies: front.urls}),
    close: async () => {
      await front.close();
      await mock.close();
    },
  };
}

/** A mock that uses freedoms of the documents, tested without a profile. */
export async function mockWithFreedoms(
  seed: number,
  name: string,
  freedoms: Record<string, Json>,
): Promise<Front> {
  const mock = await createMock({world: 'empty'});
  const hidden = hiddenBy(freedoms);
  return {
    name,
    target: new MockTarget({
      control: controlOf(mock),
      seed,
      profiles: {workspace: openProfile(), store: openProfile()},
      world: {freedoms},
    }),
    hides: (rule, verdict) =>
      ['inconclusive', 'passed', 'not-applicable'].includes(verdict) && hidden.has(rule),
    close: () => mock.close(),
  };
}

const controlOf = (mock: Mock): string =>
  defined(mock.urls.control, 'the control plane of the mock');
