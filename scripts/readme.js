// Runs every code block of README.md and of the pages in docs/ behind it, as a reader would who pastes them
// in order, in a copy of this tree; or those of the pages that are named: `npm run readme -- docs/mock.md`.
// Ports 4010, 4011, 4012 and 4019 become free ones, so that nothing that runs here is disturbed.
//   ```sh                commands; each has to end with 0, or with N where `# exits N` stands behind it
//   ```sh server         serves in the background until the next such block, or the end
//   ```sh ci             the lines that .ci/run itself begins with: looked up there, not run again
//   ```yaml FILE         a file with this content; ```js, python or go FILE too
import {spawn, spawnSync} from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

const root = resolve(import.meta.dirname, '..');
const STEPS = [0, 1, 2, 9];
/** The pages, in the order in which a reader meets them: later pages use files of earlier ones. */
const PAGES = [
  'README.md',
  'docs/mock.md',
  'docs/recipes.md',
  'docs/certify.md',
  'docs/configuration.md',
  'docs/rules-and-fixtures.md',
  'docs/nightly.md',
  'docs/words.md',
];
/** Languages of blocks that may be files. */
const FILES = new Set(['yaml', 'js', 'python', 'go']);

/** Whether nothing listens on a port of this machine. */
const isFree = (port) =>
  new Promise((settle) => {
    const server = createServer().once('error', () => settle(false));
    server.listen(port, 'localhost', () => server.close(() => settle(true)));
  });

async function freeBase() {
  for (let base = 4110; base < 60000; base += 20)
    if ((await Promise.all(STEPS.map((step) => isFree(base + step)))).every(Boolean)) return base;
  throw new Error('no free ports');
}

/** The blocks of a Markdown text: the text after the fence, and the lines. */
const blocksOf = (text) =>
  [...text.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(([, language, info, body]) => ({
    language,
    info: info.trim(),
    body,
  }));

/** Lines that form a command, with its expected exit code. */
function commandsOf(body) {
  const joined = body.replaceAll('\\\n', ' ');
  return joined
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => ({line, code: Number(/# exits (\d+)/.exec(line)?.[1] ?? 0)}));
}

const folder = mkdtempSync(join(tmpdir(), 'presscheck-readme-'));
const base = await freeBase();
const moved = (text) =>
  text.replaceAll(/\b40(1[0-29])\b/g, (_, port) => String(base + Number(port) - 10));
const failures = [];
let server;
let ran = 0;

/** Ends the background block. */
async function stop() {
  if (!server) return;
  const ended = new Promise((settle) => server.once('close', settle));
  process.kill(-server.pid, 'SIGINT');
  await ended;
  server = undefined;
}

/** Starts a background block and waits until it serves. */
async function start(command) {
  await stop();
  server = spawn('bash', ['-c', command.replace(/(?<=npx presscheck mock)/, ` --port ${base}`)], {
    cwd: folder,
    detached: true,
  });
  let printed = '';
  const ready = new Promise((settle) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk) => (printed += chunk).includes('Ctrl-C ends') && settle(true));
    server.once('close', () => settle(false));
  });
  if (await ready) return;
  failures.push(`${command}\n${printed}`);
  server = undefined;
}

/** Runs a block in one shell, so that variables last, and compares the exit code of each command. */
function run(body) {
  const commands = commandsOf(body).map(
    ({line, code}) =>
      `${moved(line)}\n__code=$?; [ $__code = ${code} ] || { echo "ended with $__code, not ${code}: "${quoted(line)} >&2; exit 1; }`,
  );
  ran += commands.length;
  // Like a reader's shell: variables that a block exports are available in the next one.
  const script = ['[ ! -e .exported ] || . ./.exported', ...commands, 'export -p > .exported'].join(
    '\n',
  );
  const {status, stdout, stderr} = spawnSync('bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    // Runs by URL wait for minute limits, and a busy machine is slow.
    timeout: 600_000,
    env: {...process.env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`},
  });
  if (status !== 0) failures.push(`${body}${stdout}${stderr}`);
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Runs the blocks of one page. */
async function runPage(page, ci) {
  for (const {language, info, body} of blocksOf(readFileSync(join(root, page), 'utf8'))) {
    if (FILES.has(language) && info) writeFileSync(join(folder, info), moved(body));
    else if (language === 'sh' && info === 'server') await start(body);
    else if (language === 'sh' && info === 'ci') {
      for (const {line} of commandsOf(body))
        if (!line.split(' && ').every((part) => ci.includes(part)))
          failures.push(`.ci/run does not run: ${line}`);
    } else if (language === 'sh') run(body);
    else if (!['text', 'json'].includes(language) || info)
      failures.push(`a block \`${language} ${info}\` is of no kind that is known here`);
  }
}

/** Replaces the ports in files of pages, as in their commands. */
function moveExamples() {
  for (const name of readdirSync(join(folder, 'examples'))) {
    const file = join(folder, 'examples', name);
    writeFileSync(file, moved(readFileSync(file, 'utf8')));
  }
}

const named = process.argv.slice(2);
try {
  const leave = new Set(['node_modules', '.git', 'presscheck-report']);
  cpSync(root, folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (from) => !leave.has(from.slice(root.length + 1)),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  moveExamples();
  const ci = readFileSync(join(root, '.ci/run'), 'utf8');
  for (const page of named.length ? named : PAGES) await runPage(page, ci);
} finally {
  await stop();
  rmSync(folder, {recursive: true, force: true});
}
for (const failure of failures) console.error(`A block fails:\n${failure}`);
console.log(`README: ${ran} commands ran, ${failures.length} blocks failed`);
process.exitCode = failures.length ? 1 : 0;
