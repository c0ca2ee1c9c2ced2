import {parseArgs} from 'node:util';
import {start} from './server.ts';

const {values} = parseArgs({
  options: {
    port: {type: 'string', default: '0'},
    fault: {type: 'string', multiple: true, default: []},
    variant: {type: 'string', multiple: true, default: []},
  },
});
const running = await start({
  port: Number(values.port),
  faults: values.fault,
  variants: values.variant,
});
process.stdout.write(
  `${JSON.stringify({
    url: running.url,
    hookToken: running.hookToken,
    credentials: running.credentials,
  })}\n`,
);
