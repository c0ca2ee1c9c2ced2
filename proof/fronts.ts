import {readFileSync} from 'node:fs';
import {parse} from 'yaml';
import {createMock} from '../mock/create-mock.ts';
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

/** A mock that is as documented, as one kind of user sees it. */
export interface Front {
  name: string;
  target: Target;
  clock?: WaitingClock;
  /** What a rule may be there besides green: some need a hook, some ask what a freedom hides. */
  hides?(rule: RuleId, verdict: Verdict): boolean;
  close(): Promise<void>;
}

/** What the relabelling front answers where the documents leave it open. */
export const relabelledProfiles = (
  specifications: Record<Api, Specification>,
): Record<Api, Profile> => ({
  workspace: profileAt('proof/relabel/workspace.profile.yaml', specifications.workspace),
  store: profileAt('proof/relabel/store.profile.yaml', specifications.store),
});

const profileAt = (path: string, specification: Specification): Profile =>
  readProfile(parse(readFileSync(projectFile(path), 'utf8')), specification.contract, path);

/** Ways to see a mock that has no defect: as it is, in other words, and as a stranger. */
export const FRONTS: Record<
  string,
  (specifications: Record<Api, Specification>, seed: number) => Promise<Front>
> = {
  async 'as it is'(specifications, seed) {
    const mock = await createMock({world: 'empty'});
    const profiles = {
      workspace: specifications.workspace.profile,
      store: specifications.store.profile,
    };
    return {
      name: 'as it is',
      target: new MockTarget({control: mock.urls.control!, seed, profiles}),
      close: () => mock.close(),
    };
  },
  async relabelled(specifications, seed) {
    const mock = await createMock({world: 'empty'});
    const front = await relabellingFront(mock.urls);
    return {
      name: 'relabelled',
      target: new MockTarget({
        control: mock.urls.control!,
        seed,
        profiles: relabelledProfiles(specifications),
        front: front.urls,
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

/** A mock that uses freedoms of the documents, met without a profile. */
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
      control: mock.urls.control!,
      seed,
      profiles: {workspace: openProfile(), store: openProfile()},
      world: {freedoms},
    }),
    hides: (rule, verdict) =>
      (verdict === 'inconclusive' || verdict === 'passed') && hidden.has(rule),
    close: () => mock.close(),
  };
}
