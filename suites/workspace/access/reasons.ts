/** The `reason` of a failure is a stable machine string, by which clients branch (Resources / Error envelope). */

import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectEqual, nothing} from '../../language/judge.ts';
import {type Handle, type Script} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {reserveAndUpload, register, registrationOf, reservationOf, reserve} from '../publishing.ts';

/** Names of requests that are refused before anything is created. */
const REFUSED = ['unfit', 'large', 'cut', 'forbidden', 'early', 'other', 'larger', 'bare'] as const;
type RefusedName = (typeof REFUSED)[number];
type RefusedTwice = Record<RefusedName | `${RefusedName}Again`, Handle>;

/**
 * Records each request of `REFUSED` twice.
 * @returns the reservation that some of them need, and each refusal by name (`cut`) and that of
 * its repetition (`cutAgain`)
 */
function provokeTwice(s: Script): {reservation: Handle; refused: RefusedTwice} {
  const reservation = reserve(s);
  const sample = reservationOf(s);
  const landed = reserveAndUpload(s);
  const body = registrationOf(s, landed);
  const unsupported = s.sample('unsupported', '/filename');
  const reserveWith = (more: object) => () => s.call('createUpload', {body: {...sample, ...more}});
  const registerWith = (more: object) => () => register(s, landed, {body: {...body, ...more}});
  const requests: Record<RefusedName, () => Handle> = {
    unfit: reserveWith({original_filename: unsupported}),
    large: reserveWith(reservationOf(s, 'oversize')),
    cut: () => s.call('createUpload', {raw: '{'}),
    forbidden: () => s.call('createUpload', {as: 'read-only', body: sample}),
    early: () => register(s, reservation),
    other: registerWith({original_filename: unsupported}),
    larger: registerWith({size_bytes: sum(sample.size_bytes, 1)}),
    bare: () => s.call('createPublication', {raw: '{'}),
  };
  const twice = REFUSED.flatMap((name) => [
    [name, requests[name]()],
    [`${name}Again`, requests[name]()],
  ]);
  return {reservation, refused: Object.fromEntries(twice) as RefusedTwice};
}

/** Two refusals of the same request have the same reason. A request that is accepted instead breaks another rule. */
const expectSameReason = (first: Exchange, again: Exchange, branch: string): Judgement =>
  first.status < 400 || again.status < 400
    ? nothing()
    : expectEqual(
        again.body?.reason,
        first.body?.reason,
        branch,
        again,
        `\`reason\` of the second ${again.op}`,
      );

/** Reasons of refused requests that are sent again. */
export const reasons: Check[] = [
  check({
    rule: 'workspace.access.reason-is-stable',
    act: (s) => {
      const {reservation, refused} = provokeTwice(s);
      const path = {publication: reservation.at('/publication_id')};
      return {
        first: s.call('getPublication', {path}),
        second: s.call('getPublication', {path}),
        unkeyed: s.call('getAccount', {as: 'nobody'}),
        unkeyedAgain: s.call('getAccount', {as: 'nobody'}),
        ...refused,
      };
    },
    judge: ({first, second, unkeyed, unkeyedAgain, ...seen}) =>
      all(
        expectSameReason(first, second, 'reason-changed'),
        expectSameReason(unkeyed, unkeyedAgain, 'reason-of-401-changed'),
        ...REFUSED.map((name) =>
          expectSameReason(seen[name], seen[`${name}Again`], `reason of ${name} changed`),
        ),
      ),
  }),
  check({
    rule: 'workspace.access.reason-is-stable',
    place: 'in every language',
    onlyOnTestTargets: true,
    act: (s) => {
      const path = {publication: reserve(s).at('/publication_id')};
      const body = {...reservationOf(s), original_filename: s.sample('unsupported', '/filename')};
      const german = {headers: {'accept-language': 'de-DE, de;q=0.9'}};
      const spanish = {headers: {'accept-language': 'es-AR, es;q=0.9'}};
      return {
        unknown: s.call('getPublication', {path}),
        unknownInGerman: s.call('getPublication', {path, ...german}),
        unknownInSpanish: s.call('getPublication', {path, ...spanish}),
        unkeyed: s.call('getAccount', {as: 'nobody'}),
        unkeyedInGerman: s.call('getAccount', {as: 'nobody', ...german}),
        unfit: s.call('createUpload', {body}),
        unfitInGerman: s.call('createUpload', {body, ...german}),
      };
    },
    judge: ({unknown, unkeyed, unfit, ...translated}) =>
      all(
        expectSameReason(unknown, translated.unknownInGerman, 'reason of 404 in German'),
        expectSameReason(unknown, translated.unknownInSpanish, 'reason of 404 in Spanish'),
        expectSameReason(unkeyed, translated.unkeyedInGerman, 'reason of 401 in German'),
        expectSameReason(unfit, translated.unfitInGerman, 'reason of a format in German'),
      ),
  }),
];
