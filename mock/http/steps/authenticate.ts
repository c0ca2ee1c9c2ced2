import type {Why} from '../../operation.ts';
import {maskedWithLength} from '../../world/secrets.ts';
import type {Table} from '../../world/table.ts';
import type {World} from '../../world/world.ts';
import {ROOT, type Worlds} from '../../world/worlds.ts';
import type {ApiInterface, IssuedCredential, RefusedRequest} from '../api-interface.ts';
import {nearest, suggestionOf} from '../nearest.ts';
import type {Step} from '../step.ts';

/** Identifies the credential of a request (Authentication); 401 without a valid one. */
export const authenticate =
  (api: ApiInterface, worlds: Worlds): Step =>
  (context) => {
    const {world, request} = context;
    const {secret, condition, why} = api.present(request);
    if (secret !== undefined && condition === undefined) {
      context.credential = credentialOf(api, world, secret);
      if (context.credential) return undefined;
    }
    context.unauthenticated = true;
    if (condition !== undefined)
      return unauthenticated(condition, why ?? unknown(api, worlds, world, secret ?? ''));
    const other = api.others.find(
      ({table}) => secret !== undefined && rowsOf(world.table(table), secret).length > 0,
    );
    if (other) return unauthenticated(other.condition, ofAnotherApi(world, other.name));
    return unauthenticated(api.unknown, unknown(api, worlds, world, secret ?? ''));
  };

/** Finds the credential with a secret in a world. */
export const credentialOf = (
  api: ApiInterface,
  world: World,
  secret: string,
): IssuedCredential | undefined =>
  world.table(api.credentials).first('secret', secret, '') as IssuedCredential | undefined;

const rowsOf = (table: Table, secret: string): readonly unknown[] => table.by('secret', secret, '');

const unauthenticated = (condition: string, why: Why): RefusedRequest => ({
  refused: 'unauthenticated',
  condition,
  why,
});

const ofAnotherApi = (world: World, name: string): Why => ({
  expected: expectedIn(world),
  got: name,
  todo: 'use the credential of this API',
});

/** Explains why a secret is unknown: it belongs to another world, or has a typing error. */
function unknown(api: ApiInterface, worlds: Worlds, world: World, secret: string): Why {
  const expected = expectedIn(world);
  const home = worlds
    .list()
    .find((other) => rowsOf(other.table(api.credentials), secret).length > 0);
  if (home)
    return {
      expected,
      got: `one of world ${home.id}`,
      todo: otherWorldTodo(world, home),
    };
  const issued = world.table(api.credentials).all() as Iterable<IssuedCredential>;
  const near = nearest(
    secret,
    Array.from(issued, (credential) => credential.secret),
  );
  return {
    expected,
    got: maskedWithLength(secret),
    todo: near ? suggestionOf(near) : 'take a key from the start-up table or the control plane',
  };
}

/** What to do with a credential of another world. */
export const otherWorldTodo = (addressed: World, home: World): string =>
  `${home.id === ROOT ? `leave out /w/${addressed.id}` : `put /w/${home.id} before the path`} ` +
  `to address that world, or use a credential of world ${addressed.id}: ` +
  `GET /worlds/${addressed.id} on the control plane lists them`;

const expectedIn = ({id}: World): string => `a credential of world ${id}`;
