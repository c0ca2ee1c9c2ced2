import type {Check} from '../../check.ts';
import {booksUpdated} from './books-updated.ts';
import {changedReferences} from './changed-references.ts';
import {converting} from './converting.ts';
import {deleting} from './deleting.ts';
import {endsOfMonths} from './ends-of-months.ts';
import {fileChanges} from './file-changes.ts';
import {finding} from './finding.ts';
import {listedLater} from './later-in-conversion.ts';
import {longAgo} from './long-ago.ts';
import {namedByDigits} from './named-by-digits.ts';
import {contentsOfOneName} from './namesakes.ts';
import {patterns} from './patterns.ts';
import {readAgain} from './read-again.ts';
import {replacements} from './replaced.ts';
import {taxonomyUpdates} from './taxonomy-updates.ts';
import {tenancy} from './tenancy.ts';
import {unpermitted} from './unpermitted.ts';
import {updating} from './updating.ts';
import {waiting} from './waiting.ts';
import {walks} from './walks.ts';
import {writesWhileOff} from './while-off.ts';

/** Content after its upload: how it is found, changed, converted and deleted. */
export const moves: Check[] = [
  ...finding,
  ...readAgain,
  ...patterns,
  ...walks,
  ...updating,
  ...booksUpdated,
  ...namedByDigits,
  ...changedReferences,
  ...taxonomyUpdates,
  ...replacements,
  ...endsOfMonths,
  ...longAgo,
  ...fileChanges,
  ...deleting,
  ...converting,
  ...waiting,
  ...tenancy,
  ...unpermitted,
  ...listedLater,
  ...contentsOfOneName,
  ...writesWhileOff,
];
