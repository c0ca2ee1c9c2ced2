import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {auth} from '@modelcontextprotocol/sdk/client/auth.js';
import {expect, test} from 'vitest';
import {lowdbPersistence} from '../../persistence/lowdb-persistence.ts';
import {systemPorts} from '../../world/ports.ts';
import {oauthServer, PersonsClient} from './test-server.ts';
import {tokens} from './tables.ts';
import {judgeToken} from './verify.ts';

test('clients, codes and tokens live on when the mock starts again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  try {
    const first = await oauthServer({persistence: await lowdbPersistence(folder, systemPorts)});
    const serverUrl = `${first.base('w')}/mcp`;
    const [person, late] = [new PersonsClient(), new PersonsClient()];
    const given = await person.authorized(serverUrl);
    const code = (await late.consented(serverUrl)).get('code')!;
    await first.close();

    const second = await oauthServer({persistence: await lowdbPersistence(folder, systemPorts)});
    try {
      const world = second.world();
      const resource = `${second.base('w')}/mcp`;
      expect(judgeToken({world, secret: given.access_token, resource})).toMatchObject({
        token: {secret: given.access_token},
      });
      const exchanged = await second.form('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        code_verifier: late.verifier,
        client_id: late.client!.client_id,
        redirect_uri: late.redirectUrl,
      });
      expect(exchanged.status).toBe(200);
      const refreshed = await second.form('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: given.refresh_token!,
        client_id: person.client!.client_id,
      });
      expect(refreshed.status).toBe(200);
      const secrets = tokens(world, 'access_tokens').map(({secret}) => secret);
      expect(new Set(secrets).size).toBe(secrets.length);
      expect(await auth(new PersonsClient(), {serverUrl: `${second.base('w')}/mcp`})).toBe(
        'REDIRECT',
      );
    } finally {
      await second.close();
    }
  } finally {
    await rm(folder, {recursive: true});
  }
});
