import {parseArgs} from 'node:util';
import {start} from './server.ts';

const {values} = parseArgs({
  options: {
    port: {type: 'string', default: '0'},
    fault: {type: 'string', multiple: true, default: []},
    variant: {type: 'string', multiple: true, default: []},
  },
});

const {fault: faults, variant: variants} = values;
const running = await start({port: Number(values.port), faults, variants});
const {url, hookToken, credentials} = running;
process.stdout.write(`${JSON.stringify({url, hookToken, credentials}, null, 2)}\n`);
