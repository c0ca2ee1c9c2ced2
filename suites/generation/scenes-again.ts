import type {Check, Scene} from '../language/check.ts';

/** What is gained by going on from a scene, by its id: 0 for one that was never run (docs/decisions/0051). */
export type GainOf = (scene: string) => number;

/** Scenes that a round sends again. */
const SCENES_A_ROUND = 250;

/** A scene of the first pass, with its checks. */
interface Repeatable {
  scene: Scene;
  checks: Check[];
  /** The id under which it was last sent. */
  last: string;
  times: number;
}

/**
 * Sends the scenes of the first pass again, in other variations: other classes of values, another credential, another
 * form of the requests, a look around at the end. Those come first from which most is gained, and that were sent least.
 */
export class ScenesAgain {
  readonly #scenes: readonly Repeatable[];
  readonly #varied: (scene: Scene) => Scene;

  /**
   * @param before the checks of the first pass; sequences and draws have rounds of their own
   * @param varied what is different about a scene that is sent again
   */
  constructor(before: readonly Check[], varied: (scene: Scene) => Scene) {
    const scenes = new Map<string, Repeatable>();
    for (const check of before.filter(isRepeated)) {
      const {scene} = check;
      const one = scenes.get(scene.id) ?? {scene, checks: [], last: scene.id, times: 0};
      one.checks.push(check);
      scenes.set(scene.id, one);
    }
    this.#scenes = [...scenes.values()];
    this.#varied = varied;
  }

  /** The checks of the scenes that a round sends again. */
  next(round: number, gainOf: GainOf): Check[] {
    const ranked = this.#scenes
      .map((one) => ({one, gain: gainOf(one.last) / (1 + one.times) ** 2}))
      .filter(({gain}) => gain > 0)
      .toSorted((a, b) => b.gain - a.gain);
    return ranked.slice(0, SCENES_A_ROUND).flatMap(({one}) => this.#sentAgain(one, round));
  }

  #sentAgain(one: Repeatable, round: number): Check[] {
    const id = `round ${round} ${one.scene.id}`;
    one.last = id;
    one.times += 1;
    const scene = {...this.#varied(one.scene), id};
    return one.checks.map((check) => ({...check, scene}));
  }
}

/** A scene that uses up a limit, or revokes access, disturbs the rest of the run each time. */
const isRepeated = ({scene, rule, sequence, draw}: Check): boolean =>
  !sequence && !draw && !scene.exhausts && !scene.mayRevokeAccess && !rule.includes('.limits.');
