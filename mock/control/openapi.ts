import {mapValues} from '../../spec/map-values.ts';
import {schemas} from './component-schemas.ts';
import type {Operation} from './operation.ts';
import {operations} from './operations.ts';
import {ref} from './schema-parts.ts';
import type {Schema} from './validate.ts';

/** The OpenAPI document of the control plane, served at `GET /openapi.json`. */
export const controlDocument = (): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'presscheck control plane',
    version: '1.0.0',
    license: {name: 'MIT', identifier: 'MIT'},
    description:
      'The worlds of the mock, their credentials, clocks and limits. ' +
      'It is no part of the two APIs that are mocked.',
  },
  servers: [{url: '/'}],
  security: [{}, {token: []}],
  paths: mapValues(operations, (methods, path) =>
    mapValues(methods, (operation) => operationObject(path, operation)),
  ),
  components: {
    schemas,
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'Required when one was set, which it is for any host but this machine',
      },
    },
  },
});

function operationObject(path: string, operation: Operation): Schema {
  const {operationId, summary, description, status, response: schema} = operation;
  const {query = {}, body, bodyRequired, isStream} = operation;
  const json = (content: Schema): Schema => ({content: {'application/json': {schema: content}}});
  const stream = (content: Schema): Schema => ({
    content: {'text/event-stream': {schema: content}},
  });
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: {type: 'string'},
  }));
  const queryParameters = Object.entries(query).map(([name, parameter]) => ({
    name,
    in: 'query',
    schema: parameter,
  }));
  const parameters = [...pathParameters, ...queryParameters];
  return {
    operationId,
    summary,
    ...(description !== undefined && {description}),
    ...(parameters.length && {parameters}),
    ...(body && {requestBody: {required: bodyRequired ?? false, ...json(body)}}),
    responses: {
      [status]: {description: summary, ...(schema && (isStream ? stream(schema) : json(schema)))},
      '4XX': {description: 'What is wrong, and what to do about it', ...json(ref('Error'))},
    },
  };
}
