// Validates every OpenAPI document of the project with redocly's strict rules: both contracts, and the control plane's
// own.
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {controlDocument} from '../dist/mock/control/openapi.js';

const root = resolve(import.meta.dirname, '..');
const cli = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);
writeFileSync(join(root, 'dist/control.openapi.json'), JSON.stringify(controlDocument(), null, 2));
const documents = [
  'spec/workspace/contract.yaml',
  'spec/store/contract.yaml',
  'dist/control.openapi.json',
];
const {status, stdout, stderr} = spawnSync(process.execPath, [cli, 'lint', ...documents], {
  cwd: root,
  encoding: 'utf8',
  env: {...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true'},
});
// Its notices about its own versions say nothing about the documents.
if (status !== 0) process.stdout.write(stdout + stderr);
else console.log(`${documents.length} OpenAPI documents are valid.`);
process.exitCode = status ?? 1;
