import type {Chapter} from '../../chapter.ts';

/** The limit on requests of a key in a minute (Limits). */
export const limits: Chapter = {
  name: 'workspace/limits',
  numbers: {'workspace.limits.requests_per_minute': 60},
  counters: {'workspace.limits.minute': {by: ['credential'], span: 60_000}},
  freedoms: {
    'workspace.limits.window': {
      values: ['sliding', 'fixed', 'aligned', 'bucket'],
      meaning: 'How the minute is measured: `sliding`, `fixed`, `aligned` or a token `bucket`.',
      open: ['NS-WS-40'],
    },
  },
  refusals: {'rate-limited': 'More than 60 requests in a minute.'},
};
