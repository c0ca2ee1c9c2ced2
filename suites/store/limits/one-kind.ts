/** Requests of one kind alone use a minute up (Limits: "Requests per API token"). */

import type {Exchange} from '../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {expectThat, notApplicable, undecided, judgeEach} from '../../language/judge.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {burst} from '../../rate-limits/limit-arithmetic.ts';
import {MAX_REQUESTS_A_MINUTE} from '../../rate-limits/limit-kinds.ts';
import {spanOf} from '../../values/ages.ts';
import {firstOf, lastOf} from '../../language/rows.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {createPlan} from '../plans/plan-steps.ts';

/** A burst that takes longer may meet more than two minutes. */
const MAX_BURST_MS = 55_000;

/** Bursts of requests of other chapters, each in a minute of its own. None of the writes is valid. */
const oneKindEach = sharedScene({
  id: 'store: a minute is used up by each kind of requests alone',
  exhausts: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const plan = createPlan(s);
    const alone = (call: (each: Script) => void): Handle<Exchange[]> => {
      s.advance(seconds(62));
      return burst(s, call);
    };
    return {
      orders: alone((each) => void each.call('createOrder', {body: {}})),
      issues: alone((each) => void each.call('createIssue', {body: {}})),
      plans: alone((each) => void each.call('createPlan', {body: {}})),
      // The first one deletes the plan, and the others find none.
      deletions: alone((each) => void each.call('deletePlan', {path: plan.path})),
    };
  },
});

/** A deployment without the feature may answer before it counts. */
const isOffered = ({status}: Exchange): boolean => status < 300 || status === 400 || status === 422;

/**
 * A limit refuses a request of the burst: the limit of all requests, or a lower one of a bulk endpoint
 * (NS-ST-71).
 */
function expectLimited(requests: Exchange[]): Judgement {
  const [first, last] = [firstOf(requests), lastOf(requests)];
  if (isRefusedByLimit(first)) return undecided('the minute was used up before');
  if (!isOffered(first)) return notApplicable(`${first.op} is not offered here`);
  const isLimited = requests.some(isRefusedByLimit);
  const [from, to] = [spanOf(first), spanOf(last)];
  const isShort = to.sent + to.took - from.sent < MAX_BURST_MS;
  if (!isLimited && (!isShort || requests.length <= 2 * MAX_REQUESTS_A_MINUTE))
    return undecided('the requests were too slow or too few');
  return expectThat(isLimited, {
    branch: `never refused: ${first.op}`,
    expected: `${first.op} to be refused with 429 after at most ${MAX_REQUESTS_A_MINUTE} requests in a minute`,
    got: `${requests.length} answers without a pause, none of them 429`,
    at: isLimited ? undefined : last,
  });
}

/** The checks of bursts of one kind. */
export const oneKind: Check[] = checksOf(oneKindEach, {
  'store.limits.reads-and-writes-count-together @ one kind alone': (seen) =>
    judgeEach(Object.values(seen), (one) => expectLimited(one)),
});
