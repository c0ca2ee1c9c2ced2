import {describe, expect, it} from 'vitest';
import type {Exchange, Step} from '../../spec/step.ts';
import {Script, type Handle} from '../script.ts';
import type {OperationTraits} from './sent-requests.ts';
import {RequestCache} from './request-cache.ts';
import type {SceneCache} from './scene-cache.ts';
import {cacheKeyOf, type RequestStep, type Values} from './cache-key.ts';
import {pointed} from './values.ts';

const METHODS: Record<string, string> = {
  createUser: 'POST',
  updateUser: 'PUT',
  deactivateUser: 'DELETE',
  importUser: 'POST',
  listUsers: 'GET',
  readUser: 'GET',
  countUsers: 'GET',
};
const NATURE: OperationTraits = {
  method: (step) => step.method ?? METHODS[step.op]!,
  turnsPages: ({op}) => op === 'listUsers',
};

/** A deployment of users that answers by the book, seen by scenes that remember. */
class Book {
  readonly cache = new RequestCache(NATURE);
  sent: string[] = [];
  #users = 0;
  #minted = 0;

  /** Runs a scene; gives what each of its steps was answered. */
  play(record: (s: Script) => Handle | void): Exchange[] {
    const script = new Script('store');
    const judged = record(script);
    const known = new Map<string, Exchange>();
    const fresh = new Map<number, string>();
    const values: Values = {
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
    values: Values,
    fresh: Map<number, string>,
    sceneCache: SceneCache | undefined,
  ): Exchange {
    const said = cacheKeyOf(step, values)!;
    const taken = sceneCache?.recall(step, said, values, 0);
    if (taken) {
      for (const [n, value] of taken.fresh) fresh.set(n, value);
      return taken.exchange;
    }
    sceneCache?.sent(step, said);
    for (const {n} of said.introduced) fresh.set(n, `value-${++this.#minted}`);
    const exchange = this.#answer(step as Step & {step: 'call'});
    this.cache.note(
      step,
      said,
      said.introduced.map(({n}) => fresh.get(n)!),
      exchange,
    );
    return exchange;
  }

  #answer({id, op, as, body}: Step & {step: 'call'}): Exchange {
    this.sent.push(op);
    const [status, situation] =
      as === 'nobody'
        ? [401, 'unauthenticated']
        : body && Object.keys(body as object).length === 0
          ? [422, 'invalid']
          : op === 'createUser'
            ? [201, 'created']
            : op === 'importUser'
              ? [202, 'begun']
              : [200, 'done'];
    const answer = status === 201 || status === 202 ? {data: {id: ++this.#users}} : {};
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
      body: answer,
      sent: {method: METHODS[op]!, url: '', headers: {}},
    };
  }
}

const create = (s: Script): Handle =>
  s.call('createUser', {
    expects: 'created',
    body: {email: s.fresh('email'), external_id: s.fresh('external-id')},
  });
const of = (made: Handle) => ({path: {id: made.at('/data/id')}});

describe('what a scene takes from earlier ones', () => {
  it('is what came about in the same way and is as it was', () => {
    const book = new Book();
    const [first] = book.play((s) => void create(s));
    const [again] = book.play((s) => void create(s));
    expect(again!.body).toEqual(first!.body);
    expect(book.sent).toEqual(['createUser']);
  });

  it('is never the same thing twice: two users of a scene are two', () => {
    const book = new Book();
    book.play((s) => void create(s));
    const [one, other] = book.play((s) => {
      create(s);
      create(s);
    });
    expect(one!.body).not.toEqual(other!.body);
    expect(book.sent).toEqual(['createUser', 'createUser']);
  });

  it('is nothing of its own', () => {
    const book = new Book();
    const [one, other] = book.play((s) => {
      create(s);
      create(s);
    });
    expect(one!.body).not.toEqual(other!.body);
  });

  it('is nothing that was changed since', () => {
    const book = new Book();
    book.play((s) => void s.call('deactivateUser', of(create(s))));
    book.play((s) => void create(s));
    expect(book.sent).toEqual(['createUser', 'deactivateUser', 'createUser']);
  });

  it('is a whole life, where the scene would do the same', () => {
    const book = new Book();
    book.play((s) => void s.call('deactivateUser', of(create(s))));
    book.play((s) => {
      const made = create(s);
      s.call('deactivateUser', of(made));
      s.call('updateUser', {...of(made), body: {email: s.fresh('email')}});
    });
    expect(book.sent).toEqual(['createUser', 'deactivateUser', 'updateUser']);
  });

  it('survives refusals, which change nothing', () => {
    const book = new Book();
    book.play((s) => void s.call('updateUser', {...of(create(s)), body: {}}));
    book.play((s) => void create(s));
    expect(book.sent).toEqual(['createUser', 'updateUser']);
  });

  it('is no read of the time before a request of its own', () => {
    const book = new Book();
    const scene = (s: Script): void => {
      s.call('listUsers');
      s.call('createUser', {as: 'nobody', body: {email: 'x'}});
      s.call('listUsers');
    };
    book.play(scene);
    expect(book.sent).toEqual(['listUsers', 'createUser', 'listUsers']);
    book.play((s) => {
      s.call('updateUser', {path: {id: '7'}, body: {email: 'y'}});
      s.call('listUsers');
    });
    expect(book.sent.slice(3)).toEqual(['updateUser', 'listUsers']);
  });

  it('is nothing that it looked at the whole before: what changes the whole has to come after', () => {
    const book = new Book();
    book.play((s) => void create(s));
    book.play((s) => {
      s.call('listUsers');
      create(s);
    });
    expect(book.sent).toEqual(['createUser', 'listUsers', 'createUser']);
  });

  it('need not be the newest, unless the scene looks at a list', () => {
    for (const [op, taken] of [
      ['countUsers', true],
      ['listUsers', false],
    ] as const) {
      const book = new Book();
      book.play((s) => void create(s));
      book.play((s) => {
        create(s);
        s.call('deactivateUser', of(create(s)));
      });
      book.sent = [];
      book.play((s) => {
        create(s);
        s.call(op);
      });
      expect(book.sent).toEqual(taken ? [op] : ['createUser', op]);
    }
  });

  it('is a wait that ended well once, unless its answer is looked at', () => {
    const book = new Book();
    const shown = (s: Script): Handle =>
      s.call('readUser', {...of(create(s)), until: {other: 404}});
    book.play((s) => void shown(s));
    book.sent = [];
    // Something of its own was done before: a look at what there is would have to come after it.
    const own = (s: Script): Handle => s.call('deactivateUser', {path: {id: '7'}});
    book.play((s) => {
      own(s);
      shown(s);
    });
    expect(book.sent).toEqual(['deactivateUser']);
    book.play((s) => {
      own(s);
      return shown(s);
    });
    expect(book.sent).toEqual(['deactivateUser', 'readUser']);
  });

  it('is nothing that worked on meanwhile, where the scene looks at it next', () => {
    const book = new Book();
    const begin = (s: Script): Handle => s.call('importUser', {body: {email: s.fresh('email')}});
    book.play((s) => void begin(s));
    book.play((s) => void begin(s));
    expect(book.sent).toEqual(['importUser']);
    book.play((s) => s.call('readUser', of(begin(s))));
    expect(book.sent).toEqual(['importUser', 'importUser', 'readUser']);
  });

  it('is nothing where time has to pass', () => {
    const book = new Book();
    book.play((s) => void create(s));
    book.play((s) => {
      create(s);
      s.advance(1000);
    });
    expect(book.sent).toEqual(['createUser', 'createUser']);
  });
});

describe('an upload', () => {
  it('names its reservation: what was refused before the bytes landed is no answer after', () => {
    const reservation = {
      publication_id: 'pub_1',
      key: 'ws/pub_1',
      upload_url: 'https://storage.example/1',
      upload_headers: {},
    };
    const answered = (
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
    const answers: Record<string, Exchange> = {
      [reserved.id]: answered('createUpload', 201, 'reserved', reservation),
      [early.id]: answered('createPublication', 422, 'not-landed', {}),
    };
    const values: Values = {
      at: (step, pointer) => answers[step] && pointed(answers[step]!, pointer),
      fresh: () => undefined,
      sample: () => undefined,
    };
    const steps = script.steps as RequestStep[];
    for (const step of steps.slice(0, 3))
      cache.note(
        step,
        cacheKeyOf(step, values)!,
        [],
        answers[step.id] ?? answered('PUT', 200, 'stored', ''),
      );
    const last = steps.find(({id}) => id === late.id)!;
    expect(
      cache.forScene(steps, [])!.recall(last, cacheKeyOf(last, values)!, values, 0),
    ).toBeUndefined();
  });
});
