import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {expect, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {defined} from '../spec/defined.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import {allDefects} from './all-defects.ts';
import {projectFile} from './root.ts';

const SCHEMA = JSON.parse(readFileSync(projectFile('reports/report.schema.json'), 'utf8')) as {
  $id: string;
};

const ajv = new Ajv2020({strict: true, allErrors: true});
formats.default(ajv);
ajv.addSchema(SCHEMA);

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);

test.each([
  // What a passive check compares with an earlier response.
  ['workspace.files.publication-names-the-current', 'the publication names the original'],
  // What is wrong with values of one class only.
  ['workspace.uploads.original-size-is-what-was-sent', 'sizes are even'],
])(
  'the verdicts of a defective mock are what the schema of the report says: %s',
  async (rule, name) => {
    const defect = defined(
      allDefects().find((one) => one.breaks === rule && one.name.endsWith(name)),
      'the defect',
    );
    const mock = await createMock({world: 'empty', defects: withDefects([defect])});
    try {
      const {rules} = await verifyAndRun({
        specifications,
        checks: checks.filter((one) => one.rule === rule),
        target: new MockTarget({
          control: mock.urls.control!,
          seed: 1,
          profiles: {
            workspace: specifications.workspace.profile,
            store: specifications.store.profile,
          },
          world: {defect: defect.name},
        }),
        clock: realClock,
        seed: 1,
      });
      expect(rules.map(({verdict}) => verdict)).toContain('failed');
      const validate = ajv.compile({
        type: 'array',
        items: {$ref: `${SCHEMA.$id}#/$defs/ruleVerdict`},
      });
      void validate(JSON.parse(JSON.stringify(rules)));
      expect(validate.errors).toBeNull();
    } finally {
      await mock.close();
    }
  },
);
