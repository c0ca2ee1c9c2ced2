import type {Defect, Seam} from '../../../defect.ts';
import {atPlace, breaking} from '../../breaking.ts';

/** Refuses some bodies before it looks at the key. */
const bodyFirst = (operation: string, when: 'invalid' | 'unreadable'): Seam => ({
  seam: 'refusal',
  situation: 'unauthenticated',
  in: [operation],
  when,
  as: {situation: 'body-refused'},
});

/** Defects by which a body is read before the key is looked at. */
export const keyBeforeBody: Defect[] = atPlace(
  'any body',
  breaking('workspace.access.missing-key-comes-first', {
    'an invalid start is reported before the missing key': bodyFirst('startRun', 'invalid'),
    'a reservation that is not JSON is reported before the missing key': bodyFirst(
      'createUpload',
      'unreadable',
    ),
    'a registration that is not JSON is reported before the missing key': bodyFirst(
      'createPublication',
      'unreadable',
    ),
  }),
);
