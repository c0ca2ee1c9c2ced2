/** The values of a refused creation are free for the next one. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Judgement, type Check} from '../../../language/check.ts';
import {expectOutcome, nothing, all} from '../../../language/judge.ts';
import {createUser, newUser} from '../../people.ts';

/** The names of a refused creation are free for the next one; another rule requires the refusal. */
const expectFree = (refused: Exchange, next: Exchange, branch: string): Judgement =>
  refused.situations.includes('invalid') ? expectOutcome(next, 'created', branch) : nothing();

/** Creations that are refused, each followed by one with a value of it. */
export const namesOfRefused: Check = check({
  rule: 'store.users.refused-create-makes-nobody',
  place: 'and takes no name',
  onlyOnTestTargets: true,
  act: (s) => {
    const {body} = createUser(s);
    const [one, other, third] = [newUser(s), newUser(s), newUser(s)];
    const [nameless, homeless, open] = [newUser(s), newUser(s), newUser(s)];
    const send = (user: Record<string, Val>) => s.call('createUser', {body: user});
    const without = (user: Record<string, Val>, name: string) =>
      send(Object.fromEntries(Object.entries(user).filter(([member]) => member !== name)));
    return {
      takenEmail: send({...one, email: body.email}),
      sameId: send(one),
      takenId: send({...other, external_id: body.external_id}),
      sameEmail: send(other),
      shortPassword: send({...third, new_password: 'short'}),
      sameUser: send(third),
      noId: without(nameless, 'external_id'),
      withId: send(nameless),
      noEmail: without(homeless, 'email'),
      withEmail: send(homeless),
      noPassword: without(open, 'new_password'),
      withPassword: send(open),
    };
  },
  judge: (seen) =>
    all(
      expectFree(seen.takenEmail, seen.sameId, 'external_id of a refused creation refused'),
      expectFree(seen.takenId, seen.sameEmail, 'email of a refused creation refused'),
      expectFree(
        seen.shortPassword,
        seen.sameUser,
        'user of a creation refused for its password refused',
      ),
      expectFree(seen.noId, seen.withId, lacking('an external_id')),
      expectFree(seen.noEmail, seen.withEmail, lacking('an email')),
      expectFree(seen.noPassword, seen.withPassword, lacking('a password')),
    ),
});

/** The branch for a user whose first creation lacked a member. */
const lacking = (what: string): string => `user of a creation without ${what} refused`;
