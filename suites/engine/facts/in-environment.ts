import type {Environment, Target} from '../../target/target.ts';

/**
 * Does something in an environment of its own, and closes that in any case; an error while it closes changes no result.
 * @param name names the environment, as a scene names its own
 */
export async function inEnvironment<Result>(
  target: Pick<Target, 'open'>,
  name: string,
  work: (environment: Environment) => Promise<Result>,
): Promise<Result> {
  const environment = await target.open(name);
  try {
    return await work(environment);
  } finally {
    await environment.close().catch(() => undefined);
  }
}
