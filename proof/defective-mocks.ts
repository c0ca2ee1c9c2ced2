import {createMock, type Mock} from '../mock/create-mock.ts';
import type {Defect} from '../mock/defect.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {defined} from '../spec/defined.ts';
import type {Json} from '../spec/json.ts';
import type {Api} from '../spec/rule.ts';
import type {Specification} from '../spec/specification.ts';
import {MockTarget} from '../suites/target/mock-target.ts';

/** One server whose worlds have one defect each, or none. */
export class DefectiveMocks {
  readonly #mock: Mock;
  readonly #specifications: Record<Api, Specification>;

  private constructor(mock: Mock, specifications: Record<Api, Specification>) {
    this.#mock = mock;
    this.#specifications = specifications;
  }

  /** @param defects the defects that worlds may have */
  static async open(
    specifications: Record<Api, Specification>,
    defects: readonly Defect[],
  ): Promise<DefectiveMocks> {
    const mock = await createMock({world: 'empty', defects: withDefects(defects)});
    return new DefectiveMocks(mock, specifications);
  }

  /**
   * Makes a target whose worlds have a defect, or none.
   * @param seed of the worlds
   * @param freedoms what its worlds do where the documents leave it open
   */
  target(seed: number, defect?: string, freedoms: Record<string, Json> = {}): MockTarget {
    const {workspace, store} = this.#specifications;
    return new MockTarget({
      control: defined(this.#mock.urls.control, 'the control plane'),
      seed,
      profiles: {workspace: workspace.profile, store: store.profile},
      world: {freedoms, ...(defect !== undefined && {defect})},
    });
  }

  close(): Promise<void> {
    return this.#mock.close();
  }
}
