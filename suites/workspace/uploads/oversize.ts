import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, notExercised, expectRefused, when} from '../../language/judge.ts';
import {type Handle} from '../../language/script.ts';
import {sum} from '../../language/sent-values.ts';
import {reservationOf} from '../publishing.ts';

/** The size that a reservation names. */
const sizeIn = ({requestBody}: Exchange): number => Number(requestBody?.size_bytes);

/** Sizes further above the limit are refused, too, whatever the refusal says. */
function expectRefusedToo(sent: Exchange[], oversize: Exchange): Judgement {
  const larger = sent.filter((one) => sizeIn(one) > sizeIn(oversize));
  return larger.length
    ? all(...larger.map((one) => expectRefused(one, `taken: ${sizeIn(one)} bytes`)))
    : notExercised(`no size is larger than the sample of ${sizeIn(oversize)} bytes`);
}

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
        // 64 GiB more: the lower 32 bits of this number are the size of a good file.
        beyond32Bits: reserveOf(sum(good, 2 ** 36)),
        beyond53Bits: reserveOf(sum(good, 2 ** 60)),
      };
    },
    judge: ({oversize, beyond32Bits, beyond53Bits}) =>
      when(oversize.status >= 400, 'the sample above the limit was accepted', () =>
        expectRefusedToo([beyond32Bits, beyond53Bits], oversize),
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
