import {list, object} from '../control/schema-parts.ts';
import type {Schema} from '../control/validate.ts';
import {PLANS} from '../control/workspaces.ts';
import {ABILITIES} from '../workspace/access/ability.ts';
import {flag, id, oneOf, secret, time, words} from './schema-members.ts';

const ENDS = ['succeeded', 'failed', 'rejected'];

const key = object({
  key: secret('What clients send as `Authorization: Bearer`.'),
  role: words(64, 'A name for the key, which `GET /worlds/{world}` shows'),
  abilities: {
    ...list({type: 'string', enum: [...ABILITIES]}),
    uniqueItems: true,
    description: 'Default: all three',
  },
  minted_by: words(200, 'The name of a member. Default: the owner'),
});

const oauthClient = object({
  name: words(200),
  client_id: secret('The `client_id`.'),
  client_secret: secret('The `client_secret`.'),
  role: words(64, 'A name for the client, which `GET /worlds/{world}` shows'),
});

const run = object(
  {
    tool: words(100, 'Slug of a tool'),
    started_at: time('Default: when the publication was created'),
    ends: oneOf(ENDS, 'Its outcome, once its tool has worked. Default: as the file deserves'),
  },
  ['tool'],
);

const publication = object(
  {
    title: words(200, 'Default: taken from the file name'),
    filename: words(200, 'Default: the title as an EPUB'),
    file: oneOf(['sample', 'none'], '`sample`: a small valid file; `none`: it does not exist yet'),
    created_at: time('Default: an hour ago'),
    mirrors: {
      ...list({type: 'string', enum: ['original', 'modified']}),
      uniqueItems: true,
      description: 'What was pushed to the reader store',
    },
    runs: list(run),
  },
  [],
  {minProperties: 1},
);

/** A workspace of a seed. */
export const workspaceSchema: Schema = object(
  {
    name: words(200),
    id: id('Default: `ws_` and the name.'),
    plan: oneOf([...Object.keys(PLANS), null], 'null: it cannot be determined. Default: studio'),
    publications_left: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 1_000_000,
      description: 'In this cycle; null: not limited. Default: what the plan allows',
    },
    paid_work: flag('Whether metered runs can be started. Default: true'),
    runs_hold: flag('Whether new runs stay in their first state. Default: false'),
    runs_end: {
      ...list({type: 'string', enum: ENDS}),
      maxItems: 1000,
      description: 'How the next runs end: one item for each run',
    },
    downloads: oneOf(['available', 'unavailable'], 'Whether storage can mint download links'),
    reader: oneOf(['configured', 'not-configured'], 'Whether there is a reader store'),
    members: {
      ...list(
        object({name: words(200), role: oneOf(['owner', 'admin', 'editor'], 'One is the owner')}, [
          'name',
          'role',
        ]),
      ),
      minItems: 1,
      description: 'Default: an owner',
    },
    keys: list(key),
    oauth_clients: list(oauthClient),
    publications: list(publication),
  },
  ['name'],
);
