import {createMock, type Mock} from '../mock/create-mock.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import type {World} from '../mock/world/world.ts';
import {defined} from '../spec/defined.ts';
import {canonicalText} from '../spec/json.ts';
import {loadSpecifications, type Specification} from '../spec/specification.ts';
import type {Api} from '../spec/rule.ts';
import type {Exchange} from '../spec/exchange.ts';
import type {Step} from '../spec/step.ts';
import type {Check} from '../suites/language/check.ts';
import {contractsOf} from '../suites/engine/facts/contracts.ts';
import {execute} from '../suites/engine/send/execute.ts';
import {Ledger} from '../suites/engine/send/ledger/ledger.ts';
import {prepare} from '../suites/engine/plan/prepare.ts';
import {ToolSessions} from '../suites/engine/send/tool-sessions.ts';
import {modelChecks} from '../suites/generation/model-check.ts';
import {AGENT_FOR} from '../suites/language/script.ts';
import {HttpClient} from '../suites/target/client.ts';
import {Codec} from '../suites/target/codec.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import {sequences as runs} from '../suites/workspace/runs/sequences.ts';
import {sequences as uploads} from '../suites/workspace/uploads/sequences.ts';

/** The number of sequences that are generated for each model and seed. */
const SEQUENCES_A_SEED = 8;

/**
 * Runs `count` sequences of a model through the API and through the MCP server, each in a new world with the same
 * seed.
 * @param defect the defect of every world
 * @returns the differences, one line each
 */
export async function differences(
  model: 'uploads' | 'runs',
  count: number,
  defect?: string,
): Promise<string[]> {
  const mock = await createMock({world: 'empty', defects: withDefects(DEFECTS)});
  const parity = new Parity(mock, loadSpecifications(), defect === undefined ? {} : {defect});
  try {
    const found: string[] = [];
    for (const check of sequencesOf(model, count)) {
      const difference = await parity.difference(check);
      if (difference !== undefined) found.push(difference);
    }
    return found;
  } finally {
    await parity.close();
    await mock.close();
  }
}

/** The first `count` sequences of a model, for successive seeds. */
function* sequencesOf(model: 'uploads' | 'runs', count: number): Generator<Check> {
  const checksFor = (seed: number): Check[] =>
    model === 'uploads'
      ? modelChecks(uploads, seed, SEQUENCES_A_SEED)
      : modelChecks(runs, seed, SEQUENCES_A_SEED);
  let left = count;
  for (let seed = 1; ; seed += 1)
    for (const check of checksFor(seed)) {
      if (left === 0) return;
      left -= 1;
      const {scene} = oneByOne(check);
      yield {...check, scene: {...scene, id: `${check.scene.id} of seed ${seed}`}};
    }
}

/** The sequence without races, whose order would differ between the API and the tools. */
const oneByOne = (check: Check): Check =>
  check.sequence?.withCommands(
    check.sequence.commands.map(({atOnce: _atOnce, ...command}) => command),
  ) ?? check;

/** The same steps, with every call made through the tool of its operation. */
const throughTools = (steps: Step[]): Step[] =>
  steps.map((step): Step => {
    const agent =
      step.step === 'call' && typeof step.as === 'string' ? AGENT_FOR[step.as] : undefined;
    return agent ? ({...step, as: agent, interface: 'mcp'} as Step) : step;
  });

/** A mock on which each sequence is run twice: through the API, and through its tools. */
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
      control: defined(mock.urls.control, 'the control plane of the mock'),
      seed: 1,
      profiles: {workspace: specifications.workspace.profile, store: specifications.store.profile},
      world,
    });
  }

  /** @returns the first difference in one line; undefined when both interfaces behave the same */
  async difference(check: Check): Promise<string | undefined> {
    const {given, act} = prepare(check.scene, this.#target, contractsOf(this.#specifications));
    const steps = [...given, ...act];
    const api = await this.#play(check, steps);
    const tools = await this.#play(check, throughTools(steps));
    for (const {id} of steps) {
      const difference = stepDifference(api.exchanges.get(id), tools.exchanges.get(id));
      if (difference !== undefined) return `${check.scene.id}, step ${id}: ${difference}`;
    }
    const table = Object.keys(api.rows).find((name) => api.rows[name] !== tools.rows[name]);
    return table && `${check.scene.id}: the rows that remain in ${table} differ`;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #play(check: Check, steps: Step[]): Promise<Played> {
    const environment = await this.#target.open(check.scene.id);
    const {workspace, store} = this.#specifications;
    const codecs = {
      workspace: new Codec(workspace.contract, workspace.profile),
      store: new Codec(store.contract, store.profile),
    };
    try {
      const {results: exchanges} = await execute(steps, {
        environment,
        client: this.#client,
        codecs,
        ledger: new Ledger(),
        sessions: new ToolSessions(),
        label: 'parity',
      });
      const worldId = environment.base('workspace').split('/').at(-1) ?? '';
      return {exchanges, rows: rowsOf(defined(this.#mock.world(worldId), 'the world'))};
    } finally {
      await environment.close();
    }
  }
}

/** A sequence that was run: the exchanges of each step, and the resulting rows by table. */
interface Played {
  exchanges: ReadonlyMap<string, Exchange[]>;
  rows: Record<string, string>;
}

/** How the last exchanges of a step differ; undefined when they do not. */
function stepDifference(
  ofApi: Exchange[] | undefined,
  ofTool: Exchange[] | undefined,
): string | undefined {
  const [api, tool] = [ofApi?.at(-1), ofTool?.at(-1)];
  if (contentOf(api) !== contentOf(tool))
    return `the API ${contentOf(api)}, the tool ${contentOf(tool)}`;
  const [inApi, inTool] = [api?.situations ?? [], tool?.situations ?? []];
  return inApi.every((situation) => inTool.includes(situation))
    ? undefined
    : `the API ${inApi.join()}, the tool ${inTool.join()}`;
}

/**
 * The comparable part of a response, without the address of its world: the body of a success, the reason of a refusal,
 * the link of a redirect without its signature.
 */
function contentOf(exchange: Exchange | undefined): string {
  if (!exchange) return 'nothing';
  return canonicalText(bodyOrReason(exchange))
    .replaceAll(/\/w\/w\d+/g, '')
    .replaceAll(/signature=[\w-]+/g, '');
}

function bodyOrReason({status, body, headers}: Exchange): unknown {
  if (status >= 400) return {reason: body?.reason};
  // The end of a generated file differs for each link to which it is uploaded.
  if (body?.sha256) return {size: body.size};
  return status === 302 ? {location: headers.location} : body;
}

/**
 * The rows of a world by table, as text. The tables of access tokens and the member `by` are left out, because the API
 * and the tools are called with different credentials.
 */
function rowsOf(world: World): Record<string, string> {
  const {tables, due} = world.image();
  const withoutBy = (member: string, value: unknown): unknown =>
    member === 'by' ? undefined : value;
  return Object.fromEntries(
    Object.entries({...tables, due})
      .filter(([name]) => !name.startsWith('access'))
      .map(([name, rows]) => [name, JSON.stringify(rows, withoutBy)]),
  );
}
