import type {Exchange} from '../../../spec/exchange.ts';
import {hasExpired} from '../../values/ages.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectOutcome, when} from '../../language/judge.ts';
import {UPLOAD_LINK_LIFETIME_MS} from '../link-age.ts';
import {minutes} from '../../language/script.ts';
import {reserve} from '../publishing.ts';

/** A link that is older than its lifetime stores nothing, however it was used before. */
const expectOver = (minted: Exchange, used: Exchange, branch: string): Judgement =>
  when(hasExpired(minted, used, UPLOAD_LINK_LIFETIME_MS), 'the link had not expired', () =>
    expectOutcome(used, 'storage-refused', branch),
  );

/** The use of an upload link does not make it valid for longer (Limits). */
export const usedLinks: Check[] = [
  check({
    rule: 'workspace.uploads.link-lives-30-minutes',
    place: 'used shortly before its end',
    consecutive: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const [used, tried] = [reserve(s), reserve(s)];
      s.advance(minutes(25));
      s.upload(used, {expects: 'stored'});
      // Whether storage takes bytes without the headers, or of another size, is open (NS-WS-36).
      s.upload(tried, {omitHeaders: true, resize: -1, optional: true});
      s.advance(minutes(10));
      return {used, tried, usedAgain: s.upload(used), triedAgain: s.upload(tried)};
    },
    judge: ({used, tried, usedAgain, triedAgain}) =>
      all(
        expectOver(used, usedAgain, 'alive-after-a-use'),
        expectOver(tried, triedAgain, 'alive-after-an-attempt'),
      ),
  }),
];
