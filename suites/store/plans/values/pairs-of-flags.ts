import type {Check} from '../../../language/check.ts';
import {all, judgeEach} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {whenHolds} from '../../../language/blocked-by.ts';
import {checksOfCases, sceneOfCases} from '../../../tables/cases.ts';
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
const ROWS = [
  flagsWith(),
  flagsWith('private', 'downloads', 'trial'),
  flagsWith('recommended', 'downloads', 'trial'),
  flagsWith('recommended', 'private', 'trial'),
  flagsWith('recommended', 'private', 'downloads'),
];

const updates = sceneOfCases({
  id: 'store.plans.update-is-kept every pair of flags',
  onlyOnTestTargets: true,
  cases: ROWS,
  begin: (s) => createPlan(s),
  act: (s, flags, {path, body}) => ({
    updated: s.call('updatePlan', {path, body: {...body, ...flags}}),
    listed: find(s, body.name),
  }),
});

/** Flags that an update sets together are all kept. */
export const pairsOfFlags: Check[] = checksOfCases(updates, 'every pair of flags', {
  'store.plans.update-is-kept': (answered) => {
    // The document does not say whether some flags exclude each other.
    const accepted = answered.filter(({seen}) => isUpdated(seen.updated));
    return whenHolds(
      accepted.length > 0,
      'store.plans.update-answers-204',
      'no update of the flags was accepted',
      () =>
        judgeEach(accepted, ({seen: {updated, listed}}) =>
          all(
            () => expectShown(listed, updated, 'not found by its name'),
            () => expectRowAsGiven(listed, updated, updated.requestBody),
          ),
        ),
    );
  },
});
