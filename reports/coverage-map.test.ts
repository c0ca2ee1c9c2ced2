import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import {expect, test} from 'vitest';
import type {RunRecord} from '../spec/run-record.ts';
import {coverageMap} from './coverage-map.ts';
import {placeOf, RANKS_SEEN, RECORD, ruleOf} from './testing/record.ts';

const validate = new Ajv2020({strict: true, allErrors: true}).compile(
  JSON.parse(readFileSync(new URL('coverage.schema.json', import.meta.url), 'utf8')) as object,
);

const PAIR = {kind: 'user', first: 'createUser', of: 'the same'} as const;

const RECORD_WITH_MAP: RunRecord = {
  ...RECORD,
  coverage: {
    ...RECORD.coverage,
    pairs: {
      tried: [{...PAIR, later: 'listUsers', scene: 'x'}],
      notTried: [{...PAIR, later: 'forceLogout', because: 'give a hook for `advance`'}],
    },
    ranks: RANKS_SEEN,
    operations: [
      {
        api: 'store',
        operation: 'createUser',
        requests: 3,
        situations: {'201 created': 2, '422 invalid': 1},
        credentials: ['admin', 'nobody'],
        interfaces: ['REST'],
        values: {email: ['dots']},
        notSent: ['give a hook for `advance`'],
      },
    ],
  },
  rules: [
    ruleOf('has-id', 'passed', {
      places: [
        placeOf('*', 'passed', {witnesses: [{of: 'an id', saw: 'createUser 201 /data/id'}]}),
      ],
    }),
    ruleOf('has-name', 'failed', {
      places: [
        placeOf('*', 'failed', {witnesses: [{of: 'a name', saw: 'createUser 201 /data/name'}]}),
      ],
    }),
  ],
};

test('coverage.json is what its schema says: operations, pairs, and why some were not tried', () => {
  const map = JSON.parse(coverageMap(RECORD_WITH_MAP)) as Record<string, never>;
  void validate(map);
  expect(validate.errors).toBeNull();
  expect(map['rank1']).toMatchObject({of: 2, notTried: [{because: 'give a hook for `advance`'}]});
  expect(map['rank2']).toEqual(RANKS_SEEN.rank2);
  expect(map['documents']).toMatchObject([
    {
      api: 'store',
      operations: [
        {
          operation: 'createUser',
          situations: {'201 created': 2},
          passed: {'store.users.has-id': 'createUser 201 /data/id'},
        },
      ],
    },
  ]);
  expect(JSON.stringify(map)).not.toContain('has-name');
});

test('a run that counted nothing has a map, too', () => {
  void validate(JSON.parse(coverageMap(RECORD)));
  expect(validate.errors).toBeNull();
});
