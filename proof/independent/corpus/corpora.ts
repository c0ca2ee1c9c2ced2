import {defined} from '../../../spec/defined.ts';
import type {Api, Rule} from '../../../spec/rule.ts';
import type {Certifier} from '../certification.ts';
import {startServer} from '../deployment.ts';
import type {Fault} from '../faults.ts';
import {PROBES as STORE_PROBES} from '../store/probes.ts';
import {PROBES as WORKSPACE_PROBES} from '../workspace/probes.ts';
import {probed, type Probe, type Probes} from './asking.ts';
import {Chance, drawingFrom} from './chance.ts';
import {recordAt, type Turn} from './recording.ts';
import {replayed, type Corpus} from './replaying.ts';

const PROBES: Record<Api, Probes> = {store: STORE_PROBES, workspace: WORKSPACE_PROBES};

/** A corpus, and what a correct server answers when it is played. */
interface Played extends Corpus {
  answers: string[];
}

/** Where a fault changes what is answered. */
export interface Difference {
  /** The chapter whose corpus shows it, and the requests; without a chapter a probe shows it. */
  chapter?: string;
  asked?: string[];
  correct: string;
  faulty: string;
}

/**
 * What the suite asks a correct server: a corpus for each chapter of its rules, which is recorded when it is first
 * needed.
 */
export class Corpora {
  readonly #api: Api;
  readonly #certifier: Certifier;
  readonly #rules: Rule[];
  readonly #probes: Probes;
  readonly #chance = new Chance();
  readonly #played = new Map<string, Promise<Played>>();

  constructor(api: Api, certifier: Certifier, rules: Rule[]) {
    this.#api = api;
    this.#probes = PROBES[api];
    this.#certifier = certifier;
    this.#rules = rules;
  }

  /** The chapters of the rules that cover the row of a fault. */
  chaptersOf({row}: Fault): string[] {
    return this.#rules.filter(({covers}) => covers.includes(row)).map(chapterOf);
  }

  hasProbe({name}: Fault): boolean {
    return name in this.#probes;
  }

  /**
   * The first answer that a fault changes: to its probe if it has one, else in the chapters of its row, else in the
   * others; undefined: none.
   */
  async differenceOf(fault: Fault): Promise<Difference | undefined> {
    const probe = this.#probes[fault.name];
    if (probe) return this.#differenceTo(probe, fault.name);
    const all = this.#rules.map(chapterOf);
    for (const chapter of new Set([...this.chaptersOf(fault), ...all])) {
      const found = await this.#differenceIn(chapter, fault.name);
      if (found) return found;
    }
    return undefined;
  }

  #differenceTo(probe: Probe, fault: string): Promise<Difference | undefined> {
    return drawingFrom(this.#chance, async () => {
      const correct = await probed(this.#api, probe, [], this.#chance);
      const faulty = await probed(this.#api, probe, [fault], this.#chance);
      return correct === faulty ? undefined : {correct, faulty};
    });
  }

  async #differenceIn(chapter: string, fault: string): Promise<Difference | undefined> {
    const corpus = await this.#corpusOf(chapter);
    return drawingFrom(this.#chance, async () => {
      let turn = 0;
      for await (const faulty of replayed(corpus, [fault], this.#chance)) {
        const correct = defined(corpus.answers[turn], 'the answer of a turn');
        if (faulty !== correct) {
          const {requests} = defined(corpus.turns[turn], 'a turn');
          const asked = requests.map(({method, url}) => `${method} ${url}`);
          return {chapter, asked, correct, faulty};
        }
        turn += 1;
      }
      return undefined;
    });
  }

  #corpusOf(chapter: string): Promise<Played> {
    const made = this.#played.get(chapter) ?? this.#record(chapter);
    this.#played.set(chapter, made);
    return made;
  }

  #record(chapter: string): Promise<Played> {
    return drawingFrom(this.#chance, async () => {
      const corpus = await recorded(this.#certifier, this.#api, chapter, this.#chance);
      const answers: string[] = [];
      for await (const answer of replayed(corpus, [], this.#chance)) answers.push(answer);
      return {...corpus, answers};
    });
  }
}

const chapterOf = ({id}: Rule): string => defined(id.split('.')[1], 'the chapter of a rule');

/** What the rules of a chapter ask a correct server. */
async function recorded(
  certifier: Certifier,
  api: Api,
  chapter: string,
  chance: Chance,
): Promise<Corpus> {
  // What modules draw when they are loaded is drawn before.
  await (await startServer(api, [], {now: () => 0, sleep: async () => {}})).close();
  const trial = {api, seed: 1, credentials: 'all', hooks: true, runs: 1} as const;
  let corpus: Corpus | undefined;
  chance.begin(0);
  await certifier.certify({...trial, chapters: [chapter]}, ({url, server}, clock) => {
    const turns: Turn[] = recordAt(server, () => clock.now(), chance);
    corpus = {api, began: clock.now(), host: new URL(url).host, turns};
  });
  return defined(corpus, 'the corpus of a chapter');
}
