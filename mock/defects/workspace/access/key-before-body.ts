import type {Defect, Seam} from '../../../defect.ts';
import {atPlace, breaking} from '../../breaking.ts';

/** Refuses an invalid body before it looks at the key. */
const bodyFirst = (operation: string): Seam => ({
  seam: 'refusal',
  situation: 'unauthenticated',
  in: [operation],
  when: 'invalid',
  as: {situation: 'body-refused'},
});

/** Defects by which a body is judged before the key is looked at. */
export const keyBeforeBody: Defect[] = atPlace(
  'any body',
  breaking('workspace.access.missing-key-comes-first', {
    'an invalid start is reported before the missing key': bodyFirst('startRun'),
    'a reservation by an invalid body is refused before the missing key': bodyFirst('createUpload'),
    'a registration by an invalid body is refused before the missing key':
      bodyFirst('createPublication'),
  }),
);
