import {describe, expect, it} from 'vitest';
import {SEEDED_CLIENTS} from '../store/auth-sessions/seed.ts';
import {sessionDataOf} from './user-agent.ts';

describe('the session data of a user-agent string', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      {browser: 'Chrome', device: 'Desktop', os: 'Windows'},
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
      {browser: 'Firefox', device: 'Desktop', os: 'Linux'},
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      {browser: 'Safari', device: 'Mobile', os: 'iOS'},
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      {browser: 'Safari', device: 'Tablet', os: 'iOS'},
    ],
    ['', {browser: 'Unknown', device: 'Desktop', os: 'Unknown'}],
    ['Mozilla/5.0 (Linux; Android 14)', {device: 'Tablet', os: 'Android'}],
  ])('%s is a browser', (raw, expected) => {
    expect(sessionDataOf(raw)).toMatchObject({type: 'web', raw, ...expected});
  });

  it.each([
    [
      'App/1.2 (Device; Android 14)',
      {app_name: 'App', app_version: '1.2', os: 'Android', os_version: '14'},
    ],
    [
      'Riverside Reader/4.2.1-beta (iPhone15,2; iOS 17.4) CFNetwork/1494',
      {app_name: 'Riverside Reader', app_version: '4.2.1-beta', os: 'iOS', os_version: '17.4'},
    ],
  ])('%s is an app', (raw, expected) => {
    expect(sessionDataOf(raw)).toEqual({type: 'mobile', raw, ...expected});
  });

  it('keeps a long string whole', () => {
    const raw = 'x'.repeat(15_000);
    expect(sessionDataOf(raw).raw).toBe(raw);
  });

  it('is what seeded sign-ins show', () => {
    for (const {data} of Object.values(SEEDED_CLIENTS))
      expect(sessionDataOf(data.raw)).toEqual(data);
  });
});
