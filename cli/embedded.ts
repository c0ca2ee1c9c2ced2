import {createMock, type Mock} from '../mock/create-mock.ts';
import type {Specification} from '../spec/specification.ts';
import type {Api} from '../spec/rule.ts';
import {MockTarget} from '../suites/target/mock-target.ts';

/** The embedded mock as a target: its own process, but real HTTP. */
export async function embedded(
  specifications: Record<Api, Specification>,
  seed: number,
): Promise<{target: MockTarget; mock: Mock; close(): Promise<void>}> {
  const mock = await createMock({world: 'empty'});
  const target = new MockTarget({
    control: mock.urls.control!,
    seed,
    profiles: {workspace: specifications.workspace.profile, store: specifications.store.profile},
  });
  return {target, mock, close: () => mock.close()};
}
