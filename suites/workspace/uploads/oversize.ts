import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, notExercised, expectRefused, when} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {allIn, inGroups} from '../../language/groups.ts';
import {type Handle} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {reservationOf} from '../publishing.ts';

/** The size that a reservation names. */
const sizeIn = ({requestBody}: Exchange): number => Number(requestBody?.size_bytes);

/** A limit refuses every size above the sample, or above a smaller one that it has refused, whatever the refusal says. */
function expectRefusedFrom(sample: Exchange, sent: Exchange[]): Judgement {
  const least = Math.min(...[sample, ...sent.filter(isOversize)].map(sizeIn));
  const larger = sent.filter((one) => sizeIn(one) > least);
  return larger.length
    ? all(...larger.map((one) => expectRefused(one, `taken: ${sizeIn(one)} bytes`)))
    : notExercised(`no size is larger than ${least} bytes, which were refused`);
}

const isOversize = hasSituation('oversize');

/** Sizes whose lower bits are those of a good file, where a number has 31, 32, 36, 40 or 60 bits. */
const BITS = [31, 32, 36, 40, 60] as const;

/** The largest integer that every JSON parser reads exactly: above the limit of any format. */
const NINE_PETABYTES = Number.MAX_SAFE_INTEGER;

/** Sizes far above the limit of a format (Errors, createUpload). */
export const farAboveTheLimit: Check[] = [
  check({
    rule: 'workspace.uploads.reservation-refuses-oversize',
    place: 'sizes far above the limit',
    onlyOnTestTargets: true,
    act: (s) => {
      const reserveOf = (size: Val): Handle =>
        s.call('createUpload', {body: {...reservationOf(s, 'oversize'), size_bytes: size}});
      const good = s.sample('good', '/size_bytes');
      return {
        oversize: reserveOf(s.sample('oversize', '/size_bytes')),
        ...inGroups({
          beyond: Object.fromEntries(
            BITS.map((bits) => [`${bits} bits`, reserveOf(sum(good, 2 ** bits))]),
          ),
        }),
      };
    },
    judge: ({oversize, ...seen}) =>
      when(oversize.status >= 400, 'the sample above the limit was accepted', () =>
        expectRefusedFrom(oversize, allIn(seen, 'beyond')),
      ),
  }),
  check({
    rule: 'workspace.uploads.reservation-refuses-oversize',
    place: 'of an audiobook',
    onlyOnTestTargets: true,
    act: (s) => {
      const audiobook = reservationOf(s, 'audiobook');
      return {
        sound: s.call('createUpload', {body: audiobook, expects: 'reserved'}),
        vast: s.call('createUpload', {body: {...audiobook, size_bytes: NINE_PETABYTES}}),
      };
    },
    judge: ({vast}) => expectRefused(vast, 'taken: an audiobook of nine petabytes'),
  }),
];
