import {createMock, type Mock} from '../mock/create-mock.ts';
import {defined} from '../spec/defined.ts';
import type {Specification} from '../spec/specification.ts';
import type {Api} from '../spec/rule.ts';
import {MockTarget} from '../suites/target/mock-target.ts';

/** The mock as a target of this process, over real HTTP. */
export interface EmbeddedMock {
  target: MockTarget;
  mock: Mock;
  close(): Promise<void>;
}

/**
 * Starts a mock in this process and makes it a target.
 * @param seed of everything that the mock makes up
 */
export async function embedded(
  {workspace, store}: Record<Api, Specification>,
  seed: number,
): Promise<EmbeddedMock> {
  const mock = await createMock({world: 'empty'});
  const target = new MockTarget({
    control: defined(mock.urls.control, 'the control plane'),
    seed,
    profiles: {workspace: workspace.profile, store: store.profile},
  });
  return {target, mock, close: () => mock.close()};
}
