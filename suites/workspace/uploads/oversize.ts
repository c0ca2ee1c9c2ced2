import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, notExercised, refused, when} from '../../judge.ts';
import {sum, type Handle} from '../../script.ts';
import {reservationOf} from '../publishing.ts';

/** A larger size than one above the limit is refused, too, whatever the refusal says. */
function isRefusedToo(large: Exchange, oversize: Exchange): Judgement {
  const [size, above] = [large, oversize].map(({requestBody}) => Number(requestBody?.size_bytes));
  return Number(size) > Number(above)
    ? refused(large, `taken: ${size} bytes`)
    : notExercised(`${size} bytes are not above the limit`);
}

/** Sizes far above the limit of a format (Errors, createUpload). */
export const farAboveTheLimit: Check[] = [
  check({
    rule: 'workspace.uploads.reservation-refuses-oversize',
    place: 'sizes far above the limit',
    notOnLiveTarget: true,
    act: (s) => {
      const reserveOf = (size: Val): Handle =>
        s.call('createUpload', {body: {...reservationOf(s), size_bytes: size}});
      const good = s.sample('good', '/size_bytes');
      return {
        oversize: reserveOf(s.sample('oversize', '/size_bytes')),
        // 64 GiB more: what 32 bits hold of this size is the size of a good file.
        beyond32Bits: reserveOf(sum(good, 2 ** 36)),
        beyond53Bits: reserveOf(sum(good, 2 ** 60)),
      };
    },
    judge: ({oversize, beyond32Bits, beyond53Bits}) =>
      when(oversize.status >= 400, 'the sample above the limit was taken', () =>
        all(isRefusedToo(beyond32Bits, oversize), isRefusedToo(beyond53Bits, oversize)),
      ),
  }),
];
