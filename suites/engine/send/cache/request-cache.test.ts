import {describe, expect, it, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Step} from '../../../../spec/step.ts';
import type {Val} from '../../../../spec/value.ts';
import {Script, type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import type {OperationTraits} from '../../plan/sent-requests.ts';
import {RequestCache} from './request-cache.ts';
import {reusablePrefix} from '../../plan/reusable-set-up.ts';
import type {SceneCache} from './scene-cache.ts';
import {cacheKeyOf, type RequestStep, type ScriptValues} from '../../plan/cache-key.ts';
import {pointed} from '../values.ts';

const METHODS: Record<string, string> = {
  createUser: 'POST',
  createOrder: 'POST',
  cancelOrder: 'DELETE',
  updateUser: 'PUT',
  deactivateUser: 'DELETE',
  importUser: 'POST',
  listUsers: 'GET',
  readUser: 'GET',
  countUsers: 'GET',
};
const TRAITS: OperationTraits = {
  method: (step) => step.method ?? METHODS[step.op]!,
  turnsPages: ({op}) => op === 'listUsers',
};

/** A deployment of users in memory, and a cache over it. */
class Deployment {
  readonly cache = new RequestCache(TRAITS);
  sent: string[] = [];
  #users = 0;
  #minted = 0;

  /**
   * Runs a scene through the cache.
   * @param record gives the handle whose response a judge reads, if any
   * @param prefix of the ids of its steps
   * @returns the exchange of each step
   */
  run(record: (s: Script) => Handle | void, prefix = 's'): Exchange[] {
    const script = new Script('store', {numbering: {prefix, steps: 0, fresh: 0}});
    const judged = record(script);
    const known = new Map<string, Exchange>();
    const fresh = new Map<number, string>();
    const values: ScriptValues = {
      at: (step, pointer) => known.get(step) && pointed(known.get(step)!, pointer),
      fresh: ({n}) => fresh.get(n),
      sample: () => undefined,
    };
    const sceneCache = this.cache.forScene(script.steps, judged ? [judged.id] : []);
    for (const step of script.steps.filter((one): one is RequestStep => one.step === 'call'))
      known.set(step.id, this.#step(step, values, fresh, sceneCache));
    return [...known.values()];
  }

  #step(
    step: RequestStep,
    values: ScriptValues,
    fresh: Map<number, string>,
    sceneCache: SceneCache | undefined,
  ): Exchange {
    const hit = sceneCache?.lookUp(step, values, 0);
    if (hit) {
      for (const [n, {value}] of hit.fresh) fresh.set(n, value);
      return hit.exchange;
    }
    const record = this.cache.record(step, values)!;
    for (const {n} of cacheKeyOf(step, values)!.newValues) fresh.set(n, `value-${++this.#minted}`);
    const exchange = this.#respond(step as Step & {step: 'call'});
    record(exchange);
    return exchange;
  }

  #respond({id, op, as, body}: Step & {step: 'call'}): Exchange {
    this.sent.push(op);
    const [status, situation] =
      as === 'nobody'
        ? [401, 'unauthenticated']
        : body && Object.keys(body as object).length === 0
          ? [422, 'invalid']
          : op === 'createUser' || op === 'createOrder'
            ? [201, 'created']
            : op === 'importUser'
              ? [202, 'begun']
              : [200, 'done'];
    const responseBody = status === 201 || status === 202 ? {data: {id: ++this.#users}} : {};
    return {
      step: id,
      op,
      as: String(as),
      sentAt: 0,
      gotAt: 0,
      status: Number(status),
      situations: [String(situation)],
      documented: [],
      headers: {},
      body: responseBody,
      sent: {method: METHODS[op]!, url: '', headers: {}},
    };
  }
}

const create = (s: Script): Handle =>
  s.call('createUser', {
    expects: 'created',
    body: {email: s.fresh('email'), external_id: s.fresh('external-id')},
  });
const order = (s: Script, user: Handle): Handle =>
  s.call('createOrder', {expects: 'created', body: {user: user.at('/data/id')}});
const of = (made: Handle) => ({path: {id: made.at('/data/id')}});

test('a scene reuses a request with the same signature while nothing has changed', () => {
  const deployment = new Deployment();
  const [first] = deployment.run((s) => void create(s));
  const [again] = deployment.run((s) => void create(s));
  expect(again!.body).toEqual(first!.body);
  expect(deployment.sent).toEqual(['createUser']);
});

test('a file name of another stem is another name', () => {
  const deployment = new Deployment();
  const named = (more: object) => (s: Script) =>
    void s.call('createUser', {body: {name: {$sample: 'good', at: '/filename', ...more}}});
  deployment.run(named({}));
  deployment.run(named({stem: '007'}), 't');
  deployment.run(named({stem: '007'}), 'u');
  expect(deployment.sent).toHaveLength(2);
  deployment.run(named({capitals: true}), 'v');
  expect(deployment.sent).toHaveLength(3);
});

test('a scene that creates two users gets two', () => {
  const deployment = new Deployment();
  deployment.run((s) => void create(s));
  const [one, other] = deployment.run((s) => {
    create(s);
    create(s);
  });
  expect(one!.body).not.toEqual(other!.body);
  expect(deployment.sent).toEqual(['createUser', 'createUser']);
});

test('a scene does not reuse its own requests', () => {
  const deployment = new Deployment();
  const [one, other] = deployment.run((s) => {
    create(s);
    create(s);
  });
  expect(one!.body).not.toEqual(other!.body);
});

test('a resource that was changed since is not reused', () => {
  const deployment = new Deployment();
  deployment.run((s) => void s.call('deactivateUser', of(create(s))));
  deployment.run((s) => void create(s));
  expect(deployment.sent).toEqual(['createUser', 'deactivateUser', 'createUser']);
});

test('a resource is not reused with what was made of it and changed since', () => {
  const deployment = new Deployment();
  deployment.run((s) => void s.call('cancelOrder', of(order(s, create(s)))));
  const [, made] = deployment.run((s) => order(s, create(s)));
  expect(deployment.sent.slice(3)).toEqual(['createUser', 'createOrder']);
  const [, again] = deployment.run((s) => order(s, create(s)));
  expect(again!.body).toEqual(made!.body);
  expect(deployment.sent).toHaveLength(5);
});

test('a changed resource is reused with its changes where the scene would change it so', () => {
  const deployment = new Deployment();
  deployment.run((s) => void s.call('deactivateUser', of(create(s))));
  deployment.run((s) => {
    const made = create(s);
    s.call('deactivateUser', of(made));
    s.call('updateUser', {...of(made), body: {email: s.fresh('email')}});
  });
  expect(deployment.sent).toEqual(['createUser', 'deactivateUser', 'updateUser']);
});

test('what a reusable set-up has made is not reused: other scenes count on it', () => {
  const deployment = new Deployment();
  deployment.run((s) => void create(s), reusablePrefix('a user whom several scenes share'));
  deployment.run((s) => void s.call('deactivateUser', of(create(s))));
  expect(deployment.sent).toEqual(['createUser', 'createUser', 'deactivateUser']);
});

test('a resource is reused after a refusal, which changed nothing', () => {
  const deployment = new Deployment();
  deployment.run((s) => void s.call('updateUser', {...of(create(s)), body: {}}));
  deployment.run((s) => void create(s));
  expect(deployment.sent).toEqual(['createUser', 'updateUser']);
});

test('a read from before a request of the scene is not reused', () => {
  const deployment = new Deployment();
  const scene = (s: Script): void => {
    s.call('listUsers');
    s.call('createUser', {as: 'nobody', body: {email: 'x'}});
    s.call('listUsers');
  };
  deployment.run(scene);
  expect(deployment.sent).toEqual(['listUsers', 'createUser', 'listUsers']);
  deployment.run((s) => {
    s.call('updateUser', {path: {id: '7'}, body: {email: 'y'}});
    s.call('listUsers');
  });
  expect(deployment.sent.slice(3)).toEqual(['updateUser', 'listUsers']);
});

test('after a scene has looked at a list, what it adds is not taken from before', () => {
  const deployment = new Deployment();
  deployment.run((s) => void create(s));
  deployment.run((s) => {
    s.call('listUsers');
    create(s);
  });
  expect(deployment.sent).toEqual(['createUser', 'listUsers', 'createUser']);
});

test('a reused resource need not be the newest, unless the scene looks at a list', () => {
  for (const [op, taken] of [
    ['countUsers', true],
    ['listUsers', false],
  ] as const) {
    const deployment = new Deployment();
    deployment.run((s) => void create(s));
    deployment.run((s) => {
      create(s);
      s.call('deactivateUser', of(create(s)));
    });
    deployment.sent = [];
    deployment.run((s) => {
      create(s);
      s.call(op);
    });
    expect(deployment.sent).toEqual(taken ? [op] : ['createUser', op]);
  }
});

test('a wait that ended well once is reused, unless a judge reads its response', () => {
  const deployment = new Deployment();
  const shown = (s: Script): Handle => s.call('readUser', {...of(create(s)), until: {other: 404}});
  deployment.run((s) => void shown(s));
  deployment.sent = [];
  // Something of its own was done before: a look at what there is would have to come after it.
  const own = (s: Script): Handle => s.call('deactivateUser', {path: {id: '7'}});
  deployment.run((s) => {
    own(s);
    shown(s);
  });
  expect(deployment.sent).toEqual(['deactivateUser']);
  deployment.run((s) => {
    own(s);
    return shown(s);
  });
  expect(deployment.sent).toEqual(['deactivateUser', 'readUser']);
});

test('what was only accepted is not reused where the scene looks at it next', () => {
  const deployment = new Deployment();
  const begin = (s: Script): Handle => s.call('importUser', {body: {email: s.fresh('email')}});
  deployment.run((s) => void begin(s));
  deployment.run((s) => void begin(s));
  expect(deployment.sent).toEqual(['importUser']);
  deployment.run((s) => s.call('readUser', of(begin(s))));
  expect(deployment.sent).toEqual(['importUser', 'importUser', 'readUser']);
});

test('nothing is reused where time has to pass', () => {
  const deployment = new Deployment();
  deployment.run((s) => void create(s));
  deployment.run((s) => {
    create(s);
    s.advance(1000);
  });
  expect(deployment.sent).toEqual(['createUser', 'createUser']);
});

describe('an upload', () => {
  it('refers to its reservation: a refusal from before the upload is not reused after it', () => {
    const reservation = {
      publication_id: 'pub_1',
      key: 'ws/pub_1',
      upload_url: 'https://storage.example/1',
      upload_headers: {},
    };
    const response = (
      step: string,
      status: number,
      situation: string,
      body: unknown,
    ): Exchange => ({
      step,
      op: step,
      as: 'full',
      sentAt: 0,
      gotAt: 0,
      status,
      situations: [situation],
      documented: [],
      headers: {},
      body,
      sent: {method: 'POST', url: '', headers: {}},
    });
    const cache = new RequestCache({method: () => 'POST', turnsPages: () => false});
    const script = new Script('workspace');
    const reserved = script.call('createUpload', {});
    const early = script.call('createPublication', {
      body: {publication_id: reserved.at('/publication_id'), key: reserved.at('/key')},
    });
    script.upload(reserved);
    const late = script.call('createPublication', {
      body: {publication_id: reserved.at('/publication_id'), key: reserved.at('/key')},
    });
    const responses: Record<string, Exchange> = {
      [reserved.id]: response('createUpload', 201, 'reserved', reservation),
      [early.id]: response('createPublication', 422, 'not-landed', {}),
    };
    const values: ScriptValues = {
      at: (step, pointer) => responses[step] && pointed(responses[step]!, pointer),
      fresh: () => undefined,
      sample: () => undefined,
    };
    const steps = script.steps as RequestStep[];
    for (const step of steps.slice(0, 3))
      cache.record(step, values)!(responses[step.id] ?? response('PUT', 200, 'stored', ''));
    const last = steps.find(({id}) => id === late.id)!;
    expect(cache.forScene(steps, [])!.lookUp(last, values, 0)).toBeUndefined();
  });
});

test('a value that the scene makes longer is none of another class', () => {
  const deployment = new Deployment();
  const lengthening = (s: Script): void => {
    const reference = s.fresh('external-id');
    const body = (id: Val) => ({email: s.fresh('email'), external_id: id});
    s.call('createUser', {expects: 'created', body: body(reference)});
    s.call('createUser', {expects: 'created', body: body(text(reference, '.0'))});
  };
  const long = {valueClass: '64 characters'};
  const created = deployment.run((s) => {
    const body = {email: s.fresh('email'), external_id: {...s.fresh('external-id'), ...long}};
    s.call('createUser', {expects: 'created', body});
  });
  const [plain] = deployment.run(lengthening);
  expect(plain!.body).not.toEqual(created[0]!.body);
  const [again] = deployment.run(lengthening);
  expect(again!.body).toEqual(plain!.body);
});
