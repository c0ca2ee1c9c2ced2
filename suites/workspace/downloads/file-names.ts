import * as fc from 'fast-check';
import type {Val} from '../../../spec/step.ts';
import type {AnyProperty} from '../../check.ts';
import {all, is, memberIs} from '../../judge.ts';
import {property} from '../../property.ts';
import {VALUE_CLASSES} from '../../values/value-classes.ts';
import type {Values} from '../../values/values.ts';
import {reservationOf} from '../publishing.ts';

const GOOD = {$sample: 'good', at: '/filename'};

/** Names of the good file: what stands before the name of the sample, whose ending stays. */
const fileNames: Values = {
  plain: GOOD,
  classes: Object.fromEntries(
    Object.keys(VALUE_CLASSES['file-name']).map((valueClass) => [
      valueClass,
      fc.constant<Val>({...GOOD, valueClass}),
    ]),
  ),
};

/** A file comes through reservation, upload, registration and download, whatever its name. */
export const fileNamesComeThrough: AnyProperty[] = [
  property({
    rule: 'workspace.downloads.link-brings-the-bytes',
    place: 'files of any name',
    forAll: {name: fileNames},
    act: (s, {name}) => {
      const file = {...reservationOf(s), original_filename: name};
      const reservation = s.call('createUpload', {body: file, expects: 'reserved'});
      const sent = s.upload(reservation, {expects: 'stored'});
      const registration = s.call('createPublication', {
        body: {
          ...file,
          publication_id: reservation.at('/publication_id'),
          key: reservation.at('/key'),
        },
        expects: 'registered',
      });
      const working = s.call('getCurrentPublicationFile', {
        path: {publication: registration.at('/id')},
        until: {other: 404},
        expects: 'current',
      });
      const link = s.call('downloadFile', {path: {file: working.at('/id')}, expects: 'redirect'});
      return {sent, bytes: s.download(link.at('header:location'))};
    },
    judge: ({sent, bytes}) =>
      all(is(bytes, 'fetched', 'no-bytes'), () =>
        all(
          memberIs(bytes, '/size', sent.requestBody.size, 'another-size'),
          memberIs(bytes, '/sha256', sent.requestBody.sha256, 'other-bytes'),
        ),
      ),
  }),
];
