import {toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  expectMemberDifferent,
  expectMember,
  expectNone,
  expectRefused,
  notApplicable,
  when,
  whenTimely,
} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {overlapped} from '../../language/races.ts';
import {repeated} from '../../language/rows.ts';
import type {Script} from '../../language/script.ts';
import {publications} from '../publications/walks.ts';
import {sum, text} from '../../language/sent-values.ts';
import {
  reserveAndUpload,
  listUntilShown,
  publish,
  publishAudiobook,
  register,
  registrationOf,
  reservationOf,
  reserve,
  publishNamed,
} from '../publishing.ts';

/** The letters and digits of a file name, which remain when the name becomes a title. */
const lettersOf = (name: unknown): string =>
  String(name ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Registrations with another name or size than was reserved. */
const withOtherValues = sharedScene({
  id: 'workspace: registrations with other values than the reserved ones',
  act: (s) => {
    const landed = reserveAndUpload(s);
    const body = registrationOf(s, landed);
    const other = reserveAndUpload(s);
    return {
      renamed: register(s, other, {
        body: {
          ...registrationOf(s, other),
          original_filename: text(s.fresh('text'), '-', s.sample('good', '/filename')),
        },
      }),
      larger: register(s, landed, {
        body: {...body, size_bytes: sum(s.sample('good', '/size_bytes'), 1)},
      }),
      smaller: register(s, landed, {
        body: {...body, size_bytes: sum(s.sample('good', '/size_bytes'), -1)},
      }),
      same: publish(s),
    };
  },
});

/**
 * A registration with another name than the reserved one is refused, or the reserved one stays in effect (NS-WS-08).
 * The document lists the conditions of a registration, and the name is none of them.
 */
function expectOtherNameWithoutEffect(registration: Exchange): Judgement {
  if (registration.status >= 400)
    return expectRefused(registration, 'another-name-breaks-the-server');
  const title = registration.body?.title as unknown;
  const otherName = lettersOf(registration.requestBody.original_filename).slice(0, 20);
  return expectThat(!lettersOf(title).includes(otherName), {
    branch: 'another-name-accepted',
    expected: 'a refusal, or a title from the reserved name',
    got: `titled ${toText(title)}`,
    at: registration,
  });
}

/** A registration with the key of another upload, and the bytes of the resulting file. */
interface WithOtherKey {
  sent: Exchange;
  registration: Exchange;
  bytes: Exchange | undefined;
}

/**
 * A registration with the key of another upload is refused, or the reserved key stays in effect
 * (NS-WS-33).
 */
function expectOtherKeyWithoutEffect({sent, registration, bytes}: WithOtherKey): Judgement {
  if (registration.status >= 400)
    return expectRefused(registration, 'another-key-breaks-the-server');
  return when(bytes?.situations.includes('fetched') === true, 'its file was not downloaded', () =>
    expectEqual(
      bytes?.body.sha256,
      sent.requestBody.sha256,
      'the-bytes-of-another-upload',
      bytes,
      'the digest of the registered file',
    ),
  );
}

/** If the list shows the size of a publication, it is that of the file. */
const expectListedSize = (list: Exchange, publication: Exchange, size: unknown): Judgement[] =>
  [publications.rowOf(list, publication) ?? {}]
    // Another rule requires that the row has a size.
    .filter(({original_size_bytes: listed}) => listed !== undefined)
    .map((row) =>
      publications.expectRowMember(
        row,
        'original_size_bytes',
        size,
        'another-size-when-listed',
        list,
      ),
    );

/** The first page of the list has the registered publication. */
const expectListed = ({registration, list}: {registration: Exchange; list: Exchange}): Judgement =>
  publications.expectListed(list, registration, 'not-listed');

/** A reserved id cannot be read. Another rule judges the refusal of an unknown id. */
const expectRefusedOrUnknown = (early: Exchange): Judgement =>
  early.status < 400
    ? expectOutcome(early, 'publication-not-found', 'readable-before-registration')
    : expectRefused(early, 'readable-before-registration');

/** The good file is registered under another name with the same extension. */
const checkAnotherName = (place: string, stem: string): Check =>
  check({
    rule: 'workspace.uploads.registration-answers-201',
    place,
    onlyOnTestTargets: true,
    act: (s) => {
      const name = {...s.sample('good', '/filename'), stem};
      return {registered: publishNamed(s, name, {}).registration};
    },
    judge: ({registered}) => expectOutcome(registered, 'registered', 'refused'),
  });

/** What registration accepts: the reserved values, once, after the bytes were stored. */
export const registrations: Check[] = [
  check({
    rule: 'workspace.uploads.reservation-ids-differ',
    act: (s) => ({first: reserve(s), second: reserve(s)}),
    judge: ({first, second}) =>
      expectMemberDifferent(second, '/publication_id', first.body.publication_id, 'same-id'),
  }),
  check({
    rule: 'workspace.uploads.reservation-ids-differ',
    place: 'at the same moment',
    onlyOnTestTargets: true,
    act: (s) => {
      const body = reservationOf(s);
      const reservation = (b: Script): void => void b.call('createUpload', {body});
      return {race: s.parallel(...Array.from({length: 8}, () => reservation))};
    },
    judge: ({race}) =>
      whenTimely(overlapped(race), 'the requests did not overlap', () =>
        expectNone(
          repeated(race.filter(hasSituation('reserved')).map(({body}) => body.publication_id)),
          'id of two reservations',
          'same-id-in-a-race',
          race[0],
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.reserved-is-no-publication',
    act: (s) => {
      const landed = reserveAndUpload(s);
      const path = {publication: landed.at('/publication_id')};
      return {
        landed,
        early: s.call('getPublication', {path}),
        list: s.call('listPublications', {expects: 'page'}),
        registered: register(s, landed, {expects: 'registered'}),
      };
    },
    judge: ({landed, early, list}) =>
      all(expectRefusedOrUnknown(early), () =>
        publications.expectNoneShown(
          list,
          [landed.body.publication_id],
          'that was only reserved',
          'listed-before-registration',
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.reservation-refuses-format',
    place: 'a supported ending inside the name',
    act: (s) => {
      const name = text(s.sample('good', '/filename'), '.', s.sample('unsupported', '/filename'));
      return {
        reserved: reserve(s),
        unsupported: s.call('createUpload', {
          body: {...reservationOf(s), original_filename: name},
        }),
      };
    },
    judge: ({reserved, unsupported}) => {
      const {length} = String(reserved.requestBody.original_filename);
      const appended = String(unsupported.requestBody.original_filename).slice(length + 1);
      return appended.includes('.')
        ? expectOutcome(unsupported, 'format-unsupported', 'unsupported-ending-reserved')
        : notApplicable('the name of the unsupported sample has no ending');
    },
  }),
  check({
    rule: 'workspace.uploads.registration-keeps-the-id',
    act: (s) => {
      const landed = reserveAndUpload(s);
      return {landed, registered: register(s, landed, {expects: 'registered'})};
    },
    judge: ({landed, registered}) =>
      expectMember(registered, '/id', landed.body.publication_id, 'another-id'),
  }),
  ...checksOf(withOtherValues, {
    'workspace.uploads.registration-values-are-the-reserved': ({larger, smaller}) =>
      all(
        expectRefused(larger, 'another-size-accepted'),
        expectRefused(smaller, 'a-smaller-size-accepted'),
      ),
    'workspace.uploads.registration-name-is-the-reserved': ({renamed}) =>
      expectOtherNameWithoutEffect(renamed),
  }),
  check({
    rule: 'workspace.uploads.registration-values-are-the-reserved',
    place: 'the key of another upload',
    act: (s) => {
      const reservation = reserve(s);
      const sent = s.upload(reservation, {expects: 'stored'});
      const other = reserveAndUpload(s);
      const registration = register(s, reservation, {
        body: {...registrationOf(s, reservation), key: other.at('/key')},
      });
      const working = s.call('getCurrentPublicationFile', {
        path: {publication: registration.at('/id')},
        until: {other: 404},
        optional: true,
      });
      const link = s.call('downloadFile', {path: {file: working.at('/id')}, optional: true});
      const bytes = s.download(link.at('header:location'), {optional: true});
      return {sent, registration, bytes};
    },
    judge: expectOtherKeyWithoutEffect,
  }),
  check({
    rule: 'workspace.uploads.registration-needs-a-reservation',
    act: (s) => {
      const landed = reserveAndUpload(s);
      const body = registrationOf(s, landed);
      return {
        unreserved: register(s, landed, {body: {...body, publication_id: s.fresh('text', 24)}}),
        reserved: publish(s),
      };
    },
    judge: ({unreserved}) => expectRefused(unreserved, 'unreserved-id-registered'),
  }),
  check({
    rule: 'workspace.uploads.registered-is-listed',
    act: (s) => {
      const registration = publish(s);
      return {registration, list: listUntilShown(s, registration)};
    },
    judge: expectListed,
  }),
  check({
    rule: 'workspace.uploads.registered-is-listed',
    place: 'an audiobook',
    act: (s) => {
      const registration = publishAudiobook(s);
      return {registration, list: listUntilShown(s, registration)};
    },
    judge: expectListed,
  }),
  checkAnotherName('a file with a long name', 'long-name-'.repeat(9)),
  checkAnotherName('a file with a name in other scripts', 'Тихая гавань 静かな港'),
  check({
    rule: 'workspace.uploads.registered-is-readable',
    act: (s) => {
      const landed = reserveAndUpload(s);
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
        expectOutcome(read, 'publication', 'not-readable'),
        expectEqual(
          read.body?.id,
          landed.body.publication_id,
          'another-id',
          read,
          '`id` of the publication',
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.original-size-is-what-was-sent',
    act: (s) => {
      const registration = publish(s);
      return {
        registration,
        list: listUntilShown(s, registration),
        sent: s.call('createUpload', {body: reservationOf(s)}),
        read: s.call('getPublication', {
          path: {publication: registration.at('/id')},
          until: {other: 404},
          expects: 'publication',
        }),
      };
    },
    judge: ({registration, list, sent, read}) => {
      const size = sent.requestBody.size_bytes;
      return all(
        expectMember(registration, '/original_size_bytes', size, 'another-size-at-registration'),
        expectMember(read, '/original_size_bytes', size, 'another-size-when-read'),
        ...expectListedSize(list, registration, size),
      );
    },
  }),
];
