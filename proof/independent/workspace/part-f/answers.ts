import {changed, type Spoiled} from '../part-d/spoil.ts';
import {addExcluded, emptyZero, keepUsagePlan, noteUsagePlan} from './account.ts';
import {
  capCount,
  dateByReservation,
  hideIntegration,
  lagLaterPages,
  leaveUnlisted,
  misdate,
  noteUnlisted,
  tellRejection,
  unflagDerived,
} from './library.ts';

/** What is wrong with the answers in part F. */
export const SPOILS_F: readonly Spoiled[] = [
  ['list-counted-to-a-hundred', 'list', changed(capCount)],
  ['later-pages-from-lagging-copy', 'list', changed(lagLaterPages)],
  ['created-day-by-utc', 'list', changed(misdate)],
  ['created-day-by-utc', 'publication', changed(misdate)],
  ['created-day-by-utc', 'register', changed(misdate)],
  ['register-answer-dated-by-reservation', 'register', changed(dateByReservation)],
  ['working-row-unflagged-when-derived', 'current', changed(unflagDerived)],
  ['reader-configured-by-credential', 'reader', changed(hideIntegration)],
  ['agent-publications-unlisted', 'register', changed(noteUnlisted)],
  ['agent-publications-unlisted', 'list', changed(leaveUnlisted)],
  ['accepted-run-shown-rejected', 'start', tellRejection],
  ['account-zero-left-as-null', 'account', changed(emptyZero)],
  ['usage-left-of-plan-before', 'usage', changed(keepUsagePlan)],
  ['usage-left-of-plan-before', 'register', changed(noteUsagePlan)],
  ['tools-excluded-on-largest-plan', 'tools', changed(addExcluded)],
];
