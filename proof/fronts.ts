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
import type {WaitingClock} from '../suites/engine/pacer.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import type {Target} from '../suites/target/target.ts';
import {hiddenBy} from './freedoms.ts';
import {relabellingFront} from './relabel/front.ts';
import {projectFile} from './root.ts';
import {stranger} from './stranger.ts';

/**
 * A correct deployment as one kind of user sees it: `as it is` (with control plane and the mock's
 * own profile), `relabelled` (in another form wherever the documents leave it open), `stranger` (by
 * URL alone), or with freedoms.
 */
export interface Front {
  name: string;
  target: Target;
  clock?: WaitingClock;
  /**
   * Whether a rule may have a verdict that is not green: some rules need a hook, some are hidden by
   * a freedom.
   */
  hides?(rule: RuleId, verdict: Verdict): boolean;
  close(): Promise<void>;
}

/** Opens a front on a fresh mock. */
export type OpenFront = (
  specifications: Record<Api, Specification>,
  seed: number,
) => Promise<Front>;

/** The profiles of the relabelling front: how it differs where the documents leave it open. */
export const relabelledProfiles = (
  specifications: Record<Api, Specification>,
): Record<Api, Profile> => ({
  workspace: profileAt('proof/relabel/workspace.profile.yaml', specifications.workspace),
  store: profileAt('proof/relabel/store.profile.yaml', specifications.store),
});

const profileAt = (path: string, specification: Specification): Profile =>
  readProfile(parse(readFileSync(projectFile(path), 'utf8')), specification.contract, path);

/** Ways to see a mock that has no defect: as it is, relabelled, and as a stranger. */
export const FRONTS: Record<string, OpenFront> = {
  async 'as it is'(specifications, seed) {
    const mock = await createMock({world: 'empty'});
    const profiles = {
      workspace: specifications.workspace.profile,
      store: specifications.store.profile,
    };
    return {
      name: 'as it is',
      target: new MockTarget({control: controlOf(mock), seed, profiles}),
      close: () => mock.close(),
    };
  },
  async relabelled(specifications, seed) {
    const mock = await createMock({world: 'empty'});
    const front = await relabellingFront(mock.urls);
    return {
      name: 'relabelled',
      target: new MockTarget({
        control: controlOf(mock),
        seed,
        profiles: relabelledProfiles(specifications),
        proxies: front.urls,
      }),
      close: async () => {
        await front.close();
        await mock.close();
      },
    };
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

/** A mock that uses freedoms of the documents, seen without a profile. */
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
      (verdict === 'inconclusive' || verdict === 'passed') && hidden.has(rule),
    close: () => mock.close(),
  };
}

const controlOf = (mock: Mock): string =>
  defined(mock.urls.control, 'the control plane of the mock');
