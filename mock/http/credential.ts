import type {Why} from '../operation.ts';
import {shorten} from '../world/journal.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import type {IssuedCredential, ApiInterface, Presented} from './api-interface.ts';
import {nearest} from './nearest.ts';

/**
 * Finds the credential of a request.
 * @param skips conditions under which the check is skipped: any credential of the world is then
 * taken
 * @returns the credential, or why there is none, with the contract's condition
 */
export function identify(
  api: ApiInterface,
  worlds: Worlds,
  world: World,
  presented: Presented,
  skips: ReadonlySet<string>,
): IssuedCredential | {condition: string; why: Why} {
  const {secret, condition, why} = presented;
  const table = world.table(api.credentials);
  const known =
    secret === undefined
      ? undefined
      : (table.first('secret', secret, '') as IssuedCredential | undefined);
  if (known && !condition) return known;
  const foreign =
    secret === undefined || condition
      ? undefined
      : api.others.find(({table: other}) => world.table(other).by('secret', secret, '').length > 0);
  const failed = condition ?? (foreign ? foreign.condition : api.unknown);
  if (skips.size && skips.has(failed)) {
    const any = known ?? (table.all().next().value as IssuedCredential | undefined);
    if (any) return any;
  }
  return {condition: failed, why: why ?? explain(api, worlds, world, secret ?? '', foreign?.name)};
}

function explain(
  api: ApiInterface,
  worlds: Worlds,
  world: World,
  secret: string,
  foreign: string | undefined,
): Why {
  const expected = `a credential of world ${world.id}`;
  if (foreign) return {expected, got: foreign, todo: 'use the credential of this API'};
  const home = worlds
    .list()
    .find((other) => other.table(api.credentials).by('secret', secret, '').length > 0);
  if (home)
    return {
      expected,
      got: `one of world ${home.id}`,
      todo: `address that world: /w/${home.id} before the path`,
    };
  const secrets = [...world.table(api.credentials).all()].map(
    (row) => (row as IssuedCredential).secret,
  );
  const near = nearest(secret, secrets);
  return {
    expected,
    got: `${shorten(secret)} (${secret.length} characters)`,
    todo: near
      ? `perhaps ${shorten(near.text)} was meant: ${near.distance} characters differ`
      : 'take a key from the start-up table or the control plane',
  };
}
