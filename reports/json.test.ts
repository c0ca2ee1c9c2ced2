import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {expect, test} from 'vitest';
import type {RunRecord} from '../spec/run-record.ts';
import {json} from './json.ts';
import {defined} from '../spec/defined.ts';
import {failedPlace, RECORD, ruleOf} from './testing/record.ts';

const schema = JSON.parse(
  readFileSync(new URL('report.schema.json', import.meta.url), 'utf8'),
) as object;
const ajv = new Ajv2020({strict: true, allErrors: true});
formats.default(ajv);
const validate = ajv.compile(schema);

test('report.json is what its schema says, and the schema is not satisfied with less', () => {
  void validate(JSON.parse(json(RECORD)));
  expect(validate.errors).toBeNull();
  for (const wrong of [
    {...RECORD, exitCode: 7},
    {...RECORD, surprise: 1},
    {...RECORD, finishedAt: undefined},
    {...RECORD, rules: [{...ruleOf('x', 'passed'), verdict: 'skipped'}]},
    {...RECORD, startedAt: 'now'},
  ])
    expect(validate(JSON.parse(json(wrong as RunRecord)))).toBe(false);
});

test('a violation may have every member of its type', () => {
  const place = {
    ...failedPlace('getAccount', 500, 'an error'),
    violations: [
      {
        ...defined(failedPlace('getAccount', 500, 'an error').violations[0], 'a violation'),
        op: 'getAccount',
        wanted: ['account'],
        status: 500,
        pointer: '/plan',
        isOfEquality: true as const,
        off: -1,
        statusOf: 'account',
        suspectLines: [
          {
            line: 'rows.listTools',
            correction: 'rows.listTools: {at: /items}',
            decides: 'body' as const,
          },
        ],
      },
    ],
  };
  void validate(
    JSON.parse(json({...RECORD, rules: [{...ruleOf('x', 'failed'), places: [place]}]})),
  );
  expect(validate.errors).toBeNull();
});

test('it loses nothing of what a deployment sent', () => {
  expect(JSON.parse(json(RECORD))).toEqual({
    verdict: 'Failed: deployment staging',
    ...JSON.parse(JSON.stringify(RECORD)),
  });
});
