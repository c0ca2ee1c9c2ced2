import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, none} from '../../judge.ts';
import {create, deactivate, idOf, search, updateOf, walkList} from '../people.ts';
import {rowsOf, unchanged} from '../user-rows.ts';

/** None of the created users is listed. */
function noneListed(pages: Exchange[], created: Exchange[], branch: string): Judgement {
  const emails = created.map(({body}) => body.data.email as unknown);
  const foreign = rowsOf(pages).filter(({email}) => emails.includes(email));
  return none(foreign, 'user of another store', branch, pages[0]);
}

/** Whose users a token opens: those of its own store. */
export const tenancy: Check[] = [
  check({
    rule: 'store.access.list-shows-own-only',
    act: (s) => {
      const {created, body} = create(s, {admin: true});
      const gone = create(s);
      deactivate(s, gone.created);
      s.call('listUsers', {query: {query: body.email}, expects: 'page'});
      return {
        created,
        gone: gone.created,
        byEmail: search(s, body.email, 'second-store'),
        admins: walkList(s, {query: 'admins'}, undefined, 'second-store'),
        left: walkList(s, {query: 'deactivated'}, undefined, 'second-store'),
        everyone: walkList(s, {}, undefined, 'second-store'),
      };
    },
    judge: ({created, gone, ...lists}) =>
      all(
        ...Object.entries(lists).map(([name, pages]) =>
          noneListed([pages].flat(), [created, gone], `foreign-listed: ${name}`),
        ),
      ),
  }),
  check({
    // The response to the foreign request is judged by the contract's condition.
    rule: 'store.access.foreign-is-not-found',
    act: (s) => {
      const {created, body} = create(s);
      const foreign = {as: 'second-store' as const, path: idOf(created)};
      s.call('updateUser', {
        ...foreign,
        body: {...updateOf(body), admin: true, sessions_limit: 7},
      });
      s.call('deactivateUser', foreign);
      return {created, after: search(s, body.email)};
    },
    judge: ({created, after}) => unchanged(after, created),
  }),
];
