/** Tokens that are generated, regenerated and deleted, beside others that stay valid (Authentication 2 and 3). */

import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
} from '../../language/check.ts';
import {all, notApplicable} from '../../language/judge.ts';
import {allIn, groupIn, inGroups} from '../../language/groups.ts';
import {hasSituation} from '../../language/outcome.ts';
import {expectOutcomes} from '../../language/requests.ts';
import type {Args, Handle, Script} from '../../language/script.ts';
import {newUser, read as readBy} from '../people.ts';

const EACH_ADMIN = 'store.access.each-admin-has-a-token';
const REGENERATED = 'store.access.regenerated-token-replaces-the-old';

const generate = (s: Script): Handle => s.control('generate-token', {role: 'admin'});

const regenerate = (s: Script, token: Handle): Handle =>
  s.control('regenerate-token', {role: 'admin', id: token.at('/id')});

const remove = (s: Script, token: Handle): Handle =>
  s.control('delete-token', {role: 'admin', id: token.at('/id')});

const write = (s: Script, token: Handle, args: Args = {}): Handle =>
  s.call('createUser', {as: token.at('/token'), body: newUser(s), ...args});

const read = (s: Script, token: Handle): Handle =>
  s.call('listUsers', {as: token.at('/token'), query: {query: 'admins'}});

/** A write and a read as set-up. A deployment may remember a token for a moment after its last use. */
function use(s: Script, token: Handle): void {
  write(s, token, {expects: 'created'});
  s.call('listUsers', {as: token.at('/token'), expects: 'page'});
}

/** Reads by two admins whose tokens nobody touches. */
const readByOthers = (s: Script): Handles => ({
  'first-admin': readBy(s),
  'second-admin': readBy(s, 'second-admin'),
});

/**
 * What all these scenes have in common. They come last: if one token invalidates the others, no request is served
 * afterwards.
 */
const ENDING = {
  mayRevokeAccess: true,
  consecutive: true,
} as const;

const tokenDeleted = sharedScene({
  ...ENDING,
  id: 'store: a token is generated and deleted',
  act: (s) => {
    const token = generate(s);
    const beside = readByOthers(s);
    use(s, token);
    remove(s, token);
    const old = {write: write(s, token), read: read(s, token)};
    return inGroups({old, beside, after: readByOthers(s)});
  },
});

const tokenRegenerated = sharedScene({
  ...ENDING,
  id: 'store: a token is regenerated',
  act: (s) => {
    const token = generate(s);
    use(s, token);
    const valid = {write: write(s, regenerate(s, token))};
    const old = {write: write(s, token), read: read(s, token)};
    return inGroups({valid, old, after: readByOthers(s)});
  },
});

/** A token is regenerated twice; every new one is used at once, and all of them at the end. */
const regeneratedTwice = sharedScene({
  ...ENDING,
  id: 'store: a token is regenerated twice',
  onlyOnTestTargets: true,
  act: (s) => {
    const first = generate(s);
    const second = regenerate(s, first);
    const withSecond = write(s, second);
    const third = regenerate(s, second);
    return inGroups({
      valid: {second: withSecond, third: write(s, third)},
      old: {first: read(s, first), second: read(s, second)},
      shown: {third: read(s, third)},
    });
  },
});

/** Of three new tokens the middle one is regenerated, and then deleted. */
const threeTokens = sharedScene({
  ...ENDING,
  id: 'store: the middle one of three tokens is regenerated',
  noRequestReuse: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const older = generate(s);
    const middle = generate(s);
    const younger = generate(s);
    const readBoth = (): Handles => ({older: read(s, older), younger: read(s, younger)});
    const before = readBoth();
    const fresh = regenerate(s, middle);
    const regenerated = readBoth();
    remove(s, fresh);
    return inGroups({before, regenerated, deleted: readBoth()});
  },
});

/** Reads were served, whether or not they found an admin. */
const expectServed = (seen: object, group: string): Judgement =>
  expectOutcomes(groupIn(seen, group), ['page', 'nothing-found'], `refused ${group}`);

/** A token that has ended is refused. */
const expectOldRefused = (seen: object): Judgement =>
  expectOutcomes(groupIn(seen, 'old'), 'unauthenticated', 'the old token accepted');

/** The last token works, and the ones before it are refused. */
const expectOnlyTheLastValid = (seen: object): Judgement =>
  all(
    expectOutcomes(groupIn(seen, 'valid'), 'created', 'the new token refused'),
    expectServed(seen, 'shown'),
    expectOldRefused(seen),
  );

/** The tokens that were valid at the same time before are valid still. */
const expectOthersServed = (seen: object): Judgement =>
  // An admin may have one token only, which the next one replaces.
  allIn(seen, 'before').some(hasSituation('unauthenticated'))
    ? notApplicable('a new token replaces the one before')
    : all(expectServed(seen, 'regenerated'), expectServed(seen, 'deleted'));

/** The checks of tokens that end, and of those beside them. */
export const tokenEnds: Check[] = [
  ...checksOf(tokenDeleted, {'store.access.deleted-token-is-refused': expectOldRefused}),
  ...checksOf(tokenRegenerated, {[REGENERATED]: expectOnlyTheLastValid}),
  ...checksOf(regeneratedTwice, {[`${REGENERATED} @ twice`]: expectOnlyTheLastValid}),
  ...checksOf(tokenDeleted, {
    [`${EACH_ADMIN} @ beside tokens that come and go`]: (seen) =>
      all(expectServed(seen, 'beside'), expectServed(seen, 'after')),
  }),
  ...checksOf(tokenRegenerated, {
    [`${EACH_ADMIN} @ beside a token that is regenerated`]: (seen) => expectServed(seen, 'after'),
  }),
  ...checksOf(threeTokens, {
    [`${EACH_ADMIN} @ older and younger than another one`]: expectOthersServed,
  }),
];
