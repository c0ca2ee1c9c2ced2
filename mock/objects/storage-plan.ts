import type {World} from '../world/world.ts';

/** Storage as a world with these defects serves it; to defects it is the operation `storage`. */
export interface StoragePlan {
  /** Checks of a link that are not made. */
  skips: ReadonlySet<string>;
  /** Refusals at which the bytes are stored all the same. */
  effects: ReadonlySet<string>;
  /** The same, only where an object is there already. */
  overwrites: ReadonlySet<string>;
  /** A link is not enough: it asks for an API key too. */
  asksKey: boolean;
  /** What is stored is lost. */
  loses: boolean;
}

const SOUND: StoragePlan = {
  skips: new Set(),
  effects: new Set(),
  overwrites: new Set(),
  asksKey: false,
  loses: false,
};

/** Storage of a world: sound unless its defects speak of it. */
export function storagePlan({defects}: World): StoragePlan {
  if (!defects.length) return SOUND;
  const here = defects.filter((defect) => 'in' in defect && defect.in?.includes('storage'));
  const situations = (seam: 'skip' | 'effect', over?: true): Set<string> =>
    new Set(
      here.flatMap((defect) =>
        defect.seam === seam && (defect.seam === 'skip' || defect.over === over)
          ? [defect.situation]
          : [],
      ),
    );
  return {
    skips: situations('skip'),
    effects: situations('effect'),
    overwrites: situations('effect', true),
    asksKey: here.some(({seam}) => seam === 'ability'),
    loses: here.some((defect) => defect.seam === 'change' && defect.drop === true),
  };
}
