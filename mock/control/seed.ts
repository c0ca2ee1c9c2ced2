import {seedSignIns} from '../store/auth-sessions/seed.ts';
import {seedUsers} from '../store/users/seed.ts';
import {seedPublications} from '../workspace/publications/seed.ts';
import {type Handler, orUnprocessable, rowOf, worldOf} from './handler.ts';
import {userOf} from './tokens.ts';

interface Seeded<Id> {
  ids: Id[];
  kept?: Promise<void> | undefined;
}

export const seedOperations: Record<string, Handler> = {
  async seedWorld(asked) {
    const world = worldOf(asked);
    const {publications, users, sign_ins: signIns} = asked.body;
    // What can fail comes first, so that a refused request has put nothing.
    const workspace: string = publications && rowOf(world, 'workspaces', 'workspace', publications.workspace).key;
    const store: string = users && rowOf(world, 'stores', 'store', users.store).key;
    const sessions: Seeded<string> = signIns
      ? await orUnprocessable(() => seedSignIns(world, userOf(world, signIns.user).key, signIns.count, signIns.type ?? 'web'))
      : {ids: []};
    const books: Seeded<string> = publications ? seedPublications(world, workspace, publications.count) : {ids: []};
    const people: Seeded<number> = users ? seedUsers(world, store, users.count) : {ids: []};
    await Promise.all([sessions.kept, books.kept, people.kept]);
    return {status: 201, body: {publications: books.ids, users: people.ids, sign_ins: sessions.ids}};
  },
};
