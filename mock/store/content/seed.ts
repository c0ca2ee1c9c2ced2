import type {World} from '../../world/world.ts';
import {BLANK, FIRST_ISSUE_ID, type Issue} from './issue.ts';

/**
 * Adds digital content in bulk, with converted files. The external ids are `seeded-70123` and so on.
 * @returns the ids, oldest first, and a promise that settles when they are on disk
 */
export function seedIssues(
  world: World,
  store: string,
  count: number,
): {ids: number[]; persisted: Promise<void> | undefined} {
  const now = world.now();
  const issues = Array.from({length: count}, (): Issue => {
    const id = FIRST_ISSUE_ID + world.ids.number('issue');
    return {
      ...BLANK,
      key: String(id),
      tenant: store,
      seq: world.newSeq(),
      id,
      kind: 'digital',
      external_id: `seeded-${id}`,
      extension: 'epub',
      file_url: `https://files.example/${id}.epub`,
      name: `Seeded title ${id}`,
      publication_date: '2026-01-01',
      conversion: {state: 'done', outcome: 'done', takes: 0},
      created: now,
      updated: now,
    };
  });
  const changes = issues.map((put) => ({table: 'issues', put}));
  return {ids: issues.map(({id}) => id), persisted: world.commit({changes, effects: []})};
}
