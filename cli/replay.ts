import {Command} from 'commander';
import {loadSpecification} from '../spec/specification.ts';
import {UsageError} from '../spec/profile.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/ports.ts';
import {Pacer} from '../suites/engine/pacer.ts';
import {preflight} from '../suites/engine/preflight.ts';
import {agentsOf} from '../suites/engine/steps.ts';
import {fixtureReader} from '../suites/engine/read-fixture.ts';
import {replay} from '../suites/engine/replay.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {Deployment, staysHere} from '../suites/target/deployment.ts';
import type {Target} from '../suites/target/target.ts';
import {Unreachable} from '../suites/target/unreachable.ts';
import {whole} from './certify.ts';
import {embedded} from './embedded.ts';

/** `presscheck replay`: sends recorded or written sequences again and judges them. */
export const replayCommand = (): Command =>
  new Command('replay')
    .description('replays fixtures against a target')
    .argument('<fixture...>', 'fixture files')
    .option('--mock', 'the embedded mock is the target')
    .option('--config <file>', 'a deployment is the target: its presscheck.yaml')
    .option('--seed <n>', 'seed of everything that is made up', whole, 1)
    .option('--yes', 'run against a deployment that is not on this machine')
    .action(
      async (
        files: string[],
        options: {mock?: true; config?: string; seed: number; yes?: true},
      ) => {
        if (Boolean(options.mock) === Boolean(options.config))
          throw new UsageError('replay needs one target: --mock or --config FILE');
        const specifications = {
          workspace: loadSpecification('workspace'),
          store: loadSpecification('store'),
        };
        const {checks} = allChecks(specifications, options.seed);
        const fixtures = files.map(fixtureReader(specifications));
        const config = options.config
          ? readConfig(options.config, specifications, process.env)
          : undefined;
        if (config && !staysHere(config) && !options.yes)
          throw new UsageError(
            `${config.name} is not on this machine, or its tokens are given elsewhere: read the fixtures and say --yes to send them`,
          );
        const {target, close} = config
          ? {target: new Deployment(config, realClock) as Target, close: async () => undefined}
          : await embedded(specifications, options.seed);
        try {
          const pacer = new Pacer(realClock);
          if (config)
            await preflight(target, specifications, {
              clock: realClock,
              pacer,
              timeout: config.timeout,
              agents: agentsOf(fixtures.flatMap(({steps}) => steps)),
            });
          let worst = 0;
          for (const fixture of fixtures) {
            const result = await replay(fixture, {
              specifications: specifications,
              checks,
              target,
              seed: options.seed,
              clock: realClock,
              pacer,
              ...(config && {timeout: config.timeout}),
            });
            process.stdout.write(
              `${result.verdict.padEnd(13)} ${fixture.fixture}\n${result.lines.map((line) => `  ${line}\n`).join('')}`,
            );
            const code = {
              passed: 0,
              failed: 1,
              inconclusive: 5,
              'not-exercised': 3,
              'harness-error': 4,
              'not-applicable': 3,
            }[result.verdict];
            worst = [4, 1, 5, 3, 0].find((one) => one === worst || one === code) ?? 0;
          }
          process.exitCode = worst;
        } catch (error) {
          if (!(error instanceof Unreachable)) throw error;
          process.stdout.write(`inconclusive  ${error.message}\n`);
          process.exitCode = 5;
        } finally {
          await close();
        }
      },
    );
