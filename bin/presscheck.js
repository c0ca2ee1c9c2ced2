#!/usr/bin/env node
// Plain JavaScript that any Node can parse, so that an old one gets a sentence instead of a syntax error.
var have = process.versions.node.split('.').map(Number);
if (have[0] < 20 || (have[0] === 20 && have[1] < 19)) {
  console.error(
    'presscheck needs Node 20.19 or newer; this is Node ' + process.versions.node + '.',
  );
  process.exit(2);
}
if (process.versions.bun) {
  console.error(
    'presscheck does not run on Bun ' + process.versions.bun + ': run it with Node 20.19 or newer.',
  );
  process.exit(2);
}
import('../dist/cli/main.js').then(
  function (cli) {
    return cli.main(process.argv).then(function () {
      // A command that failed half way may have left a server, which would keep the process for ever.
      if (process.exitCode)
        process.stdout.write('', function () {
          process.exit();
        });
    });
  },
  function (error) {
    if (
      error &&
      error.code === 'ERR_MODULE_NOT_FOUND' &&
      String(error.message).indexOf('dist') >= 0
    ) {
      console.error('presscheck is not built yet: run `npm ci && npm run build` first.');
      process.exit(2);
    }
    // Exit code 1 would say that a rule failed.
    console.error(error);
    process.exit(4);
  },
);
