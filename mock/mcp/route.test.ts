import {expect, test} from 'vitest';
import {routeOf} from './route.ts';

test.each<[string, ReturnType<typeof routeOf>]>([
  ['/mcp', {worldId: 'demo', path: '/mcp'}],
  ['/w/w1/mcp?x=1', {worldId: 'w1', path: '/mcp?x=1'}],
  ['http://localhost:4010/w/w1/mcp', {worldId: 'w1', path: '/mcp'}],
  ['http://localhost:4010/oauth/token', {worldId: 'demo', path: '/oauth/token'}],
  [
    '/.well-known/oauth-protected-resource/w/w1/mcp',
    {worldId: 'w1', path: '/.well-known/oauth-protected-resource/mcp'},
  ],
  ['/api/v1/account', undefined],
  ['http://localhost:4010/api/v1/account', undefined],
  ['/mcp/x', undefined],
  ['*', undefined],
  ['', undefined],
])('%s', (target, route) => {
  expect(routeOf(target)).toEqual(route);
});
