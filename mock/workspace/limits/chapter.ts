import type {Chapter} from '../../chapter.ts';

export const limits: Chapter = {
  name: 'workspace/limits',
  numbers: {'workspace.limits.requests_per_minute': 60},
  refusals: {'rate-limited': 'More than 60 requests in a minute.'},
};
