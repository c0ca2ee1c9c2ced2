import {at} from '../../../spec/json.ts';
import {check, type Check} from '../../check.ts';
import {all, equal, holds, is, memberDiffers, memberIs, refused} from '../../judge.ts';
import {column, rowsAt} from '../../rows.ts';
import {sum, text} from '../../script.ts';
import {
  land,
  listed,
  publish,
  register,
  registrationOf,
  reservationOf,
  reserve,
} from '../publishing.ts';

/** A name in whatever form it became a title. */
const letters = (name: unknown): string =>
  String(name ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** What registration takes: the reserved values, once, of bytes that landed. */
export const registrations: Check[] = [
  check({
    rule: 'workspace.uploads.reservation-ids-differ',
    act: (s) => ({first: reserve(s), second: reserve(s)}),
    judge: ({first, second}) =>
      memberDiffers(second, '/publication_id', first.body.publication_id, 'same-id'),
  }),
  check({
    rule: 'workspace.uploads.reserved-is-no-publication',
    act: (s) => {
      const landed = land(s);
      const path = {publication: landed.at('/publication_id')};
      return {
        landed,
        early: s.call('getPublication', {path}),
        list: s.call('listPublications', {expects: 'page'}),
        registered: register(s, landed, {expects: 'registered'}),
      };
    },
    judge: ({landed, early, list}) =>
      all(
        is(early, 'publication-not-found', 'readable-before-registration'),
        holds(!column([list], '/id').includes(landed.body.publication_id), {
          branch: 'listed-before-registration',
          expected: 'not in the list',
          got: 'listed',
          at: list,
        }),
      ),
  }),
  check({
    rule: 'workspace.uploads.registration-keeps-the-id',
    act: (s) => {
      const landed = land(s);
      return {landed, registered: register(s, landed, {expects: 'registered'})};
    },
    judge: ({landed, registered}) =>
      memberIs(registered, '/id', landed.body.publication_id, 'another-id'),
  }),
  check({
    rule: 'workspace.uploads.registration-values-are-the-reserved',
    act: (s) => {
      const landed = land(s);
      const body = registrationOf(s, landed);
      const other = land(s);
      const renamed = register(s, other, {
        body: {
          ...registrationOf(s, other),
          original_filename: text(s.fresh('text'), '-', s.sample('good', '/filename')),
        },
      });
      return {
        more: register(s, landed, {
          body: {...body, size_bytes: sum(s.sample('good', '/size_bytes'), 1)},
        }),
        less: register(s, landed, {
          body: {...body, size_bytes: sum(s.sample('good', '/size_bytes'), -1)},
        }),
        renamed,
        same: publish(s),
      };
    },
    judge: ({more, less, renamed}) =>
      all(
        refused(more, 'another-size-accepted'),
        refused(less, 'a-smaller-size-accepted'),
        // Another name may be refused, or the reserved one stay in effect (NS-WS-08).
        renamed.status < 400
          ? holds(
              !letters(renamed.body?.title).includes(
                letters(renamed.requestBody.original_filename).slice(0, 20),
              ),
              {
                branch: 'another-name-accepted',
                expected: 'a refusal, or the reserved name in effect',
                got: `titled ${renamed.body?.title}`,
                at: renamed,
              },
            )
          : refused(renamed, 'another-name-breaks-the-server'),
      ),
  }),
  check({
    rule: 'workspace.uploads.registration-needs-a-reservation',
    act: (s) => {
      const landed = land(s);
      const body = registrationOf(s, landed);
      return {
        never: register(s, landed, {body: {...body, publication_id: s.fresh('text', 24)}}),
        reserved: publish(s),
      };
    },
    judge: ({never}) => refused(never, 'unreserved-id-registered'),
  }),
  check({
    rule: 'workspace.uploads.registered-is-listed',
    act: (s) => {
      const made = publish(s);
      return {made, list: listed(s, made)};
    },
    judge: ({made, list}) =>
      holds(column([list], '/id').includes(made.body.id), {
        branch: 'not-listed',
        expected: 'the registered publication on the first page',
        got: `${list.body.data.length} other rows`,
        at: list,
      }),
  }),
  check({
    rule: 'workspace.uploads.registered-is-readable',
    act: (s) => {
      const landed = land(s);
      register(s, landed, {expects: 'registered'});
      return {
        landed,
        read: s.call('getPublication', {
          path: {publication: landed.at('/publication_id')},
          until: {other: 404},
        }),
      };
    },
    judge: ({landed, read}) =>
      all(
        is(read, 'publication', 'not-readable'),
        equal(read.body?.id, landed.body.publication_id, 'another-id', read),
      ),
  }),
  check({
    rule: 'workspace.uploads.original-size-is-what-was-sent',
    act: (s) => {
      const made = publish(s);
      return {
        made,
        list: listed(s, made),
        sent: s.call('createUpload', {body: reservationOf(s)}),
        read: s.call('getPublication', {
          path: {publication: made.at('/id')},
          until: {other: 404},
          expects: 'publication',
        }),
      };
    },
    judge: ({made, list, sent, read}) =>
      all(
        memberIs(
          made,
          '/original_size_bytes',
          sent.requestBody.size_bytes,
          'another-size-at-registration',
        ),
        memberIs(
          read,
          '/original_size_bytes',
          sent.requestBody.size_bytes,
          'another-size-when-read',
        ),
        ...rowsAt([list], '/data')
          .filter((row) => at(row, '/id') === made.body.id)
          .map((row) =>
            equal(
              at(row, '/original_size_bytes'),
              sent.requestBody.size_bytes,
              'another-size-when-listed',
              list,
            ),
          ),
      ),
  }),
];
