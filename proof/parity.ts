import {createMock, type Mock} from '../mock/create-mock.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import type {World} from '../mock/world/world.ts';
import {canonicalText} from '../spec/json.ts';
import {loadSpecification, type Specification} from '../spec/specification.ts';
import type {Api} from '../spec/rule.ts';
import type {Exchange, Step} from '../spec/step.ts';
import type {Check} from '../suites/check.ts';
import {contractsOf} from '../suites/engine/contracts.ts';
import {execute} from '../suites/engine/execute.ts';
import {Ledger} from '../suites/engine/ledger.ts';
import {prepare} from '../suites/engine/prepare.ts';
import {ToolSessions} from '../suites/engine/tool-sessions.ts';
import {modelChecks} from '../suites/model-check.ts';
import {AGENT_FOR} from '../suites/script.ts';
import {HttpClient} from '../suites/target/client.ts';
import {Codec} from '../suites/target/codec.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import {sequences as runs} from '../suites/workspace/runs/sequences.ts';
import {sequences as uploads} from '../suites/workspace/uploads/sequences.ts';

/** Sequences that one seed makes of each model. */
const A_SEED = 8;

/**
 * Runs so many sequences of a model through the API and through the MCP server, each in a fresh
 * world of the same seed.
 * @param defect that every world has
 * @returns where they part, a line each
 */
export async function differences(
  model: 'uploads' | 'runs',
  count: number,
  defect?: string,
): Promise<string[]> {
  const mock = await createMock({world: 'empty', defects: DEFECTS});
  const parity = new Parity(
    mock,
    {workspace: loadSpecification('workspace'), store: loadSpecification('store')},
    defect === undefined ? {} : {defect},
  );
  try {
    const found: string[] = [];
    for (const check of sequencesOf(model, count))
      found.push(...[await parity.difference(check)].filter((one) => one !== undefined));
    return found;
  } finally {
    await parity.close();
    await mock.close();
  }
}

/** So many sequences of a model, of one seed after the other. */
function* sequencesOf(model: 'uploads' | 'runs', count: number): Generator<Check> {
  for (let seed = 1, left = count; ; seed += 1)
    for (const check of model === 'uploads'
      ? modelChecks(uploads, seed, A_SEED)
      : modelChecks(runs, seed, A_SEED)) {
      if (left-- === 0) return;
      yield {...check, scene: {...check.scene, id: `${check.scene.id} of seed ${seed}`}};
    }
}

/** The same steps, every call at the tool of its operation. */
const throughTools = (steps: Step[]): Step[] =>
  steps.map((step): Step => {
    const agent =
      step.step === 'call' && typeof step.as === 'string' ? AGENT_FOR[step.as] : undefined;
    return agent ? ({...step, as: agent, interface: 'mcp'} as Step) : step;
  });

/** One mock on which sequences are played twice. */
class Parity {
  readonly #mock: Mock;
  readonly #specifications: Record<Api, Specification>;
  readonly #target: MockTarget;
  readonly #client = new HttpClient();

  constructor(
    mock: Mock,
    specifications: Record<Api, Specification>,
    world: {defect?: string} = {},
  ) {
    this.#mock = mock;
    this.#specifications = specifications;
    this.#target = new MockTarget({
      control: mock.urls.control!,
      seed: 1,
      profiles: {workspace: specifications.workspace.profile, store: specifications.store.profile},
      world,
    });
  }

  /** @returns the first difference, in one line; undefined where both faces do the same */
  async difference(check: Check): Promise<string | undefined> {
    const {given, act} = prepare(check.scene, this.#target, contractsOf(this.#specifications));
    const steps = [...given, ...act];
    const api = await this.#played(check, steps);
    const tools = await this.#played(check, throughTools(steps));
    for (const {id} of steps) {
      const [one, other] = [api.answers.get(id), tools.answers.get(id)];
      if (shown(one) !== shown(other))
        return `${check.scene.id}, step ${id}: the API ${shown(one)}, the tool ${shown(other)}`;
      if (
        one?.at(-1) &&
        !one.at(-1)!.situations.every((situation) => other!.at(-1)!.situations.includes(situation))
      )
        return `${check.scene.id}, step ${id}: the API ${one.at(-1)!.situations.join()}, the tool ${other!.at(-1)!.situations.join()}`;
    }
    const table = Object.keys(api.left).find((name) => api.left[name] !== tools.left[name]);
    return table && `${check.scene.id}: other rows are left in ${table}`;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #played(
    check: Check,
    steps: Step[],
  ): Promise<{answers: Map<string, Exchange[]>; left: Record<string, string>}> {
    const universe = await this.#target.open(check.scene.id);
    const {workspace, store} = this.#specifications;
    const codecs = {
      workspace: new Codec(workspace.contract, workspace.profile),
      store: new Codec(store.contract, store.profile),
    };
    try {
      const answers = await execute(steps, {
        environment: universe,
        client: this.#client,
        codecs,
        ledger: new Ledger(),
        sessions: new ToolSessions(),
        label: 'parity',
      });
      return {
        answers,
        left: rowsOf(this.#mock.world(universe.base('workspace').split('/').at(-1)!)!),
      };
    } finally {
      await universe.close();
    }
  }
}

/**
 * What an answer says, wherever its world is: of a success its body, of a refusal its reason; links
 * without their signature.
 */
function shown(exchanges: Exchange[] | undefined): string {
  const last = exchanges?.at(-1);
  if (!last) return 'nothing';
  const {status, body, headers} = last;
  const said =
    status >= 400 ? {reason: body?.reason} : status === 302 ? {location: headers.location} : body;
  return canonicalText(said)
    .replaceAll(/\/w\/w\d+/g, '')
    .replaceAll(/signature=[\w-]+/g, '');
}

/** What is left in a world, table by table; whose credential it was is another. */
function rowsOf(world: World): Record<string, string> {
  const {tables, due} = world.image();
  const left = {...tables, due};
  return Object.fromEntries(
    Object.entries(left)
      .filter(([name]) => !name.startsWith('access'))
      .map(([name, rows]) => [
        name,
        JSON.stringify(rows, (member, value: unknown) => (member === 'by' ? undefined : value)),
      ]),
  );
}
