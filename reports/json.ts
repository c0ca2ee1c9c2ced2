import type {RunRecord} from '../spec/run-record.ts';

/** The run record as JSON; `reports/report.schema.json` describes it. */
export const json = (record: RunRecord): string => `${JSON.stringify(record, null, 2)}\n`;
