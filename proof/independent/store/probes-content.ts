import type {Probes} from './probe-kit.ts';
import {issueDeletions, issueReads, issueUpdates} from './probes-issue-changes.ts';
import {conversions, issueLists, issueSearches} from './probes-issue-lists.ts';
import {issueItems, issueMembers, uploadAnswers} from './probes-issue-shapes.ts';
import {readingFilters, readingPages, readingPairs} from './probes-reading-lists.ts';
import {readingHistories, readingMembers} from './probes-reading.ts';
import {printedBooks, uploadForms, uploadValues} from './probes-uploads.ts';

/** The probes of content and of reading sessions. */
export const CONTENT: Probes[] = [
  issueMembers,
  issueItems,
  uploadAnswers,
  uploadForms,
  uploadValues,
  printedBooks,
  issueLists,
  issueSearches,
  conversions,
  issueUpdates,
  issueReads,
  issueDeletions,
  readingMembers,
  readingHistories,
  readingFilters,
  readingPairs,
  readingPages,
];
