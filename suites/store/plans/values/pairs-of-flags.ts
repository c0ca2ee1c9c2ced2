import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check} from '../../../language/check.ts';
import {all} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {whenHolds} from '../../../language/blocked-by.ts';
import {createPlan, find, TRIAL} from '../plan-steps.ts';
import {expectShown, expectRowAsGiven} from '../plan-rows.ts';

type Flag = 'recommended' | 'private' | 'downloads' | 'trial';

/** The flags of a plan that need no other member, and a free trial with its days: those given are set. */
const flagsWith = (...set: Flag[]) => ({
  recommended: set.includes('recommended'),
  private: set.includes('private'),
  download_files: set.includes('downloads'),
  ...(set.includes('trial') ? TRIAL : {free_trial: false}),
});

/** In these rows every pair of flags has all combinations of values. */
const ROWS = {
  none: flagsWith(),
  'all but recommended': flagsWith('private', 'downloads', 'trial'),
  'all but private': flagsWith('recommended', 'downloads', 'trial'),
  'all but downloads': flagsWith('recommended', 'private', 'trial'),
  'all but a trial': flagsWith('recommended', 'private', 'downloads'),
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
