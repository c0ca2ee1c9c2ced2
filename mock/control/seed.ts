import {seedSignIns} from '../store/auth-sessions/seed.ts';
import {seedUsers} from '../store/users/seed.ts';
import type {PublicationRow} from '../workspace/publications/rows.ts';
import {seedPublications} from '../workspace/publications/seed.ts';
import {seedMirrors} from '../workspace/reader/seed.ts';
import {leaveRuns} from '../workspace/runs/seed.ts';
import {type Handler, orUnprocessable, rowOf, worldOf} from './handler.ts';
import {userOf} from './tokens.ts';

interface Seeded<Id> {
  ids: Id[];
  kept?: Promise<void> | undefined;
}

export const seedOperations: Record<string, Handler> = {
  async seedWorld(asked) {
    const world = worldOf(asked);
    const {publications, users, sign_ins: signIns, runs, mirrors} = asked.body;
    // What can fail comes first, so that a refused request has put nothing.
    const workspace: string =
      publications && rowOf(world, 'workspaces', 'workspace', publications.workspace).key;
    const store: string = users && rowOf(world, 'stores', 'store', users.store).key;
    const runner: string = runs && rowOf(world, 'workspaces', 'workspace', runs.workspace).key;
    const mirrored: PublicationRow =
      mirrors && rowOf<PublicationRow>(world, 'publications', 'publication', mirrors.publication);
    const sessions: Seeded<string> = signIns
      ? await orUnprocessable(() =>
          seedSignIns(world, userOf(world, signIns.user).key, signIns.count, signIns.type ?? 'web'),
        )
      : {ids: []};
    const books: Seeded<string> = publications
      ? seedPublications(world, workspace, publications.count, publications.files)
      : {ids: []};
    const people: Seeded<number> = users ? seedUsers(world, store, users.count) : {ids: []};
    const spent = runs && leaveRuns(world, runner, runs.leave);
    const pushed = mirrors && seedMirrors(world, mirrored, mirrors.mirrors);
    await Promise.all([sessions.kept, books.kept, people.kept, spent, pushed]);
    return {
      status: 201,
      body: {publications: books.ids, users: people.ids, sign_ins: sessions.ids},
    };
  },
};
