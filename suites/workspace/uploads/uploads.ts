import type {Exchange} from '../../../spec/step.ts';
import {check, type Chapter, type Judgement, type Provocation} from '../../check.ts';
import {all, column, differs, equal, holds, is, missing, overlapped, refused, told, when} from '../../judge.ts';
import {minutes, seconds, sum} from '../../script.ts';
import {sequences} from './sequences.ts';
import {account, counted, land, listed, noFreePlace, oneFreePlace, publish, register, registrationOf, reservationOf, reserve} from '../publishing.ts';

const provoke = (op: string, condition: string, act: Provocation['act'], more: Partial<Provocation> = {}): Provocation => ({
  api: 'workspace', op, condition, act, ...more,
});

/** That nothing was spent says something only where registering spends. */
const moves = (after: Exchange, before: Exchange): Judgement =>
  when(after.body.publications_left !== before.body.publications_left, 'the allowance never moves', () => all());

/** On a shared deployment the run itself may have spent the allowance of the cycle. */
const SPENT_MEANWHILE: Partial<Provocation> = {orElse: {'allowance-spent': 'NS-WS-44'}};

/** Workspace / uploads: reservation, object storage, registration, allowance. */
export const uploads: Chapter = {
  chapter: 'workspace/uploads',
  models: [sequences],
  visits: [
    {api: 'workspace', op: 'createUpload', args: (s) => ({body: reservationOf(s)})},
    {api: 'workspace', op: 'createPublication', args: (s) => ({body: registrationOf(s, land(s))})},
  ],
  provocations: [
    provoke('createUpload', 'reserved', (s) => ({subject: s.call('createUpload', {body: reservationOf(s)})}), SPENT_MEANWHILE),
    provoke('createUpload', 'ability-alone', (s) => ({subject: s.call('createUpload', {as: 'write-only', body: reservationOf(s)})}), SPENT_MEANWHILE),
    provoke('createUpload', 'format-unsupported', (s) => ({
      subject: s.call('createUpload', {body: {...reservationOf(s), original_filename: s.sample('unsupported', '/filename')}}),
      control: reserve(s),
    })),
    provoke('createUpload', 'oversize', (s) => ({
      subject: s.call('createUpload', {body: {...reservationOf(s), size_bytes: s.sample('oversize', '/size_bytes')}}),
      control: reserve(s),
    })),
    provoke(
      'createUpload', 'allowance-spent', (s) => ({subject: s.call('createUpload', {body: reservationOf(s)})}), {given: noFreePlace},
    ),
    provoke('createUpload', 'body-refused', (s) => ({
      subject: s.call('createUpload', {raw: '{"original_filename": "ti'}),
      control: s.call('createUpload', {body: reservationOf(s)}),
    })),
    provoke('createPublication', 'not-landed', (s) => ({
      subject: register(s, reserve(s)),
      control: publish(s),
    })),
    provoke('createPublication', 'incomplete', (s) => {
      const short = reserve(s);
      s.upload(short, {resize: -1, expects: 'stored'});
      return {subject: register(s, short), control: publish(s)};
    }),
    provoke('createPublication', 'format-unsupported', (s) => {
      const landed = land(s);
      return {
        subject: register(s, landed, {
          body: {...registrationOf(s, landed), original_filename: s.sample('unsupported', '/filename')},
        }),
        // Of an upload of its own: the refused one may be gone.
        control: publish(s),
      };
    }, {orElse: {'not-as-reserved': 'NS-WS-08'}}),
    provoke('createPublication', 'key-outside', (s) => {
      const landed = land(s);
      const foreign = reserve(s, 'second-workspace');
      return {
        subject: register(s, landed, {body: {...registrationOf(s, landed), key: foreign.at('/key')}}),
        control: publish(s),
      };
    }, {orElse: {'not-as-reserved': 'NS-WS-33'}}),
    provoke('createPublication', 'allowance-spent', (s, g: {landed: ReturnType<typeof land>}) => ({subject: register(s, g.landed)}), {given: noFreePlace}),
    provoke('createPublication', 'body-refused', (s) => ({subject: s.call('createPublication', {raw: '{'}), control: register(s, land(s))})),
  ],
  checks: [
    check({
      rule: 'workspace.uploads.reservation-ids-differ',
      act: (s) => ({first: reserve(s), second: reserve(s)}),
      judge: ({first, second}) => differs(second.body.publication_id, first.body.publication_id, 'same-id', second),
    }),
    check({
      rule: 'workspace.uploads.reservation-spends-nothing',
      act: (s) => {
        const before = account(s);
        const reservation = reserve(s);
        const between = account(s);
        s.upload(reservation, {expects: 'stored'});
        register(s, reservation, {expects: 'registered'});
        return {before, between, after: account(s)};
      },
      judge: ({before, between, after}) =>
        counted(before, () =>
          all(
            equal(between.body.publications_left, before.body.publications_left, 'spent-at-reservation', between),
            moves(after, before),
          ),
        ),
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
            branch: 'listed-before-registration', expected: 'not in the list', got: 'listed', at: list,
          }),
        ),
    }),
    check({
      rule: 'workspace.uploads.link-needs-no-key',
      act: (s) => {
        const reservation = reserve(s);
        return {put: s.upload(reservation), registered: register(s, reservation)};
      },
      judge: ({put, registered}) => all(is(put, 'stored', 'bytes-refused'), is(registered, 'registered', 'did-not-land')),
    }),
    check({
      rule: 'workspace.uploads.link-lives-30-minutes',
      act: (s) => {
        const early = reserve(s);
        const late = reserve(s);
        s.advance(minutes(30) - seconds(5));
        const within = s.upload(early);
        s.advance(seconds(10));
        return {within, after: s.upload(late)};
      },
      judge: ({within, after}) =>
        all(is(within, 'stored', 'dead-before-30-minutes'), is(after, 'storage-refused', 'alive-after-30-minutes')),
    }),
    check({
      rule: 'workspace.uploads.expired-link-lands-nothing',
      act: (s) => {
        const late = reserve(s);
        s.advance(minutes(31));
        s.upload(late);
        return {registered: register(s, late), control: publish(s)};
      },
      // A reservation may be forgotten with its link (NS-WS-35): any refusal will do.
      judge: ({registered}) => refused(registered, 'landed-after-expiry'),
    }),
    check({
      rule: 'workspace.uploads.signed-headers-are-needed',
      act: (s) => {
        const bare = reserve(s);
        return {without: s.upload(bare, {omitHeaders: true}), with: land(s)};
      },
      judge: ({without}) => is(without, 'storage-refused', 'stored-without-headers'),
    }),
    check({
      rule: 'workspace.uploads.registration-keeps-the-id',
      act: (s) => {
        const landed = land(s);
        return {landed, registered: register(s, landed, {expects: 'registered'})};
      },
      judge: ({landed, registered}) => equal(registered.body.id, landed.body.publication_id, 'another-id', registered),
    }),
    check({
      rule: 'workspace.uploads.registration-values-are-the-reserved',
      act: (s) => {
        const landed = land(s);
        return {
          more: register(s, landed, {body: {...registrationOf(s, landed), size_bytes: sum(s.sample('good', '/size_bytes'), 1)}}),
          same: publish(s),
        };
      },
      judge: ({more}) => refused(more, 'another-size-accepted'),
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
      rule: 'workspace.uploads.parallel-registrations-stay-within-allowance',
      given: oneFreePlace,
      act: (s, g) => ({
        race: s.parallel(
          (branch) => void register(branch, g.first),
          (branch) => void register(branch, g.second),
        ),
        left: account(s),
      }),
      judge: ({race, left}) => {
        const won = race.filter((exchange) => exchange.situations.includes('registered'));
        // In which words the other is refused is another rule's.
        const lost = race.filter((exchange) => exchange.status >= 400 && exchange.status < 500);
        return all(
          holds(won.length < 2, {branch: 'both-registered', expected: 'one registered', got: 'two registered', at: race[1]}),
          when(overlapped(race), 'the requests did not overlap', () =>
            holds(won.length === 1 && lost.length === 1, {
              branch: 'not-one-of-two', expected: 'one registered, one refused', got: race.map(told).join('; '),
              at: race[0],
            }),
          ),
          equal(left.body.publications_left, 0, 'allowance-below-or-above-zero', left),
        );
      },
    }),
    check({
      rule: 'workspace.uploads.registration-spends-one',
      act: (s) => {
        const before = account(s);
        publish(s);
        const between = account(s);
        publish(s);
        return {before, between, after: account(s)};
      },
      judge: ({before, between, after}) =>
        counted(before, () =>
          all(
            equal(between.body.publications_left, before.body.publications_left - 1, 'first-not-one', between),
            equal(after.body.publications_left, before.body.publications_left - 2, 'second-not-one', after),
          ),
        ),
    }),
    check({
      rule: 'workspace.uploads.refusal-spends-nothing',
      act: (s) => {
        const before = account(s);
        register(s, reserve(s), {expects: 'not-landed'});
        const landed = land(s);
        const body = registrationOf(s, landed);
        const larger = register(s, landed, {body: {...body, size_bytes: sum(s.sample('good', '/size_bytes'), 1)}});
        const unsupported = register(s, landed, {body: {...body, original_filename: s.sample('unsupported', '/filename')}});
        const between = account(s);
        publish(s);
        return {before, larger, unsupported, between, after: account(s)};
      },
      judge: ({before, larger, unsupported, between, after}) =>
        counted(before, () => {
          // What was accepted, against another rule, rightly spends: once, for it is one upload.
          const accepted = [larger, unsupported].some(({status}) => status < 400) ? 1 : 0;
          return all(
            equal(between.body.publications_left, before.body.publications_left - accepted, 'refusal-spent', between),
            moves(after, before),
          );
        }),
    }),
    check({
      rule: 'workspace.uploads.repetition-spends-nothing',
      act: (s) => {
        const landed = land(s);
        register(s, landed, {expects: 'registered'});
        const first = listed(s, landed, '/publication_id');
        const before = account(s);
        const again = register(s, landed);
        return {landed, first, before, again, after: account(s), list: listed(s, landed, '/publication_id')};
      },
      judge: ({landed, first, before, again, after, list}) =>
        all(
          equal(after.body.publications_left, before.body.publications_left, 'repetition-spent', again),
          when(column([first], '/id').includes(landed.body.publication_id), 'the registered publication was not listed', () =>
            equal(column([list], '/id').filter((id) => id === landed.body.publication_id).length, 1, 'second-row', list),
          ),
          equal(missing(column([list], '/id'), column([first], '/id')).length, 0, 'second-publication-listed', list),
          again.status < 400
            ? equal(again.body?.id ?? landed.body.publication_id, landed.body.publication_id, 'second-publication', again)
            : refused(again, 'server-error'),
        ),
    }),
    check({
      rule: 'workspace.uploads.allowance-renews-with-the-cycle',
      given: noFreePlace,
      act: (s, g) => {
        const spent = register(s, g.landed, {expects: 'allowance-spent'});
        s.advance(minutes(60 * 24 * 32));
        return {spent, renewed: account(s), registered: register(s, land(s))};
      },
      judge: ({renewed, registered}) =>
        all(
          is(registered, 'registered', 'still-spent-in-the-next-cycle'),
          differs(renewed.body.publications_left, 0, 'account-not-renewed', renewed),
        ),
    }),
    check({
      rule: 'workspace.uploads.registered-is-listed',
      act: (s) => {
        const made = publish(s);
        return {made, list: listed(s, made)};
      },
      judge: ({made, list}) =>
        holds(column([list], '/id').includes(made.body.id), {
          branch: 'not-listed', expected: 'the registered publication on the first page', got: `${list.body.data.length} other rows`, at: list,
        }),
    }),
    check({
      rule: 'workspace.uploads.registered-is-readable',
      act: (s) => {
        const landed = land(s);
        register(s, landed, {expects: 'registered'});
        return {
          landed,
          read: s.call('getPublication', {path: {publication: landed.at('/publication_id')}, until: {other: 404}}),
        };
      },
      judge: ({landed, read}) =>
        all(is(read, 'publication', 'not-readable'), equal(read.body?.id, landed.body.publication_id, 'another-id', read)),
    }),
    check({
      rule: 'workspace.uploads.original-size-is-what-was-sent',
      act: (s) => {
        const made = publish(s);
        const sent = s.call('createUpload', {body: reservationOf(s)});
        return {made, sent, read: s.call('getPublication', {path: {publication: made.at('/id')}, until: {other: 404}, expects: 'publication'})};
      },
      judge: ({made, sent, read}) =>
        all(
          equal(made.body.original_size_bytes, sent.asked.size_bytes, 'another-size-at-registration', made),
          equal(read.body.original_size_bytes, sent.asked.size_bytes, 'another-size-when-read', read),
        ),
    }),
  ],
};
