import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check} from '../../check.ts';
import {all} from '../../judge.ts';
import type {Handle} from '../../script.ts';
import {whenHolds} from '../../blocked-by.ts';
import {createPlan, find, TRIAL} from './plan-steps.ts';
import {expectShown, expectRowAsGiven} from './plan-rows.ts';

/** The flags of a plan that need no other member, and a free trial with its days. */
const flags = (recommended: boolean, hidden: boolean, downloads: boolean, trial: boolean) => ({
  recommended,
  private: hidden,
  download_files: downloads,
  ...(trial ? TRIAL : {free_trial: false}),
});

/** In these rows every pair of flags has all combinations of values. */
const ROWS = {
  none: flags(false, false, false, false),
  'all but recommended': flags(false, true, true, true),
  'all but private': flags(true, false, true, true),
  'all but downloads': flags(true, true, false, true),
  'all but a trial': flags(true, true, true, false),
};

/** Flags that an update sets together are all kept. */
export const pairsOfFlags: Check[] = [
  check({
    rule: 'store.plans.update-is-kept',
    place: 'every pair of flags',
    onlyOnTestTargets: true,
    act: (s) => {
      const {body, path} = createPlan(s);
      const seen: Record<string, Handle> = {};
      for (const [name, row] of Object.entries(ROWS)) {
        seen[name] = s.call('updatePlan', {path, body: {...body, ...row}});
        seen[`${name}, listed`] = find(s, body.name);
      }
      return seen;
    },
    judge: (seen) => {
      const pairs = Object.keys(ROWS).flatMap((name): [Exchange, Exchange][] => {
        const [updated, list] = [seen[name], seen[`${name}, listed`]];
        // The document does not say whether some flags exclude each other.
        return updated?.situations.includes('updated') && list ? [[updated, list]] : [];
      });
      return whenHolds(
        pairs.length > 0,
        'store.plans.update-answers-204',
        'no update of the flags was accepted',
        () =>
          all(
            ...pairs.flatMap(([updated, list]) => [
              () => expectShown(list, updated, 'not found by its name'),
              () => expectRowAsGiven(list, updated, updated.requestBody),
            ]),
          ),
      );
    },
  }),
];
