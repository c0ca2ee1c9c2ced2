import type {AnyProperty, Check} from '../../../language/check.ts';
import type {Write} from '../../../language/chapter.ts';
import {findIssues, newIssue} from '../../issuing.ts';
import {acceptedTexts} from './accepted-texts.ts';
import {accepted, everything} from './accepted.ts';
import {anyBook} from '../update/any-book.ts';
import {anyUpdate} from '../update/any-update.ts';
import {asGiven} from './as-given.ts';
import {permissions} from './permissions.ts';
import {foreignCollections} from './foreign-collections.ts';
import {physical} from './physical.ts';
import {anyBookMeasures, booksAndFiles} from './books-and-files.ts';
import {nothingLeft} from './nothing-left.ts';
import {eachNearMiss, nearMisses} from './near-misses.ts';
import {refused} from './refused.ts';
import {refusedUpdates} from '../update/refused-updates.ts';
import {nearlyEqual, unique} from './unique.ts';
import {whateverIsUploaded} from './whatever-is-uploaded.ts';
import {zeroTexts} from './zeros.ts';
import {ownIssues} from './own-issues.ts';

/** The checks of uploads (Content, Upload body). */
export const uploads: Check[] = [
  ...accepted,
  ...refused,
  ...foreignCollections,
  ...eachNearMiss,
  ...unique,
  ...ownIssues,
  ...physical,
  ...permissions,
  ...whateverIsUploaded,
  ...nothingLeft,
  ...booksAndFiles,
  ...refusedUpdates,
  ...zeroTexts,
  ...acceptedTexts,
];

/** Properties of any upload, whatever its values. */
export const anyUpload: AnyProperty[] = [
  ...asGiven,
  ...anyUpdate,
  ...anyBook,
  ...anyBookMeasures,
  ...nearMisses,
  ...nearlyEqual,
];

/** Uploads, each with the search by name that shows its effect. */
export const uploadWrites: Write[] = [
  {
    api: 'store',
    op: 'createIssue',
    rules: {
      refused: 'store.content.refused-create-makes-nothing',
      noServerError: 'store.access.client-faults-are-no-server-errors',
    },
    maxDrawsOnShared: 2,
    act: (s) => {
      const body = newIssue(s, everything(s));
      return {args: {body}, read: () => findIssues(s, body.name)};
    },
  },
];
