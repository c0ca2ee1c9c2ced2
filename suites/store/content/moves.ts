import type {Check} from '../../language/check.ts';
import {booksUpdated} from './update/any-book.ts';
import {changedReferences} from './update/changed-references.ts';
import {converting} from './convert/converting.ts';
import {deleting} from './update/deleting.ts';
import {publicationDays} from './update/publication-days.ts';
import {fileChanges} from './update/file-changes.ts';
import {finding} from './find/finding.ts';
import {listedLater} from './convert/waiting.ts';
import {namedByDigits} from './find/named-by-digits.ts';
import {contentsOfOneName} from './update/namesakes.ts';
import {readAgain} from './find/read-again.ts';
import {replacements} from './update/replaced.ts';
import {listChanges} from './update/list-changes.ts';
import {taxonomyUpdates} from './update/taxonomy-updates.ts';
import {tenancy} from './find/tenancy.ts';
import {unpermitted} from './update/unpermitted.ts';
import {updating} from './update/updating.ts';
import {waiting} from './convert/waiting.ts';
import {walks} from './find/walks.ts';
import {writesWhileOff} from './upload/while-off.ts';

/** Content after its upload: how it is found, changed, converted and deleted. */
export const moves: Check[] = [
  ...finding,
  ...readAgain,
  ...walks,
  ...updating,
  ...booksUpdated,
  ...namedByDigits,
  ...changedReferences,
  ...taxonomyUpdates,
  ...listChanges,
  ...replacements,
  ...publicationDays,
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
