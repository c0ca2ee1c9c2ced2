/**
 * Uploads that are answered 403, because a feature is switched off or the admin lacks the
 * permission (Content, Rules).
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import type {Provocation} from '../../../language/provocation.ts';
import {all, expectOutcome, nothing, when} from '../../../language/judge.ts';
import {
  findIssues,
  isReadServed,
  newBook,
  newIssue,
  readByReference,
  send,
  upload,
} from '../../issuing.ts';
import {expectNotListed, expectNotRead} from './refused.ts';

/** An upload while the content feature of the store is off, and the same one afterwards. */
const whileOff = sharedScene({
  id: 'store: an upload while the content feature is off',
  api: 'store',
  act: (s) => {
    const [body, others] = [newIssue(s), newIssue(s)];
    s.control('switch-content', {role: 'admin', on: false});
    const subject = send(s, body);
    const inOtherStore = send(s, others, {as: 'second-store'});
    s.control('switch-content', {role: 'admin', on: true});
    return {
      subject,
      inOtherStore,
      ...(isReadServed(s) && {read: readByReference(s, body.external_id)}),
      listed: findIssues(s, body.name),
      again: send(s, body),
      control: send(s, newIssue(s)),
    };
  },
});

/** A physical book and a file while the sale of physical books is disabled. */
const withoutPhysical = sharedScene({
  id: 'store: an upload while physical books are disabled',
  api: 'store',
  act: (s) => {
    const body = newBook(s);
    s.control('switch-physical', {role: 'admin', on: false});
    const subject = send(s, body);
    const digital = send(s, newIssue(s));
    s.control('switch-physical', {role: 'admin', on: true});
    return {
      subject,
      digital,
      ...(isReadServed(s) && {read: readByReference(s, body.external_id)}),
      listed: findIssues(s, body.name),
      again: send(s, body),
      control: send(s, newBook(s)),
    };
  },
});

/** An upload by an admin who may not manage content, and the same one by one who may. */
const unpermitted = sharedScene({
  id: 'store: an upload by an admin who may not manage content',
  api: 'store',
  act: (s) => {
    const body = newIssue(s);
    const first = upload(s);
    const as = 'limited-admin' as const;
    return {
      first: first.created,
      subject: send(s, body, {as}),
      taken: send(s, newIssue(s, {external_id: first.body.external_id}), {as}),
      ...(isReadServed(s) && {read: readByReference(s, body.external_id)}),
      listed: findIssues(s, body.name),
      again: send(s, body),
      control: send(s, newIssue(s)),
    };
  },
});

/** A refused upload creates nothing, and the same upload is accepted afterwards. */
const expectNothingLeft = (
  subject: Exchange,
  read: Exchange | undefined,
  listed: Exchange,
  again: Exchange,
): Judgement =>
  when(subject.status >= 400, 'the upload was accepted', () =>
    all(
      read ? expectNotRead(subject, read) : nothing(),
      () => expectNotListed(subject, listed),
      expectOutcome(again, 'created', 'its reference is taken'),
    ),
  );

/** The scenarios for each 403 of an upload. */
export const refusals: Provocation[] = [
  {...whileOff, op: 'createIssue', condition: 'feature-off', scene: whileOff},
  {...withoutPhysical, op: 'createIssue', condition: 'physical-off', scene: withoutPhysical},
  {...unpermitted, op: 'createIssue', condition: 'not-permitted', scene: unpermitted},
];

/** The effects of uploads that are answered 403, and what they do not affect. */
export const permissions: Check[] = [
  ...checksAt(whileOff, 'store.content.refused-create-makes-nothing', {
    'while the feature is off': ({subject, read, listed, again}) =>
      expectNothingLeft(subject, read, listed, again),
  }),
  ...checksAt(whileOff, 'store.content.feature-has-to-be-on', {
    'of its own store': ({subject, inOtherStore}) =>
      when(subject.status === 403, 'the upload was not refused', () =>
        expectOutcome(inOtherStore, 'created', 'refused in another store'),
      ),
  }),
  ...checksAt(withoutPhysical, 'store.content.refused-create-makes-nothing', {
    'while physical books are disabled': ({subject, read, listed, again}) =>
      expectNothingLeft(subject, read, listed, again),
  }),
  ...checksAt(withoutPhysical, 'store.content.physical-needs-enablement', {
    'a file needs none': ({subject, digital}) =>
      when(subject.status === 403, 'the book was not refused', () =>
        expectOutcome(digital, 'created', 'a file is refused'),
      ),
  }),
  ...checksAt(unpermitted, 'store.content.refused-create-makes-nothing', {
    'without permission': ({subject, read, listed, again}) =>
      expectNothingLeft(subject, read, listed, again),
  }),
];
