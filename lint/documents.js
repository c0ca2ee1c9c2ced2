// Validates every OpenAPI document of the project with redocly's strict rules: both contracts, and what a mock publishes:
// the documents of both APIs and of the control plane, in its default world and in one with other freedoms.
import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {createMock} from '../dist/mock/create-mock.js';

const root = resolve(import.meta.dirname, '..');
const cli = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);
const folder = join(root, 'dist/published');

/** Freedoms with which most forms are others than those of the default world. */
const FREEDOMS = {
  'users.listed_flag': 'number',
  'users.deleted_at': 'object',
  'users.update_answers': 204,
  'plans.prices': 'records',
  'plans.envelope': 'paginator',
  'orders.wrapped': true,
  'checkout.form': 'token',
  'content.stock': 'boolean',
  'content.read_envelope': 'issue',
  'reading.dates': 'object',
};

/** Writes the published documents, and returns their paths. */
async function publishedDocuments() {
  const mock = await createMock({world: 'demo'});
  await mock.worlds.create({id: 'other', template: 'demo', freedoms: FREEDOMS});
  mkdirSync(folder, {recursive: true});
  const paths = ['workspace/', 'store/', 'control/', 'workspace/w/other/', 'store/w/other/'];
  const files = [];
  for (const path of paths) {
    const [origin, ...world] = path.split('/');
    // The number, because the rules mistake `localhost` for a forgotten example.
    const base = mock.urls[origin].replace('localhost', '127.0.0.1');
    const response = await fetch(`${base}/${world.join('/')}openapi.json`);
    const file = `${path.replaceAll('/', '.')}json`;
    writeFileSync(join(folder, file), JSON.stringify(await response.json(), null, 2));
    files.push(`dist/published/${file}`);
  }
  await mock.close();
  return files;
}

const documents = [
  'spec/workspace/contract.yaml',
  'spec/store/contract.yaml',
  ...(await publishedDocuments()),
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
