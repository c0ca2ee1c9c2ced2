import type {Json} from '../http.ts';
import type {Mirror} from '../model.ts';
import {MINUTE, SECOND} from '../time.ts';
import type {World} from '../world.ts';

/** Mirrors as a variant makes and orders them. */
export function mirrorsShown(w: World, mirrors: readonly Mirror[], repaired: boolean): Mirror[] {
  const v = w.variants;
  if (v.has('reader-not-configured')) return [];
  const some = mirrors.filter(
    (one) => repaired || one.kind === 'original' || !v.has('reader-modified-only-when-repaired'),
  );
  const seen = some.filter((one) => !v.has('reader-lags') || one.pushed <= w.now() - SECOND);
  return v.has('reader-modified-first') ? seen.toReversed() : seen;
}

/** How long a push takes. */
export function pushTime(w: World): number {
  if (w.variants.has('reader-pushes-long')) return 30 * MINUTE;
  return w.variants.has('reader-pushed-at-once') ? 0 : 4 * SECOND;
}

/** A mirror as a variant shows it. */
export function mirrorRow(w: World, row: Json): Json {
  const v = w.variants;
  const push = row['push'];
  if (v.has('reader-errors-as-objects')) {
    return {...row, push: {...Object(push), last_error: {code: 'E17', text: 'Broken cover.'}}};
  }
  if (v.has('reader-errors-as-text')) {
    return {
      ...row,
      conversion: 'failed: cover',
      push: {...Object(push), last_error: 'The cover is broken; see store/issues#17.'},
    };
  }
  if (v.has('reader-status-of-numbers')) return {...row, conversion: 30};
  return v.has('reader-status-of-words') ? {...row, conversion: 'Being Converted (2/3)'} : row;
}
