/**
 * Uploads that are answered 403, because a feature is switched off or the admin lacks the
 * permission (Content, Rules).
 */

import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import type {Provocation} from '../../../language/provocation.ts';
import {all, expectOutcome, when} from '../../../language/judge.ts';
import type {Handle, Script, Seen} from '../../../language/script.ts';
import {newBook, newIssue, send, upload, type IssueBody} from '../../issuing.ts';
import {expectNothingMade, lookFor, type Looked} from './nothing-left.ts';

/** The upload that is refused, and what is sent beside it. */
type Refused = {subject: Handle; beside: Handle};

/**
 * A refused upload, the reads that would show what it made, the same upload afterwards, and another one.
 * @param refuse records the refused upload
 */
const refusedUpload = (
  what: string,
  newBody: (s: Script) => IssueBody,
  refuse: (s: Script, body: IssueBody) => Refused,
) =>
  sharedScene({
    id: `store: an upload ${what}`,
    act: (s) => {
      const body = newBody(s);
      const refusal = refuse(s, body);
      const looked = lookFor(s, body);
      return {...refusal, ...looked, again: send(s, body), control: send(s, newBody(s))};
    },
  });

const whileOff = refusedUpload('while the content feature is off', newIssue, (s, body) => {
  s.control('switch-content', {role: 'admin', on: false});
  const subject = send(s, body);
  const beside = send(s, newIssue(s), {as: 'second-store'});
  s.control('switch-content', {role: 'admin', on: true});
  return {subject, beside};
});

const withoutPhysical = refusedUpload('while physical books are disabled', newBook, (s, body) => {
  s.control('switch-physical', {role: 'admin', on: false});
  const subject = send(s, body);
  const beside = send(s, newIssue(s));
  s.control('switch-physical', {role: 'admin', on: true});
  return {subject, beside};
});

const unpermitted = refusedUpload('by an admin who may not manage content', newIssue, (s, body) => {
  const first = upload(s);
  const as = 'limited-admin' as const;
  const subject = send(s, body, {as});
  const taken = newIssue(s, {external_id: first.body.external_id});
  return {subject, beside: send(s, taken, {as})};
});

type RefusedUpload = Seen<ReturnType<(typeof whileOff)['act']>>;

/** A refused upload creates nothing, and the same upload is accepted afterwards. */
const expectNothingLeft = ({subject, again, ...looked}: RefusedUpload): Judgement =>
  all(
    () => expectNothingMade(subject, looked as Looked),
    () =>
      when(subject.status >= 400, 'the upload was accepted', () =>
        expectOutcome(again, 'created', 'its reference is taken'),
      ),
  );

/** Another upload is accepted while one is refused. */
const expectAccepted =
  (branch: string) =>
  ({subject, beside}: RefusedUpload): Judgement =>
    when(subject.status === 403, 'the upload was not refused', () =>
      expectOutcome(beside, 'created', branch),
    );

/** The scenarios for each 403 of an upload. */
export const refusals: Provocation[] = [
  {...whileOff, op: 'createIssue', condition: 'feature-off', scene: whileOff},
  {...withoutPhysical, op: 'createIssue', condition: 'physical-off', scene: withoutPhysical},
  {...unpermitted, op: 'createIssue', condition: 'not-permitted', scene: unpermitted},
];

/** The effects of uploads that are answered 403, and what they do not affect. */
export const permissions: Check[] = [
  ...checksOf(whileOff, {
    'store.content.refused-create-makes-nothing @ while the feature is off': expectNothingLeft,
    'store.content.feature-has-to-be-on @ of its own store': expectAccepted(
      'refused in another store',
    ),
  }),
  ...checksOf(withoutPhysical, {
    'store.content.refused-create-makes-nothing @ while physical books are disabled':
      expectNothingLeft,
    'store.content.physical-needs-enablement @ a file needs none':
      expectAccepted('a file is refused'),
  }),
  ...checksOf(unpermitted, {
    'store.content.refused-create-makes-nothing @ without permission': expectNothingLeft,
  }),
];
