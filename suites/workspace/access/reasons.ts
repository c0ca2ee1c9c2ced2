/** The `reason` of a failure is a stable machine string, by which clients branch (Resources / Error envelope). */

import type {Exchange} from '../../../spec/exchange.ts';
import {mapValues} from '../../../spec/map-values.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {groupIn, inGroups} from '../../language/groups.ts';
import {all, expectEqual, judgeEach, nothing} from '../../language/judge.ts';
import {type Handle, type Script} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {reserveAndUpload, register, registrationOf, reservationOf, reserve} from '../publishing.ts';

/** Names of requests that are refused before anything is created. */
const REFUSED = ['unfit', 'large', 'cut', 'forbidden', 'early', 'other', 'larger', 'bare'] as const;

/** Ways to record the requests, by their names. */
type Requests = Record<(typeof REFUSED)[number], () => Handle>;

/** Requests that are refused, some of which need a reservation. */
function refusedRequests(s: Script, reservation: Handle): Requests {
  const sample = reservationOf(s);
  const landed = reserveAndUpload(s);
  const body = registrationOf(s, landed);
  const unsupported = s.sample('unsupported', '/filename');
  const reserveWith = (more: object) => () => s.call('createUpload', {body: {...sample, ...more}});
  const registerWith = (more: object) => () => register(s, landed, {body: {...body, ...more}});
  return {
    unfit: reserveWith({original_filename: unsupported}),
    large: reserveWith(reservationOf(s, 'oversize')),
    cut: () => s.call('createUpload', {raw: '{'}),
    forbidden: () => s.call('createUpload', {as: 'read-only', body: sample}),
    early: () => register(s, reservation),
    other: registerWith({original_filename: unsupported}),
    larger: registerWith({size_bytes: sum(sample.size_bytes, 1)}),
    bare: () => s.call('createPublication', {raw: '{'}),
  };
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
      const reservation = reserve(s);
      const requests = refusedRequests(s, reservation);
      const twice = mapValues(requests, (send) => ({first: send(), again: send()}));
      const path = {publication: reservation.at('/publication_id')};
      return {
        first: s.call('getPublication', {path}),
        second: s.call('getPublication', {path}),
        unkeyed: s.call('getAccount', {as: 'nobody'}),
        unkeyedAgain: s.call('getAccount', {as: 'nobody'}),
        ...inGroups(twice),
      };
    },
    judge: ({first, second, unkeyed, unkeyedAgain, ...seen}) =>
      all(
        expectSameReason(first, second, 'reason-changed'),
        expectSameReason(unkeyed, unkeyedAgain, 'reason-of-401-changed'),
        judgeEach(REFUSED, (name) => {
          const twice = groupIn<'first' | 'again'>(seen, name);
          return expectSameReason(twice.first, twice.again, `reason of ${name} changed`);
        }),
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
