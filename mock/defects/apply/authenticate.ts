import type {Defect} from '../../defect.ts';
import type {ApiInterface, IssuedCredential, RefusedRequest} from '../../http/api-interface.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import type {WorldContext} from '../../http/request-context.ts';
import type {StepResult} from '../../http/step.ts';
import {credentialOf} from '../../http/steps/authenticate.ts';
import type {World} from '../../world/world.ts';
import {CredentialDefects} from './credentials.ts';
import {isSkipped, ofSeam} from './select.ts';

/**
 * Authenticates without some of the checks (seam `skip` with a condition such as `no-key`), or with other credentials
 * than those of the world (seam `credential`).
 * @param next the step without defects
 */
export function authenticateWith(
  defects: readonly Defect[],
  api: ApiInterface,
  next: Pipeline['authenticate'],
): Pipeline['authenticate'] {
  const credentials = new CredentialDefects(defects, api.credentials);
  const hasOthers = ofSeam(defects, 'credential').length > 0;
  return (context) => {
    const decided = next(context);
    // The type of a step permits a promise; authentication returns none.
    if (decided instanceof Promise) return decided;
    const result = afterSkips(defects, api, context, decided);
    if (!hasOthers) return result;
    const credential = credentials.credentialOf({
      secret: api.present(context.request).secret,
      method: context.method,
      operation: context.operation?.contract.id,
      found: context.credential,
      every: () => issued(api, context.world),
    });
    return acceptOnly(context, credential, result ?? refusedByDefect(api));
  };
}

/**
 * Serves a request although it was refused under a condition that a defect skips. It uses the presented credential,
 * or, if that is not one of the world, the first one of the world.
 */
function afterSkips(
  defects: readonly Defect[],
  api: ApiInterface,
  context: WorldContext,
  decided: StepResult,
): StepResult {
  if (!decided || !('refused' in decided) || !context.operation) return decided;
  const {condition = ''} = decided;
  const request = {method: context.method, hasQuery: context.path.includes('?')};
  if (!isSkipped(defects, condition, context.operation.contract.id, request)) return decided;
  const {secret} = api.present(context.request);
  const own = secret === undefined ? undefined : credentialOf(api, context.world, secret);
  const [first] = issued(api, context.world);
  return acceptOnly(context, own ?? first, decided);
}

/** Serves the request with this credential; refuses it when there is none. */
function acceptOnly(
  context: WorldContext,
  credential: IssuedCredential | undefined,
  refused: StepResult,
): StepResult {
  context.credential = credential;
  context.unauthenticated = !credential;
  return credential ? undefined : refused;
}

const issued = (api: ApiInterface, world: World): Iterable<IssuedCredential> =>
  world.table(api.credentials).all() as Iterable<IssuedCredential>;

const refusedByDefect = ({unknown}: ApiInterface): RefusedRequest => ({
  refused: 'unauthenticated',
  condition: unknown,
  why: {
    expected: 'a credential of this world',
    got: 'one that a defect refuses',
    todo: 'take a world without the defect',
  },
});
