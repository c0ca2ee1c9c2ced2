import {DAY_MS} from '../../spec/durations.ts';
import {faultRule, MAX_FAULTS} from '../faults/rule-schema.ts';
import {snapshotSchema} from './image-schema.ts';
import {SPEEDS} from '../world/clock.ts';
import type {Operations} from './operation.ts';
import type {Schema} from './validate.ts';
import {instant, list, object, ref, responseOf, seed, template, text} from './schema-parts.ts';

const speed: Schema = {type: 'number', ...SPEEDS};

const YEAR_MS = 366 * DAY_MS;

/** Worlds, their snapshots and their clocks. */
export const WORLD_OPERATIONS: Operations = {
  '/worlds': {
    get: {
      operationId: 'listWorlds',
      summary: 'Lists all worlds',
      status: 200,
      response: responseOf({
        worlds: list(
          responseOf({
            world: {type: 'string'},
            now: instant,
            frozen: {type: 'boolean'},
            urls: ref('Urls'),
          }),
        ),
      }),
    },
    post: {
      operationId: 'createWorld',
      summary: 'Creates a world',
      status: 201,
      response: ref('World'),
      body: object({
        template: {...template, default: 'suite'},
        seed: {
          ...seed,
          description: 'Ids, names, keys and secrets are derived from it. Default: random',
        },
        frozen_at: {
          ...instant,
          type: ['string', 'null'],
          description:
            'Instant at which the clock stands still; null: it runs. ' +
            'Default: the clock of a suite world stands still, others run',
        },
        speed: {...speed, default: 1, description: 'How many times as fast as real time it runs'},
        skip_waits: {
          type: 'boolean',
          default: false,
          description:
            'Whether the clock, frozen or not, moves to the next event that is due whenever a client reads what ' +
            'waits for one: a run, a conversion, a new publication',
        },
        limits: {
          type: 'boolean',
          default: true,
          description: 'Whether minute windows and daily quotas are enforced',
        },
        credentials: {
          type: 'string',
          enum: ['own', 'demo'],
          default: 'own',
          description:
            'Whose credentials a world of the template `demo` has: its own, which begin with its name (`w1-key-harbour-full`), ' +
            'or those of the demo world (`demo-key-harbour-full`)',
        },
        freedoms: {
          type: 'object',
          description:
            'What the world does where the documents leave it open, by name. ' +
            '`GET /worlds/{world}/freedoms` lists the names and their values',
        },
        faults: {
          ...list(faultRule),
          maxItems: MAX_FAULTS,
          description: 'Faults that are ordered; the first rule that matches a request acts on it',
        },
        defect: {...text, description: 'Name of a defect that the mock was started with'},
      }),
    },
  },
  '/worlds/{world}': {
    get: {
      operationId: 'getWorld',
      summary: 'Describes a world with its credentials',
      status: 200,
      response: ref('World'),
    },
    delete: {
      operationId: 'dropWorld',
      summary: 'Drops a world; the default world can only be reset',
      status: 204,
    },
  },
  '/worlds/{world}/reset': {
    post: {
      operationId: 'resetWorld',
      summary: 'Resets a world to what it was when it was created',
      description:
        'It has the rows of its template again, and the numbers that it was created with, or restored ' +
        'with from a snapshot. A clock that ran then runs again and shows the present; one that stood still stands again at the ' +
        'instant of the template. Seed, freedoms and `limits` never change',
      status: 200,
      response: ref('World'),
    },
  },
  '/worlds/{world}/freedoms': {
    get: {
      operationId: 'getFreedoms',
      summary: 'Lists what the documents leave open, and what the world does there',
      description: '`POST /worlds` takes other values in `freedoms`; those of a world never change',
      status: 200,
      response: responseOf({
        freedoms: list(
          responseOf({
            name: {type: 'string'},
            value: {description: 'What this world does'},
            values: {...list({}), description: 'The first is the choice of the mock'},
            others: {
              type: ['string', 'null'],
              description: 'Which further values there are; null: none',
            },
            meaning: {type: 'string'},
            open_points: {
              ...list({type: 'string'}),
              description: 'Rows of spec/<api>/open-points.tsv',
            },
          }),
        ),
      }),
    },
  },
  '/worlds/{world}/snapshot': {
    get: {
      operationId: 'getSnapshot',
      summary: 'Takes a snapshot of a world with its objects',
      status: 200,
      response: ref('Snapshot'),
    },
    put: {
      operationId: 'putSnapshot',
      summary: 'Replaces a world by a snapshot, or creates a world from it',
      status: 200,
      response: ref('World'),
      bodyRequired: true,
      body: snapshotSchema,
    },
  },
  '/worlds/{world}/clock': {
    get: {
      operationId: 'getClock',
      summary: "Reads the world's clock",
      status: 200,
      response: ref('Clock'),
    },
    post: {
      operationId: 'setClock',
      summary: 'Advances the clock, stops it, lets it run or sets its speed',
      status: 200,
      response: ref('Clock'),
      bodyRequired: true,
      body: object(
        {
          advance_ms: {type: 'integer', minimum: 0, maximum: 10 * YEAR_MS},
          freeze_at: {
            ...instant,
            description:
              'May be in the past: what has happened stays, and limits count what was before',
          },
          run: {const: true},
          speed: {...speed, description: 'A clock that stands keeps it until it runs'},
        },
        [],
        {minProperties: 1, maxProperties: 1},
      ),
    },
  },
};
