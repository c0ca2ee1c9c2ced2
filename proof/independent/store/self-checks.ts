import {checkAnswers, checkBodies} from './self-checks-bodies.ts';
import {checkLimits} from './self-checks-limits.ts';
import {checkStates, checkTenancy} from './self-checks-states.ts';
import {checkCheckout, checkEnds} from './self-checks-checkout.ts';
import {checkContent} from './self-checks-content.ts';
import {checkOrderLists, checkOrderMoves} from './self-checks-moves.ts';
import {checkOrderAnswers, checkOrderBodies} from './self-checks-orders.ts';
import {checkPlans} from './self-checks-plans.ts';
import {checkReading} from './self-checks-reading.ts';
import {checkSessions} from './self-checks-sessions.ts';
import {openSite, type Site} from './probe-kit.ts';

const PARTS: ((site: Site) => Promise<void>)[] = [
  checkAnswers,
  checkBodies,
  checkStates,
  checkTenancy,
  checkLimits,
  checkPlans,
  checkOrderBodies,
  checkOrderAnswers,
  checkOrderLists,
  checkOrderMoves,
  checkCheckout,
  checkEnds,
  checkSessions,
  checkContent,
  checkReading,
];

/** Checks that the correct server obeys the main sentences. */
export async function checkAll(): Promise<void> {
  for (const part of PARTS) {
    const site = await openSite([]);
    try {
      await part(site);
    } finally {
      await site.server.close();
    }
  }
}
