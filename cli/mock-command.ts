import {Command} from 'commander';
import {withFlags} from './mock-flags.ts';
import type {MockFlags} from './mock-options.ts';

/** `presscheck mock`: serves both APIs until it is interrupted. */
export const mockCommand = (): Command =>
  withFlags(new Command('mock'), 'mock')
    .addHelpText('after', PREFER_HELP)
    .action(async (flags: MockFlags) => {
      const {serveUntilStopped} = await import('./mock.ts');
      process.exitCode = await serveUntilStopped(flags);
    });

const PREFER_HELP = `
A client asks for a documented response with the header Prefer: \`Prefer: code=422\`,
\`Prefer: code=422, example=oversize\`, or \`Prefer: code=200, dynamic=true\` for a body made
from the schema alone. Credentials and limits are still checked; nothing is changed.`;
