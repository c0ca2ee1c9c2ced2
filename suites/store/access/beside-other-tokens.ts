/** A token goes on working when another one is regenerated or deleted (Authentication 2 and 3). */

import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {all, expectOutcome, notApplicable} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';

/** Of three new tokens the middle one is regenerated, and then deleted. */
const threeTokens = sharedScene({
  id: 'store: the middle one of three tokens is regenerated',
  api: 'store',
  mayRevokeAccess: true,
  consecutive: true,
  noRequestReuse: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const generate = (): Handle => s.control('generate-token', {role: 'admin'});
    const read = (token: Handle): Handle =>
      s.call('listUsers', {as: token.at('/token'), query: {query: 'admins'}});
    const older = generate();
    const middle = generate();
    const younger = generate();
    const before = [read(older), read(younger)] as const;
    const fresh = s.control('regenerate-token', {role: 'admin', id: middle.at('/id')});
    const regenerated = [read(older), read(younger)] as const;
    s.control('delete-token', {role: 'admin', id: fresh.at('/id')});
    return {
      olderBefore: before[0],
      youngerBefore: before[1],
      olderRegenerated: regenerated[0],
      youngerRegenerated: regenerated[1],
      olderDeleted: read(older),
      youngerDeleted: read(younger),
    };
  },
});

/** A read was served, whether or not it found an admin. */
const expectTokenServed = (response: Exchange, branch: string): Judgement =>
  expectOutcome(response, ['page', 'nothing-found'], branch);

const isRefused = ({situations}: Exchange): boolean => situations.includes('unauthenticated');

/** The tokens that were valid at the same time before are valid still. */
const expectOthersServed = (seen: SeenIn<typeof threeTokens>): Judgement =>
  // An admin may have one token only, which the next one replaces.
  [seen.olderBefore, seen.youngerBefore].some(isRefused)
    ? notApplicable('a new token replaces the one before')
    : all(
        expectTokenServed(seen.olderRegenerated, 'an-older-token-refused-after-a-regeneration'),
        expectTokenServed(seen.youngerRegenerated, 'a-younger-token-refused-after-a-regeneration'),
        expectTokenServed(seen.olderDeleted, 'an-older-token-refused-after-a-deletion'),
        expectTokenServed(seen.youngerDeleted, 'a-younger-token-refused-after-a-deletion'),
      );

/** The check of tokens beside others. */
export const besideOtherTokens: Check[] = checksAt(
  threeTokens,
  'store.access.each-admin-has-a-token',
  {'older and younger than another one': expectOthersServed},
);
