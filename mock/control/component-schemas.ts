import {instant, list, ref, responseOf} from './schema-parts.ts';
import type {Schema} from './validate.ts';

/** The named schemas in `components` of the OpenAPI document. */
export const schemas: Record<string, Schema> = {
  Error: responseOf({error: {type: 'string'}, what_to_do: {type: 'string'}}),
  Clock: responseOf({
    now: instant,
    frozen: {type: 'boolean'},
    speed: {type: 'number'},
    due: {
      ...list(responseOf({at: instant, event: {type: 'string'}, key: {type: 'string'}})),
      description: 'What falls due next, up to 50 events',
    },
  }),
  Key: responseOf({
    role: {type: 'string'},
    key: {type: 'string'},
    id: {type: 'string'},
    workspace: {type: 'string'},
    abilities: list({type: 'string'}),
  }),
  Token: responseOf({
    role: {type: 'string'},
    token: {type: 'string'},
    id: {type: 'string'},
    store: {type: 'string'},
    admin: {type: 'integer'},
  }),
  AccessToken: responseOf({
    role: {type: 'string'},
    token: {type: 'string'},
    id: {type: 'string'},
    workspace: {type: 'string'},
    scopes: list({type: 'string'}),
    expires_at: {...instant, type: ['string', 'null']},
    audience: {type: 'string'},
    revoked: {type: 'boolean'},
  }),
  OauthClient: responseOf({
    role: {type: 'string'},
    client_id: {type: 'string'},
    client_secret: {type: ['string', 'null'], description: 'null: the client keeps no secret'},
    workspace: {
      type: ['string', 'null'],
      description: 'null: the client registered itself, and can be used for any workspace',
    },
    name: {type: 'string'},
  }),
  Urls: responseOf({
    workspace: {type: 'string'},
    store: {type: 'string'},
    objects: {type: 'string'},
  }),
  World: responseOf({
    world: {type: 'string'},
    now: instant,
    frozen: {type: 'boolean'},
    urls: ref('Urls'),
    workspaces: list(
      responseOf({id: {type: 'string'}, name: {type: 'string'}, role: {type: 'string'}}),
    ),
    stores: list(
      responseOf({id: {type: 'string'}, name: {type: 'string'}, role: {type: 'string'}}),
    ),
    keys: list(ref('Key')),
    tokens: list(ref('Token')),
    samples: {type: 'object'},
    access_tokens: list(
      responseOf({
        role: {type: 'string'},
        token: {type: 'string'},
        id: {type: 'string'},
        workspace: {type: 'string'},
        scopes: list({type: 'string'}),
      }),
    ),
    oauth_clients: list(
      responseOf({
        role: {type: 'string'},
        client_id: {type: 'string'},
        client_secret: {type: 'string'},
        workspace: {type: 'string'},
      }),
    ),
  }),
  Workspace: responseOf({
    id: {type: 'string'},
    plan: {type: ['string', 'null']},
    publications_left: {type: ['integer', 'null']},
    paid_work: {type: 'boolean'},
    plans: list({type: 'string'}),
    runs_hold: {type: 'boolean'},
    runs_end: list({type: 'string'}),
    downloads: {type: 'string'},
    reader: {type: 'string'},
  }),
  Snapshot: responseOf({
    presscheck: {const: 'snapshot'},
    version: {const: 1},
    sum: {type: 'string'},
    image: {type: 'object'},
    objects: list(
      responseOf({key: {type: 'string'}, content_type: {type: 'string'}, base64: {type: 'string'}}),
    ),
  }),
  JournalEntry: responseOf({
    n: {type: 'integer'},
    at: {type: 'string'},
    world: {type: 'string'},
    method: {type: 'string'},
    path: {type: 'string'},
    status: {type: 'integer', description: '0: no response was sent, because of a fault rule'},
    notes: {
      ...list({type: 'string'}),
      description: 'What the mock noticed about a request, or did because of it or of a fault rule',
    },
  }),
  Mail: responseOf({
    id: {type: 'string'},
    store: {type: 'string'},
    to: {type: 'string'},
    kind: {type: 'string', enum: ['order-reported', 'sale-approved']},
    order: {type: 'string'},
    subject: {type: 'string'},
    text: {type: 'string'},
    at: {type: 'string'},
    links: list({type: 'string'}),
  }),
};
