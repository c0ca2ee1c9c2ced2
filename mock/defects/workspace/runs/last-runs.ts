import type {Defect} from '../../../defect.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';

/** The members of the usage that change with metered runs. */
interface RunsOfTheDay {
  daily_runs_limit: number | null;
  daily_runs_used: number;
}

/** Defects that only appear when the daily ceiling is nearly reached. */
export const lastRuns: Defect[] = atPlace(
  'up to the ceiling',
  breaking('workspace.runs.metered-spends-one', {
    'the last run of the day is not shown': afterwards(['getAccountUsage'], (done) => {
      const body = done.body as RunsOfTheDay;
      const most = (body.daily_runs_limit ?? Infinity) - 1;
      return {...done, body: {...body, daily_runs_used: Math.min(body.daily_runs_used, most)}};
    }),
  }),
);
