import {afterSuccess, before, bodyOf, type Turns} from './types.ts';

/** Leaves a member of the list out. */
function without(member: string): Turns[string][string] {
  return afterSuccess((reply) => {
    delete bodyOf(reply)[member];
  });
}

/** Loses filters when something else is asked, too. */
function loses(fields: string[], other: string): Turns[string][string] {
  return before(({ask: {query}}) => {
    if ((query.get(other) ?? '') === '') return;
    for (const field of fields) query.delete(field);
  });
}

/** How requests for reading sessions are mishandled. */
export const READING_TURNS: Turns = {
  listReading: {
    'readings-no-code': without('CODE'),
    'readings-path-missing': without('path'),
    'readings-current-missing': without('current_page'),
    'reading-reason-lost-by-cursor': loses(['reason_type', 'reason_value'], 'cursor'),
    'reading-period-lost-by-cursor': loses(['from_date', 'to_date'], 'cursor'),
    'reading-issue-lost-with-reason': loses(['issue_id'], 'reason_type'),
    'reading-user-lost-with-period': loses(['user_id'], 'from_date'),
    'readings-next-url-forgets-period': afterSuccess((reply) => {
      const body = bodyOf(reply);
      if (typeof body.next_page_url !== 'string') return;
      const url = new URL(body.next_page_url);
      url.searchParams.delete('to_date');
      body.next_page_url = url.href;
    }),
  },
};
